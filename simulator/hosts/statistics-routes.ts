import type { FastifyInstance } from 'fastify';
import { parentNameOf } from '#simulator/reference/directory.ts';
import { registerOperation, type Call, type Simulator } from '#simulator/gateway/gateway.ts';
import { moscowDay, moscowWallTime, parseMoscowTime } from '#simulator/state/moscow-time.ts';
import { chanceOf, hashOf } from '#simulator/state/random.ts';
import {
  commissionPercentOf,
  finishedPriceKopecks,
  goodsOf,
  ordersOf,
  priceWithDiscountKopecks,
  type Order,
} from '#simulator/reports/sales-generator.ts';

const ROWS_MAX = 80_000;
/** From an order to its last change: delivery to the far east, then two weeks to bring it back. */
const LIFE_DAYS_MAX = 24;
/** What the documents promise to keep. */
const KEPT_DAYS = 90;
/** The host is filled anew so often: what happened since is not there yet. */
const REFRESHED_MS = 30 * 60_000;
/** The money of a sale is not there at once. */
const PENDING_SHARE = 0.2;
const PENDING_MAX_MS = 24 * 3_600_000;
const NO_DATE = '0001-01-01T00:00:00';

/** The statistics host: orders and sales, preliminary, in Moscow time. */
export function registerStatisticsRoutes(app: FastifyInstance, simulator: Simulator): void {
  const common = { method: 'GET', category: 'statistics', shape: 'statistics', isWrite: false } as const;
  registerOperation(
    app,
    simulator,
    {
      ...common,
      name: 'statistics/supplier/orders',
      path: '/statistics/api/v1/supplier/orders',
      group: 'orders',
    },
    (call) => respondWithRows(simulator.state.seed, call, orderEvents),
  );
  registerOperation(
    app,
    simulator,
    {
      ...common,
      name: 'statistics/supplier/sales',
      path: '/statistics/api/v1/supplier/sales',
      group: 'sales',
    },
    (call) =>
      respondWithRows(simulator.state.seed, call, (order, nowMs) =>
        saleEvents(simulator.state.seed, order, nowMs),
      ),
  );
}

interface Event {
  dateMs: number;
  changedMs: number;
  row: () => Record<string, unknown>;
}

/** flag 0: what changed since dateFrom, oldest change first; flag 1: everything dated to that day. */
function respondWithRows(seed: number, call: Call, eventsOf: (order: Order, nowMs: number) => Event[]) {
  const { dateFrom, flag = '0' } = call.query;
  if (typeof dateFrom !== 'string')
    return call.reply.code(400).send({ errors: ['dateFrom: field required'] });
  const fromMs = parseMoscowTime(dateFrom);
  if (fromMs === undefined || (flag !== '0' && flag !== '1')) {
    return call.reply.code(400).send({ errors: 'dateFrom: Value not validated' });
  }
  const nowMs = call.nowMs - (call.nowMs % REFRESHED_MS);
  const oldestDay = moscowDay(nowMs) - KEPT_DAYS;
  const fromDay = moscowDay(fromMs);
  const toDay = flag === '1' ? fromDay : moscowDay(nowMs);
  const isAsked = (event: Event) =>
    moscowDay(event.dateMs) >= oldestDay &&
    (flag === '1' ? moscowDay(event.dateMs) === fromDay : event.changedMs >= fromMs);
  const events: Event[] = [];
  for (const order of ordersOf(seed, call.seller, {
    fromDay: Math.max(fromDay, oldestDay) - LIFE_DAYS_MAX,
    toDay,
    nowMs,
  })) {
    for (const event of eventsOf(order, nowMs)) {
      if (event.changedMs <= nowMs && isAsked(event)) events.push(event);
    }
  }
  events.sort((one, other) => one.changedMs - other.changedMs);
  return events.slice(0, flag === '1' ? events.length : ROWS_MAX).map((event) => event.row());
}

function orderEvents(order: Order, nowMs: number): Event[] {
  const isDecided = order.decidedMs <= nowMs;
  const isCancelled = isDecided && (order.outcome === 'cancelled' || order.outcome === 'refused');
  const changedMs = isDecided ? order.decidedMs : order.orderedMs;
  const row = () => ({
    ...commonRow(order, order.orderedMs, changedMs),
    isCancel: isCancelled,
    cancelDate: isCancelled ? moscowWallTime(order.decidedMs) : NO_DATE,
    sticker: stickerOf(order),
    gNumber: order.gNumber,
    srid: order.srid,
  });
  return [{ dateMs: order.orderedMs, changedMs, row }];
}

function saleEvents(seed: number, order: Order, nowMs: number): Event[] {
  if (order.outcome !== 'bought' && order.outcome !== 'returned') return [];
  const eventOf = (dateMs: number, letter: 'S' | 'R') =>
    saleEvent(order, dateMs, letter, isPending(seed, order, dateMs, nowMs));
  const events = [eventOf(order.decidedMs, 'S')];
  if (order.outcome === 'returned') events.push(eventOf(order.returnedMs, 'R'));
  return events;
}

/** For up to a day a sale may stand without its sums, and gets them without a new date of change. */
function isPending(seed: number, { srid }: Order, dateMs: number, nowMs: number): boolean {
  const chance = chanceOf(seed, 'pending', srid, dateMs);
  return chance < PENDING_SHARE && nowMs < dateMs + (chance / PENDING_SHARE) * PENDING_MAX_MS;
}

function saleEvent(order: Order, dateMs: number, letter: 'S' | 'R', isWithoutSums: boolean): Event {
  const row = () => {
    const withDiscount = priceWithDiscountKopecks(order);
    const forPay = Math.round((withDiscount * (100 - commissionPercentOf(order.card))) / 100);
    return {
      ...commonRow(order, dateMs, dateMs),
      ...(isWithoutSums ? { finishedPrice: 0, priceWithDisc: 0 } : {}),
      paymentSaleAmount: 0,
      forPay: isWithoutSums ? 0 : forPay / 100,
      saleID: `${letter}${String(hashOf(order.srid, letter)).padStart(10, '0')}`,
      sticker: stickerOf(order),
      gNumber: order.gNumber,
      srid: order.srid,
    };
  };
  return { dateMs, changedMs: dateMs, row };
}

function stickerOf(order: Order): string {
  return order.isSellerWarehouse ? String(hashOf(order.srid, 'sticker')) : '';
}

function commonRow(order: Order, dateMs: number, changedMs: number) {
  const goods = goodsOf(order);
  return {
    date: moscowWallTime(dateMs),
    lastChangeDate: moscowWallTime(changedMs),
    // Names of warehouses are masked since 2026.
    warehouseName: 'Склад WB РФ',
    warehouseType: order.isSellerWarehouse ? 'Склад продавца' : 'Склад WB',
    countryName: 'Россия',
    oblastOkrugName: order.region.oblastOkrugName,
    regionName: order.region.regionName,
    supplierArticle: goods.vendorCode,
    nmId: goods.nmId,
    barcode: goods.barcode,
    category: parentNameOf(order.card.subjectID),
    subject: goods.subject,
    brand: goods.brand,
    techSize: goods.techSize,
    incomeID: 0,
    isSupply: false,
    isRealization: true,
    totalPrice: order.price,
    discountPercent: order.discount,
    spp: order.spp,
    finishedPrice: finishedPriceKopecks(order) / 100,
    priceWithDisc: priceWithDiscountKopecks(order) / 100,
  };
}
