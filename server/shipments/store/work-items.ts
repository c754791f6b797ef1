import { sql } from 'kysely';
import type { Db, Trx } from '#server/db/database.ts';
import type { CardSnapshot } from './card-snapshot.ts';
import type { RunKey } from './runs.ts';
import { stages, type ItemStage, type ItemState } from '#server/shipments/rules/state-machine.ts';

/** Look at what is set, upload what differs, ask about the upload's task, ask why goods were refused. */
export type PriceStep = 'LOOK' | 'UPLOAD' | 'TASK' | 'REASONS';

/** An item as the work sees it. Dates are milliseconds. */
export interface WorkItem {
  id: number;
  cardId: number;
  vendorCode: string;
  stage: ItemStage;
  state: ItemState;
  nmId: number | null;
  isUpdate: boolean;
  pricePart: 'PRICE' | 'CLUB';
  priceStep: PriceStep;
  priceUploadId: number | null;
  attempts: number;
  sentAtMs: number | null;
  /** What was sent before may have arrived: the marketplace is asked before anything is sent again. */
  mustLookFirst: boolean;
  nextCheckAtMs: number | null;
  stageStartedAtMs: number;
  /** The video that the marketplace has taken as a file; empty: none. Kept by noteSentVideo alone. */
  sentVideo: string;
}

/** It was sent, or may have been. */
export type SentItem = WorkItem & { sentAtMs: number };

export interface FullItem extends WorkItem {
  snapshot: CardSnapshot;
}

export interface ItemFilter {
  stage: ItemStage;
  state?: ItemState;
  priceStep?: PriceStep;
  /** Those that have never been sent in this stage; false: those that have, or have to be looked for first. */
  isFresh?: boolean;
  /**
   * Sent before this moment, they are due whenever they are to be looked at: the looks of the confirming steps put that
   * off again and again, and what never arrived would never be sent.
   */
  unansweredSince?: Date;
  limit: number;
}

const COLUMNS = [
  'id',
  'card_id',
  'vendor_code',
  'stage',
  'state',
  'nm_id',
  'is_update',
  'price_part',
  'price_step',
  'price_upload_id',
  'attempts',
  'sent_at',
  'must_look_first',
  'next_check_at',
  'stage_started_at',
  'sent_video',
] as const;

/** Items of one shop that are due now, longest waiting first. */
export async function findDueItems(db: Db, run: RunKey, filter: ItemFilter): Promise<FullItem[]> {
  const { stage, state, priceStep, isFresh, unansweredSince, limit } = filter;
  const rows = await db
    .selectFrom('shipment_items')
    .select([...COLUMNS, 'snapshot'])
    .where('account_id', '=', run.accountId)
    .where('shipment_id', '=', run.shipmentId)
    .where('shop_id', '=', run.shopId)
    .where('stage', '=', stage)
    .where('state', 'in', state === undefined ? ['waiting', 'sent'] : [state])
    .where((eb) =>
      eb.or([
        eb('next_check_at', 'is', null),
        eb('next_check_at', '<=', new Date()),
        ...(unansweredSince ? [eb('sent_at', '<', unansweredSince).and('state', '=', 'waiting')] : []),
      ]),
    )
    .$if(priceStep !== undefined, (query) => query.where('price_step', '=', priceStep ?? 'LOOK'))
    .$if(isFresh === true, (query) => query.where('sent_at', 'is', null).where('must_look_first', '=', false))
    .$if(isFresh === false, (query) =>
      query.where((eb) => eb.or([eb('sent_at', 'is not', null), eb('must_look_first', '=', true)])),
    )
    // Alike items go out together; those that were in a refused batch go in smaller ones.
    .orderBy('is_update')
    .orderBy('price_part')
    .orderBy('attempts')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ snapshot, ...row }) => ({
    ...toWorkItem(row),
    // Written by createShipment and retryShipment only.
    snapshot: snapshot as CardSnapshot,
  }));
}

/** Everything of a stage that was sent, or may have been, and is not confirmed. */
export async function findItemsInFlight(db: Db, run: RunKey, stage: ItemStage): Promise<SentItem[]> {
  const rows = await itemsOf(db, run)
    .where('stage', '=', stage)
    .where('state', 'in', ['waiting', 'sent'])
    .where('sent_at', 'is not', null)
    .$narrowType<{ sent_at: Date }>()
    .execute();
  return rows.map((row) => ({ ...toWorkItem(row), sentAtMs: row.sent_at.getTime() }));
}

/** Everything that is not over. */
export async function findRunningItems(db: Db, run: RunKey): Promise<WorkItem[]> {
  const rows = await itemsOf(db, run).where('state', 'in', ['waiting', 'sent']).execute();
  return rows.map(toWorkItem);
}

export async function findItemsByIds(db: Db, run: RunKey, ids: readonly number[]): Promise<WorkItem[]> {
  const rows = await itemsOf(db, run)
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .execute();
  return rows.map(toWorkItem);
}

function itemsOf(db: Db, run: RunKey) {
  return db
    .selectFrom('shipment_items')
    .select([...COLUMNS])
    .where('account_id', '=', run.accountId)
    .where('shipment_id', '=', run.shipmentId)
    .where('shop_id', '=', run.shopId)
    .orderBy('id');
}

/** By item: the card as it was sent. */
export async function readSnapshots(
  { db, run }: { db: Db; run: RunKey },
  items: readonly WorkItem[],
): Promise<Map<number, CardSnapshot>> {
  const rows = await db
    .selectFrom('shipment_items')
    .select(['id', 'snapshot'])
    .where('account_id', '=', run.accountId)
    .where('id', '=', sql<number>`any(${items.map((item) => item.id)}::bigint[])`)
    .execute();
  // Written by createShipment and retryShipment only.
  return new Map(rows.map((row) => [row.id, row.snapshot as CardSnapshot]));
}

/** When the next item of the run, or of one stage of it, becomes due; null when none is running, 0 when one is due already. */
export async function nextDueInMs(db: Db, run: RunKey, stage?: ItemStage): Promise<number | null> {
  // By the clock that wrote the times: the database's may be minutes away from it.
  const now = sql`${new Date()}::timestamptz`;
  const { rows } = await sql<{ running: number; in_ms: number | null }>`
    SELECT count(*)::int AS running,
      (extract(epoch from min(coalesce(next_check_at, ${now})) - ${now}) * 1000)::float8 AS in_ms
    FROM shipment_items
    WHERE account_id = ${run.accountId} AND shipment_id = ${run.shipmentId} AND shop_id = ${run.shopId}
      AND stage = any(${stage === undefined ? stages : [stage]}::text[])
      AND state IN ('waiting', 'sent')`.execute(db);
  const [row] = rows;
  return row && row.running > 0 ? Math.max(0, row.in_ms ?? 0) : null;
}

export async function saveItems(trx: Trx, run: RunKey, items: readonly WorkItem[]): Promise<void> {
  if (items.length === 0) return;
  const rows = items.map((item) => ({
    id: item.id,
    stage: item.stage,
    state: item.state,
    nm_id: item.nmId,
    is_update: item.isUpdate,
    price_part: item.pricePart,
    price_step: item.priceStep,
    price_upload_id: item.priceUploadId,
    attempts: item.attempts,
    sent_at: toTime(item.sentAtMs),
    must_look_first: item.mustLookFirst,
    next_check_at: toTime(item.nextCheckAtMs),
    stage_started_at: toTime(item.stageStartedAtMs),
  }));
  await sql`
    UPDATE shipment_items AS items SET
      stage = r.stage, state = r.state, nm_id = r.nm_id, is_update = r.is_update, price_part = r.price_part,
      price_step = r.price_step, price_upload_id = r.price_upload_id, attempts = r.attempts, sent_at = r.sent_at,
      must_look_first = r.must_look_first, next_check_at = r.next_check_at, stage_started_at = r.stage_started_at, updated_at = now()
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(
      id bigint, stage text, state text, nm_id bigint, is_update boolean, price_part text, price_step text,
      price_upload_id bigint,
      attempts int, sent_at timestamptz, must_look_first boolean, next_check_at timestamptz, stage_started_at timestamptz)
    -- The list of ids lets the planner use the key: it believes nothing about the size of a record set.
    WHERE items.id = r.id AND items.id = any(${rows.map((row) => row.id)}::bigint[]) AND items.account_id = ${run.accountId} AND items.shipment_id = ${run.shipmentId}`.execute(
    trx,
  );
}

/** Keeps when an item was sent and is to be looked at, before the call is made: one quick statement, nothing else follows. */
export async function noteSending(
  db: Db,
  run: RunKey,
  item: Pick<WorkItem, 'id' | 'sentAtMs' | 'mustLookFirst' | 'nextCheckAtMs'>,
): Promise<void> {
  await db
    .updateTable('shipment_items')
    .set({
      sent_at: toTime(item.sentAtMs),
      must_look_first: item.mustLookFirst,
      next_check_at: toTime(item.nextCheckAtMs),
    })
    .where('account_id', '=', run.accountId)
    .where('shipment_id', '=', run.shipmentId)
    .where('id', '=', item.id)
    .execute();
}

function toTime(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}

function toWorkItem(row: {
  id: number;
  card_id: number;
  vendor_code: string;
  stage: ItemStage;
  state: ItemState;
  nm_id: number | null;
  is_update: boolean;
  price_part: 'PRICE' | 'CLUB';
  price_step: PriceStep;
  price_upload_id: number | null;
  attempts: number;
  sent_at: Date | null;
  must_look_first: boolean;
  next_check_at: Date | null;
  stage_started_at: Date;
  sent_video: string;
}): WorkItem {
  return {
    id: row.id,
    cardId: row.card_id,
    vendorCode: row.vendor_code,
    stage: row.stage,
    state: row.state,
    nmId: row.nm_id,
    isUpdate: row.is_update,
    pricePart: row.price_part,
    priceStep: row.price_step,
    priceUploadId: row.price_upload_id,
    attempts: row.attempts,
    sentAtMs: row.sent_at?.getTime() ?? null,
    mustLookFirst: row.must_look_first,
    nextCheckAtMs: row.next_check_at?.getTime() ?? null,
    stageStartedAtMs: row.stage_started_at.getTime(),
    sentVideo: row.sent_video,
  };
}
