import { chanceOf, between } from './random.ts';
import { findSubject } from '#simulator/reference/directory.ts';
import { recordEffect, type Card, type PriceItem, type PriceTask, type Seller, type State } from './state.ts';
import { CANCELLING_PRICE, isInStockSale, isQuarantined, QUARANTINED, STOCK_SALE } from './triggers.ts';

const PROCESSING_MS = { from: 1000, to: 4000 };
/** Later ones push out the oldest: nobody asks for a task of last month. */
const TASKS_KEPT = 2000;

const NOT_FOUND = 'The item with the specified No. was not found';

/** Puts an upload in work, or finds the equal one that is in work already. */
export function enqueuePriceTask(
  clock: { state: State; speed: number },
  seller: Seller,
  nowMs: number,
  upload: Pick<PriceTask, 'kind' | 'items' | 'promotionID'> & { dueMs?: number },
): { task: PriceTask; isKnown: boolean } {
  const fingerprint = JSON.stringify([upload.kind, upload.promotionID, upload.items]);
  const known = seller.priceTasks.find((task) => task.status === 1 && task.fingerprint === fingerprint);
  if (known) return { task: known, isKnown: true };
  clock.state.nextTaskID += 1;
  const id = clock.state.nextTaskID;
  const usualMs = between(chanceOf(clock.state.seed, 'task', id), PROCESSING_MS.from, PROCESSING_MS.to);
  const task: PriceTask = {
    id,
    kind: upload.kind,
    ...(upload.promotionID === undefined ? {} : { promotionID: upload.promotionID }),
    fingerprint,
    uploadedMs: nowMs,
    dueMs: upload.dueMs ?? nowMs + usualMs / clock.speed,
    status: 1,
    items: upload.items,
    errors: {},
  };
  seller.priceTasks.push(task);
  if (seller.priceTasks.length > TASKS_KEPT) seller.priceTasks.shift();
  return { task, isKnown: false };
}

/** Prices know a card only after it has been synchronised. */
export function pricedCard(seller: Seller, nmID: number, nowMs: number): Card | undefined {
  const card = seller.cards.get(nmID);
  return card && card.trashedAtMs === null && card.syncedAtMs <= nowMs ? card : undefined;
}

export function priceOf(card: Card): number {
  return card.sizes[0]?.price ?? 0;
}

export function hasSizePrices(card: Card): boolean {
  return findSubject(card.subjectID)?.hasSizePrices ?? false;
}

export function itemKey(item: PriceItem): string {
  return item.sizeID === null ? String(item.nmID) : `${String(item.nmID)}:${String(item.sizeID)}`;
}

/** Whether the item asks for what is set already. */
export function isAlreadySet(card: Card, item: PriceItem): boolean {
  if (item.clubDiscount !== null) return card.clubDiscount === item.clubDiscount;
  if (item.sizeID !== null)
    return card.sizes.find((size) => size.chrtID === item.sizeID)?.price === item.price;
  const isPriceSet = item.price === null || card.sizes.every((size) => size.price === item.price);
  return isPriceSet && (item.discount === null || card.discount === item.discount);
}

export function finishPriceTask(seller: Seller, task: PriceTask): void {
  if (task.items.some((item) => item.price === CANCELLING_PRICE)) {
    task.status = 4;
    return;
  }
  for (const item of task.items) {
    const error = applyItem(seller, item, task.dueMs);
    if (error !== undefined) task.errors[itemKey(item)] = error;
  }
  const failed = Object.keys(task.errors).length;
  task.status = failed === 0 ? 3 : failed < task.items.length ? 5 : 6;
}

function applyItem(seller: Seller, item: PriceItem, atMs: number): string | undefined {
  const card = pricedCard(seller, item.nmID, atMs);
  if (!card) return NOT_FOUND;
  if (isInStockSale(card.vendorCode)) return STOCK_SALE;
  // Equal by the time its turn comes: nothing changes, so there is no effect to count.
  if (isAlreadySet(card, item)) return undefined;
  if (item.clubDiscount !== null) {
    card.clubDiscount = item.clubDiscount;
  } else if (item.sizeID !== null) {
    const size = card.sizes.find((entry) => entry.chrtID === item.sizeID);
    if (!size) return 'Invalid size';
    if (!hasSizePrices(card)) return 'Prices can not be set separately for sizes of this item';
    size.price = item.price ?? size.price;
  } else {
    const old = { price: priceOf(card), discount: card.discount };
    const next = { price: item.price ?? old.price, discount: item.discount ?? old.discount };
    seller.quarantine = seller.quarantine.filter((entry) => entry.nmID !== card.nmID);
    if (!hasSizePrices(card) && isQuarantined(old, next)) {
      seller.quarantine.push({ nmID: card.nmID, newPrice: next.price, newDiscount: next.discount });
      return QUARANTINED;
    }
    for (const size of card.sizes) size.price = next.price;
    card.discount = next.discount;
  }
  card.priceHistory.push({ fromMs: atMs, price: priceOf(card), discount: card.discount });
  seller.version += 1;
  recordEffect(seller, {
    kind: 'price-set',
    atMs,
    vendorCode: card.vendorCode,
    nmID: card.nmID,
    detail: `${String(priceOf(card))} ₽, −${String(card.discount)} %`,
  });
  return undefined;
}
