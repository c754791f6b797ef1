import { sql } from 'kysely';
import type { ShipmentStatus } from '#contract/shipments.ts';
import { refreshCardSummary } from '#server/cards/card-summary.ts';
import type { Database, Trx } from '#server/db/database.ts';
import type { MarketplaceCard } from '#server/marketplace/content-shapes.ts';
import { addEvent } from './events.ts';
import { countItems, findItemGroups } from './item-groups.ts';
import { keepPrices } from './keep-prices.ts';
import { keepSent } from './keep-sent.ts';
import { plural } from '#server/text/plural.ts';
import type { RunKey } from './runs.ts';
import { firstShipmentStatus, nextShipmentStatus } from '#server/shipments/rules/state-machine.ts';
import { chunksOf } from '#server/stocks/warehouse-stocks.ts';
import { saveItems, type WorkItem } from './work-items.ts';

export interface ItemError {
  message: string;
  code?: string | undefined;
  field?: string | null | undefined;
  requestId?: string | undefined;
}

/** What one step has achieved. */
export interface Progress {
  /** Changed items; one in the state `failed` has its errors in `errors`. */
  items: WorkItem[];
  errors?: ReadonlyMap<number, ItemError[]>;
  /** By item: its card as the marketplace has it. */
  confirmed?: ReadonlyMap<number, MarketplaceCard>;
  event?: string;
}

/** More items than this in one transaction would hold the embedded database for longer than a person likes to wait. */
const SAVED_AT_ONCE = 1000;

/** Writes a step's outcome, each item with all that belongs to it; a big one in several transactions. */
export async function saveInParts(
  database: Database,
  run: RunKey,
  { items, event, ...rest }: Progress,
): Promise<void> {
  const parts = items.length > SAVED_AT_ONCE ? chunksOf(items, SAVED_AT_ONCE) : [items];
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1;
    const progress = { ...rest, items: part, ...(isLast && event !== undefined ? { event } : {}) };
    await database.transaction((trx) => saveProgress(trx, run, progress));
  }
}

/** Writes a step's outcome: items, errors, the cards in the shop, and the status that follows. One transaction. */
export async function saveProgress(trx: Trx, run: RunKey, progress: Progress): Promise<void> {
  const { items, errors, confirmed, event } = progress;
  const shipment = await trx
    .selectFrom('shipments')
    .select(['status', 'shop_ids'])
    .where('account_id', '=', run.accountId)
    .where('id', '=', run.shipmentId)
    // The shops of one shipment work side by side: its status is theirs together.
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  await saveItems(trx, run, items);
  if (errors && errors.size > 0) await saveErrors(trx, run, items, errors);
  const changed = items.filter((item) => isOver(item) || confirmed?.has(item.id) === true);
  // Before the nmID: a card that has one and was never given is compared with what it says today.
  await keepSent(trx, run, changed);
  if (confirmed && confirmed.size > 0) await saveConfirmed(trx, run, items, confirmed);
  await saveOutcomes(trx, run, items, errors);
  await keepPrices(trx, run, items);
  await refreshCardSummary(
    trx,
    run.accountId,
    changed.map((item) => item.cardId),
  );
  if (event !== undefined) await addEvent(trx, run.accountId, run.shipmentId, event);
  await saveStatus(trx, run, shipment);
}

async function saveErrors(
  trx: Trx,
  run: RunKey,
  items: readonly WorkItem[],
  errors: ReadonlyMap<number, ItemError[]>,
): Promise<void> {
  const rows = items.flatMap((item) =>
    (errors.get(item.id) ?? []).map((error) => ({
      account_id: run.accountId,
      shipment_id: run.shipmentId,
      item_id: item.id,
      // An item that is done has no stage to fail in.
      stage: item.stage === 'DONE' ? ('IMAGES' as const) : item.stage,
      code: error.code ?? null,
      message: error.message,
      field: error.field ?? null,
      request_id: error.requestId ?? null,
    })),
  );
  if (rows.length > 0) await trx.insertInto('shipment_errors').values(rows).execute();
}

/** nmID, sizes and time of the card at the marketplace become ours. */
export async function saveConfirmed(
  trx: Trx,
  run: RunKey,
  items: readonly WorkItem[],
  confirmed: ReadonlyMap<number, MarketplaceCard>,
): Promise<void> {
  const rows = items.flatMap((item) => {
    const card = confirmed.get(item.id);
    if (!card) return [];
    const sizes = card.sizes.map(({ chrtId, techSize, skus }) => ({ chrtId, techSize, skus }));
    return [
      {
        card_id: item.cardId,
        nm_id: card.nmId,
        imt_id: card.imtId === 0 ? null : card.imtId,
        subject_id: card.subjectId,
        vendor_code: card.vendorCode,
        sizes,
        wb_updated_at: card.updatedAt,
        has_video: card.video !== '',
      },
    ];
  });
  await sql`
    UPDATE shop_cards SET
      nm_id = r.nm_id, imt_id = r.imt_id, subject_id = r.subject_id, vendor_code = r.vendor_code, sizes = r.sizes,
      wb_updated_at = r.wb_updated_at, has_video = r.has_video, synced_at = now()
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(
      card_id bigint, nm_id bigint, imt_id bigint, subject_id bigint, vendor_code text, sizes jsonb, wb_updated_at timestamptz,
      has_video boolean)
    WHERE shop_cards.account_id = ${run.accountId} AND shop_cards.shop_id = ${run.shopId}
      AND shop_cards.card_id = r.card_id AND shop_cards.card_id = any(${rows.map((row) => row.card_id)}::bigint[])
      -- An nmID that is tied to another card of ours stays there; confirming such a card is refused before.
      AND NOT EXISTS (SELECT FROM shop_cards other WHERE other.shop_id = ${run.shopId}
        AND other.nm_id = r.nm_id AND other.card_id <> r.card_id)`.execute(trx);
}

async function saveOutcomes(
  trx: Trx,
  run: RunKey,
  items: readonly WorkItem[],
  errors: ReadonlyMap<number, ItemError[]> | undefined,
): Promise<void> {
  const rows = items.filter(isOver).map((item) => ({
    card_id: item.cardId,
    state: item.state === 'failed' ? 'HAS_ERRORS' : 'PUBLISHED',
    errors: (errors?.get(item.id) ?? []).map((error) => error.message),
  }));
  if (rows.length === 0) return;
  await sql`
    UPDATE shop_cards SET state = r.state, errors = r.errors
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(card_id bigint, state text, errors jsonb)
    WHERE shop_cards.account_id = ${run.accountId} AND shop_cards.shop_id = ${run.shopId}
      AND shop_cards.card_id = r.card_id
      AND shop_cards.card_id = any(${rows.map((row) => row.card_id)}::bigint[])`.execute(trx);
}

function isOver(item: WorkItem): boolean {
  return item.state === 'failed' || item.state === 'done';
}

async function saveStatus(
  trx: Trx,
  run: RunKey,
  { status: current, shop_ids: shopIds }: { status: ShipmentStatus; shop_ids: number[] },
): Promise<void> {
  const { accountId, shipmentId } = run;
  // Only the beginning tells updates from creations.
  const status =
    current === 'NEW'
      ? firstShipmentStatus(await countItems(trx, accountId, shipmentId))
      : nextShipmentStatus(current, await findItemGroups(trx, accountId, { id: shipmentId, shopIds }));
  const isEnd = status === 'FINISHED' || status === 'HAS_ERRORS';
  await trx
    .updateTable('shipments')
    .set({
      status,
      version: sql`version + 1`,
      updated_at: sql`now()`,
      ...(status === current ? {} : { stage_started_at: sql`now()` }),
      ...(isEnd ? { waiting_until: null } : {}),
    })
    .where('account_id', '=', accountId)
    .where('id', '=', shipmentId)
    .execute();
  if (status === current || !isEnd) return;
  const failed = (await countItems(trx, accountId, shipmentId)).reduce(
    (sum, group) => sum + (group.state === 'failed' ? group.count : 0),
    0,
  );
  const text =
    status === 'FINISHED'
      ? 'Отправка завершена'
      : `Отправка остановлена: ${plural(failed, ['карточка', 'карточки', 'карточек'])} с ошибками`;
  await addEvent(trx, accountId, shipmentId, text);
}
