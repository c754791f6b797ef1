import { sql, type ExpressionBuilder } from 'kysely';
import {
  confirmedStatuses,
  runningStatuses,
  shipmentStages,
  unconfirmedStatuses,
  type listShipmentsEndpoint,
  type Shipment,
  type ShipmentGroup,
  type ShipmentItemError,
  type ShipmentRow,
  type ShipmentStatus,
  type StageProgress,
} from '#contract/shipments.ts';
import type { EndpointQuery } from '#contract/endpoint.ts';
import type { Db } from '#server/db/database.ts';
import type { Tables } from '#server/db/schema.ts';
import { isIncluded, stages, type ItemStage, type ItemState } from '#server/shipments/rules/state-machine.ts';
import { SLOW_AFTER_MS } from '#server/shipments/rules/timing.ts';

/** Reads for the API. Every function reads the shipments of one account only. */

type ListQuery = EndpointQuery<typeof listShipmentsEndpoint>;
type ShipmentColumns = {
  id: number;
  status: ShipmentStatus;
  shop_ids: number[];
  card_count: number;
  with_prices: boolean;
  with_discounts: boolean;
  with_images: boolean;
  repeat_of: number | null;
  created_at: Date;
  updated_at: Date;
};

const GROUPS: Record<ShipmentGroup, readonly ShipmentStatus[]> = {
  running: runningStatuses,
  errors: ['HAS_ERRORS'],
  finished: ['FINISHED'],
  unconfirmed: unconfirmedStatuses,
  confirmed: confirmedStatuses,
};

/** A page of shipments, newest first, and how many there are in each tab (of the same shops and search). */
export async function findShipments(db: Db, accountId: number, query: ListQuery) {
  const statuses = query.status?.length ? query.status : null;
  const page = await db
    .selectFrom('shipments')
    .selectAll()
    .where((eb) => isFound(eb, accountId, query))
    .$if(statuses !== null, (found) => found.where('status', 'in', statuses ?? []))
    .$if(query.group !== undefined, (found) => found.where('status', 'in', statusesOf(query.group)))
    .orderBy('id', 'desc')
    .limit(query.limit)
    .offset(query.offset)
    .execute();
  const counts = await db
    .selectFrom('shipments')
    .select((eb) => ['status', eb.fn.countAll<number>().as('count')])
    .where((eb) => isFound(eb, accountId, query))
    .groupBy('status')
    .execute();
  const countOf = (wanted: readonly ShipmentStatus[]) =>
    counts.reduce((sum, one) => sum + (wanted.includes(one.status) ? one.count : 0), 0);
  const all = counts.map((one) => one.status);
  const listed = all
    .filter((status) => statuses === null || statuses.includes(status))
    .filter((status) => query.group === undefined || statusesOf(query.group).includes(status));
  return {
    count: countOf(listed),
    results: await toRows(db, accountId, page),
    counters: {
      all: countOf(all),
      running: countOf(GROUPS.running),
      errors: countOf(GROUPS.errors),
      finished: countOf(GROUPS.finished),
    },
  };
}

function statusesOf(group: ShipmentGroup | undefined): ShipmentStatus[] {
  return group === undefined ? [] : [...GROUPS[group]];
}

/** Whose, of which shops, and with the search text in its number or in an article or title of its cards. */
function isFound(eb: ExpressionBuilder<Tables, 'shipments'>, accountId: number, query: ListQuery) {
  const conditions = [eb('account_id', '=', accountId)];
  if (query.shop?.length) {
    conditions.push(eb('shop_ids', '&&', sql<number[]>`${query.shop}::bigint[]`));
  }
  const search = query.search?.trim() ?? '';
  if (search !== '') {
    const pattern = `%${search.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
    const inItems = eb.exists(
      eb
        .selectFrom('shipment_items')
        .select('shipment_items.id')
        .whereRef('shipment_items.shipment_id', '=', 'shipments.id')
        .where('shipment_items.account_id', '=', accountId)
        .where((item) => item.or([item('vendor_code', 'ilike', pattern), item('title', 'ilike', pattern)])),
    );
    const number = /^№?\s*(\d{1,15})$/.exec(search)?.[1];
    conditions.push(
      number === undefined ? eb.or([inItems]) : eb.or([inItems, eb('id', '=', Number(number))]),
    );
  }
  return eb.and(conditions);
}

async function toRows(
  db: Db,
  accountId: number,
  shipments: readonly ShipmentColumns[],
): Promise<ShipmentRow[]> {
  if (shipments.length === 0) return [];
  const counts = await db
    .selectFrom('shipment_items')
    .select((eb) => ['shipment_id', 'stage', 'state', eb.fn.countAll<number>().as('count')])
    .where('account_id', '=', accountId)
    .where('shipment_id', '=', sql<number>`any(${shipments.map((one) => one.id)}::bigint[])`)
    .groupBy(['shipment_id', 'stage', 'state'])
    .execute();
  const shops = await db
    .selectFrom('shops')
    .select(['id', 'name', 'is_sandbox'])
    .where('account_id', '=', accountId)
    .execute();
  const byId = new Map(
    shops.map(({ is_sandbox, ...shop }) => [
      shop.id,
      { ...shop, ...(is_sandbox ? { isSandbox: true } : {}) },
    ]),
  );
  return shipments.map((shipment) => {
    const items = counts.filter((one) => one.shipment_id === shipment.id);
    return {
      id: shipment.id,
      status: shipment.status,
      shops: shipment.shop_ids.map((id) => byId.get(id) ?? { id, name: '' }),
      cards: shipment.card_count,
      items: sum(items),
      failedItems: sum(items.filter((one) => one.state === 'failed')),
      stages: stagesOf(shipment, items),
      repeatOf: shipment.repeat_of,
      createdAt: shipment.created_at.toISOString(),
      updatedAt: shipment.updated_at.toISOString(),
    };
  });
}

interface Counted {
  stage: ItemStage;
  state: ItemState;
  count: number;
}

function stagesOf(shipment: ShipmentColumns, items: readonly Counted[]): StageProgress[] {
  const options = {
    withPrices: shipment.with_prices,
    withDiscounts: shipment.with_discounts,
    withImages: shipment.with_images,
  };
  return shipmentStages.map((stage) => ({
    stage,
    isIncluded: isIncluded(stage, options),
    total: isIncluded(stage, options) ? sum(items) : 0,
    done: isIncluded(stage, options)
      ? sum(items.filter((one) => stages.indexOf(one.stage) > stages.indexOf(stage)))
      : 0,
    failed: sum(items.filter((one) => one.stage === stage && one.state === 'failed')),
  }));
}

function sum(items: readonly Counted[]): number {
  return items.reduce((total, one) => total + one.count, 0);
}

const EVENTS_SHOWN = 200;

export async function findShipment(db: Db, accountId: number, id: number): Promise<Shipment | undefined> {
  const shipment = await db
    .selectFrom('shipments')
    .innerJoin('users', 'users.id', 'shipments.created_by')
    .leftJoin('warehouse_groups', 'warehouse_groups.id', 'shipments.stock_group_id')
    .selectAll('shipments')
    .select(['users.name as created_by_name', 'warehouse_groups.name as stock_group_name'])
    .where('shipments.account_id', '=', accountId)
    .where('shipments.id', '=', id)
    .executeTakeFirst();
  const [row] = shipment ? await toRows(db, accountId, [shipment]) : [];
  if (!shipment || !row) return undefined;
  const events = await db
    .selectFrom('shipment_events')
    .select(['id', 'at', 'text'])
    .where('account_id', '=', accountId)
    .where('shipment_id', '=', id)
    .orderBy('id', 'desc')
    .limit(EVENTS_SHOWN)
    .execute();
  const isRunning = GROUPS.running.includes(shipment.status);
  return {
    ...row,
    createdBy: shipment.created_by_name,
    options: {
      withPrices: shipment.with_prices,
      withDiscounts: shipment.with_discounts,
      withImages: shipment.with_images,
    },
    stocks:
      shipment.stock_amount === null
        ? null
        : { groupName: shipment.stock_group_name ?? '', amount: shipment.stock_amount },
    waitingUntil: isRunning ? (shipment.waiting_until?.toISOString() ?? null) : null,
    isSlow: isRunning && Date.now() - shipment.stage_started_at.getTime() > SLOW_AFTER_MS,
    events: events.map((event) => ({ id: event.id, at: event.at.toISOString(), text: event.text })).reverse(),
  };
}

export async function findShipmentErrors(
  db: Db,
  accountId: number,
  shipmentId: number,
): Promise<ShipmentItemError[]> {
  const rows = await db
    .selectFrom('shipment_errors')
    .innerJoin('shipment_items', 'shipment_items.id', 'shipment_errors.item_id')
    .innerJoin('shops', 'shops.id', 'shipment_items.shop_id')
    .select([
      'shipment_errors.id',
      'shipment_errors.item_id',
      'shipment_items.card_id',
      'shipment_items.shop_id',
      'shops.name as shop_name',
      'shipment_items.vendor_code',
      'shipment_items.title',
      'shipment_items.nm_id',
      'shipment_errors.stage',
      'shipment_errors.code',
      'shipment_errors.message',
      'shipment_errors.field',
      'shipment_errors.request_id',
      'shipment_errors.at',
    ])
    .where('shipment_errors.account_id', '=', accountId)
    .where('shipment_errors.shipment_id', '=', shipmentId)
    .where('shipment_errors.resolved_at', 'is', null)
    .orderBy('shipment_errors.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    itemId: row.item_id,
    cardId: row.card_id,
    shopId: row.shop_id,
    shopName: row.shop_name,
    vendorCode: row.vendor_code,
    title: row.title,
    nmId: row.nm_id,
    stage: row.stage,
    code: row.code,
    message: row.message,
    field: row.field,
    ...(row.request_id !== null && { requestId: row.request_id }),
    at: row.at.toISOString(),
  }));
}

export async function shipmentExists(db: Db, accountId: number, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('shipments')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}
