import type { FastifyInstance } from 'fastify';
import { pricesResponse, pricesError } from '#simulator/gateway/responses.ts';
import { registerOperation, type Call, type Simulator } from '#simulator/gateway/gateway.ts';
import { hasSizePrices, itemKey, priceOf, pricedCard } from '#simulator/state/price-tasks.ts';
import { acceptClubDiscounts, acceptPrices, acceptSizePrices } from './price-uploads.ts';
import { readPage, wholeNumber } from '#simulator/gateway/query.ts';
import type { Card, PriceTask } from '#simulator/state/state.ts';
import { isInStockSale, STOCK_SALE } from '#simulator/state/triggers.ts';

const PAGE_MAX = 1000;
const INVALID_PARAMETERS = 'Invalid request parameters';
const CURRENCY = 'RUB';

/** The prices host: uploads, their history, goods with prices, quarantine. */
export function registerPricesRoutes(app: FastifyInstance, simulator: Simulator): void {
  const add = (
    operation: { method: 'GET' | 'POST'; path: string; name?: string; isWrite?: boolean },
    handle: (call: Call) => unknown,
  ) =>
    registerOperation(
      app,
      simulator,
      {
        method: operation.method,
        path: `/prices/api/v2/${operation.path}`,
        name: `prices/${operation.path}`,
        category: 'prices',
        group: 'prices',
        shape: 'prices',
        isWrite: operation.isWrite ?? false,
      },
      handle,
    );

  add({ method: 'POST', path: 'upload/task', isWrite: true }, (call) => acceptPrices(simulator, call));
  add({ method: 'POST', path: 'upload/task/size', isWrite: true }, (call) =>
    acceptSizePrices(simulator, call),
  );
  add({ method: 'POST', path: 'upload/task/club-discount', isWrite: true }, (call) =>
    acceptClubDiscounts(simulator, call),
  );
  add({ method: 'GET', path: 'history/tasks' }, (call) => taskState(call, (task) => task.status !== 1));
  add({ method: 'GET', path: 'history/goods/task' }, taskGoods);
  add({ method: 'GET', path: 'buffer/tasks' }, (call) =>
    // Only uploads of the promotion calendar wait in the buffer.
    taskState(call, (task) => task.status === 1 && task.kind === 'promotion'),
  );
  add({ method: 'GET', path: 'buffer/goods/task' }, bufferedGoods);
  add({ method: 'GET', path: 'list/goods/filter' }, listGoods);
  add({ method: 'POST', path: 'list/goods/filter' }, listGoodsByNmID);
  add({ method: 'GET', path: 'quarantine/goods' }, listQuarantine);
}

function refuse(call: Call, errorText = INVALID_PARAMETERS) {
  return call.reply.code(400).send(pricesError(errorText));
}

function findTask(call: Call): PriceTask | undefined {
  const uploadID = wholeNumber(call.query['uploadID']);
  return call.seller.priceTasks.find((task) => task.id === uploadID);
}

function taskState(call: Call, isHere: (task: PriceTask) => boolean) {
  if (wholeNumber(call.query['uploadID']) === undefined) return refuse(call);
  const task = findTask(call);
  if (!task || !isHere(task)) return pricesResponse(null);
  const isDone = task.status === 3 || task.status === 5;
  return pricesResponse({
    uploadID: task.id,
    status: task.status,
    uploadDate: new Date(task.uploadedMs).toISOString(),
    activationDate: new Date(task.dueMs).toISOString(),
    overAllGoodsNumber: task.items.length,
    successGoodsNumber: isDone ? task.items.length - Object.keys(task.errors).length : 0,
  });
}

function taskGoods(call: Call) {
  const page = readPage(call.query, { isLimitRequired: true, limitMax: PAGE_MAX });
  const uploadID = wholeNumber(call.query['uploadID']);
  if (!page || uploadID === undefined) return refuse(call);
  const task = findTask(call);
  if (!task || task.status === 1) return { data: { uploadID, historyGoods: null } };
  const historyGoods = task.items.slice(page.offset, page.offset + page.limit).map((item) => {
    const card = call.seller.cards.get(item.nmID);
    const error = task.status === 4 ? 'The upload was cancelled' : task.errors[itemKey(item)];
    const size = card?.sizes.find((entry) => entry.chrtID === item.sizeID);
    return {
      nmID: item.nmID,
      vendorCode: card?.vendorCode ?? '',
      sizeID: item.sizeID,
      techSizeName: size?.techSize ?? '',
      price: item.price,
      currencyIsoCode4217: CURRENCY,
      discount: item.discount ?? card?.discount ?? 0,
      clubDiscount: item.clubDiscount,
      status: error === undefined ? 2 : 3,
      errorText: error ?? null,
    };
  });
  return { data: { uploadID, historyGoods } };
}

/** What the promotion's start would refuse is known before. */
function bufferedGoods(call: Call) {
  const page = readPage(call.query, { isLimitRequired: true, limitMax: PAGE_MAX });
  const uploadID = wholeNumber(call.query['uploadID']);
  if (!page || uploadID === undefined) return refuse(call);
  const task = findTask(call);
  const isHere = task !== undefined && task.status === 1 && task.kind === 'promotion';
  if (!isHere) return pricesResponse({ uploadID, bufferGoods: null });
  const bufferGoods = task.items.slice(page.offset, page.offset + page.limit).flatMap((item) => {
    const card = call.seller.cards.get(item.nmID);
    const [size] = card?.sizes ?? [];
    if (!card || !size) return [];
    return [
      {
        nmID: item.nmID,
        vendorCode: card.vendorCode,
        sizeID: size.chrtID,
        techSizeName: size.techSize,
        price: priceOf(card),
        currencyIsoCode4217: CURRENCY,
        discount: item.discount ?? card.discount,
        clubDiscount: card.clubDiscount,
        status: 1,
        errorText: isInStockSale(card.vendorCode) ? STOCK_SALE : null,
      },
    ];
  });
  return pricesResponse({ uploadID, bufferGoods });
}

function knownGoods(call: Call): Card[] {
  return [...call.seller.cards.values()].filter((card) => pricedCard(call.seller, card.nmID, call.nowMs));
}

function listGoods(call: Call) {
  const page = readPage(call.query, { isLimitRequired: true, limitMax: PAGE_MAX });
  if (!page) return refuse(call);
  const filterNmID = wholeNumber(call.query['filterNmID']);
  if (call.query['filterNmID'] !== undefined && filterNmID === undefined) return refuse(call);
  const goods = knownGoods(call).filter((card) => filterNmID === undefined || card.nmID === filterNmID);
  return pricesResponse({ listGoods: goods.slice(page.offset, page.offset + page.limit).map(goodsResponse) });
}

function listGoodsByNmID(call: Call) {
  const body = call.body;
  const nmList = typeof body === 'object' && body !== null && 'nmList' in body ? body.nmList : undefined;
  if (!Array.isArray(nmList) || nmList.length === 0 || nmList.length > PAGE_MAX) return refuse(call);
  if (!nmList.every((nmID): nmID is number => Number.isInteger(nmID))) return refuse(call);
  const goods = nmList
    .map((nmID) => pricedCard(call.seller, nmID, call.nowMs))
    .filter((card): card is Card => card !== undefined);
  return pricesResponse({ listGoods: goods.map(goodsResponse) });
}

function goodsResponse(card: Card) {
  const discounted = (price: number) => Math.round(price * (100 - card.discount)) / 100;
  return {
    nmID: card.nmID,
    vendorCode: card.vendorCode,
    sizes: card.sizes.map((size) => ({
      sizeID: size.chrtID,
      price: size.price,
      discountedPrice: discounted(size.price),
      clubDiscountedPrice: Math.round(discounted(size.price) * (100 - card.clubDiscount)) / 100,
      techSizeName: size.techSize,
    })),
    currencyIsoCode4217: CURRENCY,
    discount: card.discount,
    clubDiscount: card.clubDiscount,
    editableSizePrice: hasSizePrices(card),
    isBadTurnover: false,
  };
}

function listQuarantine(call: Call) {
  const page = readPage(call.query, { isLimitRequired: true, limitMax: PAGE_MAX });
  if (!page) return refuse(call);
  const quarantineGoods = call.seller.quarantine
    .slice(page.offset, page.offset + page.limit)
    .flatMap((entry) => {
      const card = call.seller.cards.get(entry.nmID);
      if (!card) return [];
      const oldPrice = priceOf(card);
      const priceDiff = entry.newPrice * (1 - entry.newDiscount / 100) - oldPrice * (1 - card.discount / 100);
      return {
        nmID: entry.nmID,
        sizeID: null,
        techSizeName: '',
        currencyIsoCode4217: CURRENCY,
        newPrice: entry.newPrice,
        oldPrice,
        newDiscount: entry.newDiscount,
        oldDiscount: card.discount,
        priceDiff: Math.round(priceDiff * 100) / 100,
      };
    });
  return pricesResponse({ quarantineGoods });
}
