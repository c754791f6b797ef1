import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { subjectNameOf } from '#simulator/reference/directory.ts';
import { registerOperation, type Call, type Simulator } from '#simulator/gateway/gateway.ts';
import { moscowDay, parseMoscowTime } from '#simulator/state/moscow-time.ts';
import { between, chanceOf } from '#simulator/state/random.ts';
import { ordersOf, priceWithDiscountKopecks, type Order } from '#simulator/reports/sales-generator.ts';
import type { Card, Seller } from '#simulator/state/state.ts';

const Period = z.object({ start: z.string(), end: z.string() });
const FunnelRequest = z.object({
  selectedPeriod: Period,
  pastPeriod: z.optional(Period),
  nmIds: z._default(z.array(z.int()).check(z.maxLength(1000)), []),
  brandNames: z._default(z.array(z.string()), []),
  subjectIds: z._default(z.array(z.int()), []),
  skipDeletedNm: z._default(z.boolean(), false),
  orderBy: z._default(
    z.object({
      field: z._default(z.string(), 'openCard'),
      mode: z._default(z.enum(['asc', 'desc']), 'desc'),
    }),
    { field: 'openCard', mode: 'desc' },
  ),
  limit: z._default(z.int().check(z.minimum(1), z.maximum(1000)), 50),
  offset: z._default(z.int().check(z.minimum(0)), 0),
});

/** The analytics host: how many saw a card, put it in the basket, ordered and kept it. */
export function registerAnalyticsRoutes(app: FastifyInstance, simulator: Simulator): void {
  registerOperation(
    app,
    simulator,
    {
      name: 'analytics/sales-funnel/products',
      method: 'POST',
      path: '/analytics/api/analytics/v3/sales-funnel/products',
      category: 'analytics',
      group: 'funnel',
      shape: 'problem',
      isWrite: false,
    },
    (call) => listProducts(simulator.state.seed, call),
  );
}

interface DayRange {
  start: string;
  end: string;
  fromDay: number;
  toDay: number;
}

function readPeriod(period: z.infer<typeof Period>): DayRange | undefined {
  const from = parseMoscowTime(period.start);
  const to = parseMoscowTime(period.end);
  if (from === undefined || to === undefined || from > to) return undefined;
  return { ...period, fromDay: moscowDay(from), toDay: moscowDay(to) };
}

function listProducts(seed: number, call: Call) {
  const input = FunnelRequest.safeParse(call.body);
  const selected = input.success ? readPeriod(input.data.selectedPeriod) : undefined;
  const past = input.success && input.data.pastPeriod ? readPeriod(input.data.pastPeriod) : undefined;
  if (!input.success || !selected || (input.data.pastPeriod && !past)) {
    return call.reply.code(400).send({
      title: 'Invalid request body',
      detail: 'selectedPeriod or another field is not valid',
      requestId: randomUUID(),
      origin: 'analytics-open-api',
    });
  }
  const { nmIds, brandNames, subjectIds, skipDeletedNm, limit, offset, orderBy } = input.data;
  const selectedFunnel = funnelOf(seed, call, selected);
  const pastFunnel = past ? funnelOf(seed, call, past) : undefined;
  const products = [...call.seller.cards.values()]
    .filter(
      (card) =>
        (nmIds.length === 0 || nmIds.includes(card.nmID)) &&
        (brandNames.length === 0 || brandNames.includes(card.brand)) &&
        (subjectIds.length === 0 || subjectIds.includes(card.subjectID)) &&
        !(skipDeletedNm && card.trashedAtMs !== null),
    )
    .map((card) => ({
      product: productResponse(call.seller, card),
      statistic: {
        selected: selectedFunnel(card),
        ...(pastFunnel ? { past: pastFunnel(card) } : {}),
      },
    }));
  const sign = orderBy.mode === 'asc' ? 1 : -1;
  const rankOf = RANKS.get(orderBy.field) ?? ((counts: Funnel) => counts.openCount);
  products.sort((one, other) => sign * (rankOf(one.statistic.selected) - rankOf(other.statistic.selected)));
  return { data: { products: products.slice(offset, offset + limit), currency: 'RUB' } };
}

type Funnel = ReturnType<typeof funnelResponse>;

const RANKS = new Map<string, (counts: Funnel) => number>([
  ['openCard', (counts) => counts.openCount],
  ['addToCart', (counts) => counts.cartCount],
  ['orderCount', (counts) => counts.orderCount],
  ['orderSum', (counts) => counts.orderSum],
  ['buyoutCount', (counts) => counts.buyoutCount],
  ['buyoutSum', (counts) => counts.buyoutSum],
  ['cancelCount', (counts) => counts.cancelCount],
  ['cancelSum', (counts) => counts.cancelSum],
  ['avgPrice', (counts) => counts.avgPrice],
]);

function productResponse(seller: Seller, card: Card) {
  let amount = 0;
  for (const warehouse of seller.warehouses) {
    for (const size of card.sizes) amount += warehouse.stocks[size.chrtID] ?? 0;
  }
  const price = card.sizes[0]?.price ?? 0;
  return {
    nmId: card.nmID,
    title: card.title,
    vendorCode: card.vendorCode,
    brandName: card.brand,
    subjectId: card.subjectID,
    subjectName: subjectNameOf(card.subjectID),
    tags: seller.tags.filter((tag) => card.tagIDs.includes(tag.id)).map(({ id, name }) => ({ id, name })),
    productRating: 10,
    feedbackRating: Math.round(between(chanceOf('rating', card.nmID), 4, 5) * 10) / 10,
    stocks: { wb: 0, mp: amount, balanceSum: Math.round((amount * price * (100 - card.discount)) / 100) },
  };
}

/** Purchases, cancellations and returns count on the day of the order, as on the real host. */
function funnelOf(seed: number, call: Call, range: DayRange): (card: Card) => Funnel {
  const byCard = new Map<number, Order[]>();
  let totalKopecks = 0;
  for (const order of ordersOf(seed, call.seller, { ...range, nowMs: call.nowMs })) {
    const known = byCard.get(order.card.nmID);
    if (known) known.push(order);
    else byCard.set(order.card.nmID, [order]);
    totalKopecks += priceWithDiscountKopecks(order);
  }
  return (card) =>
    funnelResponse(card, byCard.get(card.nmID) ?? [], { range, totalKopecks, nowMs: call.nowMs });
}

function funnelResponse(
  card: Card,
  orders: Order[],
  context: { range: DayRange; totalKopecks: number; nowMs: number },
) {
  const { range, nowMs } = context;
  const kept = orders.filter((order) => order.decidedMs <= nowMs && order.outcome === 'bought');
  const lost = orders.filter((order) => order.decidedMs <= nowMs && order.outcome !== 'bought');
  const orderSum = rubSum(orders);
  const days = range.toDay - range.fromDay + 1;
  const cartShare = between(chanceOf('cart', card.nmID), 0.25, 0.55);
  const openShare = between(chanceOf('open', card.nmID, range.fromDay), 0.05, 0.12);
  const cartCount = Math.round(orders.length / cartShare);
  const openCount = Math.round(cartCount / openShare) + Math.round(chanceOf('views', card.nmID) * 3 * days);
  const buyoutPercent = percent(kept.length, kept.length + lost.length);
  return {
    period: { start: range.start, end: range.end },
    openCount,
    cartCount,
    orderCount: orders.length,
    orderSum,
    buyoutCount: kept.length,
    buyoutSum: rubSum(kept),
    cancelCount: lost.length,
    cancelSum: rubSum(lost),
    avgPrice: orders.length === 0 ? 0 : Math.round(orderSum / orders.length),
    avgOrdersCountPerDay: Math.round((orders.length / days) * 100) / 100,
    shareOrderPercent: percent(orderSum * 100, context.totalKopecks),
    addToWishlist: Math.round(openCount * 0.03),
    timeToReady: { days: 2, hours: 8, mins: 0 },
    localizationPercent: 100,
    wbClub: {
      orderCount: 0,
      orderSum: 0,
      buyoutSum: 0,
      buyoutCount: 0,
      cancelSum: 0,
      cancelCount: 0,
      avgPrice: 0,
      buyoutPercent: 0,
      avgOrderCountPerDay: 0,
    },
    conversions: {
      addToCartPercent: percent(cartCount, openCount),
      cartToOrderPercent: percent(orders.length, cartCount),
      buyoutPercent,
    },
  };
}

function rubSum(orders: readonly Order[]): number {
  return Math.round(orders.reduce((sum, order) => sum + priceWithDiscountKopecks(order), 0) / 100);
}

function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part * 100) / whole);
}
