import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { registerOperation, type Call, type Operation, type Simulator } from '#simulator/gateway/gateway.ts';
import { enqueuePriceTask, priceOf } from '#simulator/state/price-tasks.ts';
import { findPromotion, goodsOfPromotion, promotionsBetween } from '#simulator/state/promotions.ts';
import { readPage, wholeNumber } from '#simulator/gateway/query.ts';
import type { Card, Promotion, Seller, State } from '#simulator/state/state.ts';

const PAGE_MAX = 1000;
const DETAILS_MAX = 100;

const UploadRequest = z.object({
  data: z.object({
    promotionID: z.int().check(z.minimum(1)),
    uploadNow: z._default(z.boolean(), false),
    nomenclatures: z.array(z.int().check(z.minimum(1))).check(z.minLength(1), z.maxLength(1000)),
  }),
});

/** The calendar of promotions: what is on, which goods are invited, joining. */
export function registerCalendarRoutes(app: FastifyInstance, simulator: Simulator): void {
  const add = (
    operation: Pick<Operation, 'method' | 'path' | 'name' | 'group' | 'isWrite'>,
    handle: (call: Call) => unknown,
  ) =>
    registerOperation(
      app,
      simulator,
      {
        ...operation,
        path: `/calendar/api/v1/calendar/${operation.path}`,
        name: `calendar/${operation.name}`,
        category: 'prices',
        shape: 'calendar',
      },
      handle,
    );

  const read = { method: 'GET', group: 'calendar', isWrite: false } as const;
  add({ ...read, path: 'promotions', name: 'promotions' }, (call) => listPromotions(simulator.state, call));
  add({ ...read, path: 'promotions/details', name: 'promotions/details' }, (call) =>
    listDetails(simulator.state, call),
  );
  add(
    { ...read, path: 'promotions/nomenclatures', name: 'promotions/nomenclatures', group: 'calendar-goods' },
    (call) => listGoods(simulator.state, call),
  );
  add(
    {
      path: 'promotions/upload',
      name: 'promotions/upload',
      method: 'POST',
      group: 'calendar',
      isWrite: true,
    },
    (call) => joinPromotion(simulator, call),
  );
}

function refuse(call: Call, errorText: string, status = 400) {
  return call.reply.code(status).send({ errorText });
}

function readInstant(value: unknown): number | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/.test(value)) return undefined;
  const instant = Date.parse(value);
  return Number.isNaN(instant) ? undefined : instant;
}

/** true, false, or undefined for what is neither. */
function readFlag(value: unknown): boolean | undefined {
  return value === 'true' ? true : value === 'false' ? false : undefined;
}

function listPromotions(state: State, call: Call) {
  const fromMs = readInstant(call.query['startDateTime']);
  const toMs = readInstant(call.query['endDateTime']);
  const isAll = readFlag(call.query['allPromo']);
  const page = readPage(call.query, { isLimitRequired: false, limitMax: PAGE_MAX });
  if (fromMs === undefined || toMs === undefined || isAll === undefined || !page) {
    return refuse(call, 'Invalid query params');
  }
  // Open to the seller: not over yet, and at least one of his goods is invited.
  const isOpen = (promotion: Promotion) =>
    promotion.endMs > call.nowMs && goodsOfPromotion(call.seller, promotion).length > 0;
  const promotions = promotionsBetween(state, fromMs, toMs).filter((promotion) => isAll || isOpen(promotion));
  return {
    data: { promotions: promotions.slice(page.offset, page.offset + page.limit).map(briefResponse) },
  };
}

function briefResponse({ id, name, isAuto, startMs, endMs }: Promotion) {
  return {
    id,
    name,
    startDateTime: toSeconds(startMs),
    endDateTime: toSeconds(endMs),
    type: isAuto ? 'auto' : 'regular',
  };
}

function toSeconds(instantMs: number): string {
  return `${new Date(instantMs).toISOString().slice(0, 19)}Z`;
}

function listDetails(state: State, call: Call) {
  const asked = [call.query['promotionIDs']]
    .flat()
    .flatMap((value) => (typeof value === 'string' ? value.split(',') : []));
  const ids = asked.map(wholeNumber);
  if (ids.length === 0 || ids.length > DETAILS_MAX || ids.includes(undefined)) {
    return refuse(call, 'Invalid query params');
  }
  const promotions = ids.flatMap((id) => {
    const promotion = id === undefined ? undefined : findPromotion(state, id);
    return promotion ? [detailsResponse(call.seller, promotion)] : [];
  });
  return { data: { promotions } };
}

function detailsResponse(seller: Seller, promotion: Promotion) {
  const stocked = stockedCards(seller);
  const goods = goodsOfPromotion(seller, promotion);
  const inside = goods.filter((entry) => entry.isIn);
  const outside = goods.filter((entry) => !entry.isIn);
  const withStock = (entries: typeof goods) => entries.filter(({ card }) => stocked(card)).length;
  const insideStocked = withStock(inside);
  const allStocked = insideStocked + withStock(outside);
  return {
    ...briefResponse(promotion),
    description: promotion.description,
    advantages: ['Плашка', 'Баннер', 'Топ выдачи товаров'],
    inPromoActionLeftovers: insideStocked,
    inPromoActionTotal: inside.length,
    notInPromoActionLeftovers: allStocked - insideStocked,
    notInPromoActionTotal: outside.length,
    participationPercentage: allStocked === 0 ? 0 : Math.round((insideStocked * 100) / allStocked),
    ...(promotion.isAuto ? { exceptionProductsCount: 0 } : {}),
    ranging: promotion.ranging,
  };
}

function stockedCards(seller: Seller): (card: Card) => boolean {
  const stocked = new Set<number>();
  for (const warehouse of seller.warehouses) {
    for (const [chrtId, amount] of Object.entries(warehouse.stocks))
      if (amount > 0) stocked.add(Number(chrtId));
  }
  return (card) => card.sizes.some((size) => stocked.has(size.chrtID));
}

function listGoods(state: State, call: Call) {
  const isIn = readFlag(call.query['inAction']);
  const page = readPage(call.query, { isLimitRequired: false, limitMax: PAGE_MAX });
  const promotionID = wholeNumber(call.query['promotionID']);
  if (isIn === undefined || !page || promotionID === undefined) return refuse(call, 'Invalid query params');
  const promotion = findPromotion(state, promotionID);
  if (!promotion || promotion.isAuto || promotion.endMs < call.nowMs)
    return refuse(call, 'Unprocessable entity', 422);
  const nomenclatures = goodsOfPromotion(call.seller, promotion)
    .filter((entry) => entry.isIn === isIn)
    .slice(page.offset, page.offset + page.limit)
    .map(({ card, planPrice, planDiscount }) => ({
      id: card.nmID,
      inAction: isIn,
      price: priceOf(card),
      currencyCode: 'RUB',
      planPrice,
      discount: card.discount,
      planDiscount,
    }));
  return { data: { nomenclatures } };
}

/** The discount is set through an ordinary price task: at once, or when the promotion starts. */
function joinPromotion(simulator: Simulator, call: Call) {
  const input = UploadRequest.safeParse(call.body);
  if (!input.success) return refuse(call, 'Invalid query params');
  const { promotionID, uploadNow, nomenclatures } = input.data.data;
  const promotion = findPromotion(simulator.state, promotionID);
  if (!promotion || promotion.isAuto || promotion.endMs < call.nowMs)
    return refuse(call, 'Unprocessable entity', 422);
  const invited = new Map(goodsOfPromotion(call.seller, promotion).map((entry) => [entry.card.nmID, entry]));
  const chosen = nomenclatures.flatMap((nmID) => invited.get(nmID) ?? []);
  if (chosen.length === 0) return refuse(call, 'Unprocessable entity', 422);

  const items = chosen.map(({ card, planDiscount }) => ({
    nmID: card.nmID,
    sizeID: null,
    price: null,
    discount: planDiscount,
    clubDiscount: null,
  }));
  const waits = !uploadNow && promotion.startMs > call.nowMs;
  const { task, isKnown } = enqueuePriceTask(simulator, call.seller, call.nowMs, {
    kind: 'promotion',
    promotionID,
    items,
    ...(waits ? { dueMs: promotion.startMs } : {}),
  });
  return { data: { alreadyExists: isKnown, uploadID: task.id } };
}
