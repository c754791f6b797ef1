import { pricesResponse, pricesError } from '#simulator/gateway/responses.ts';
import type { Call, Simulator } from '#simulator/gateway/gateway.ts';
import { enqueuePriceTask, isAlreadySet, pricedCard } from '#simulator/state/price-tasks.ts';
import type { PriceItem, PriceTask } from '#simulator/state/state.ts';

const ITEMS_MAX = 1000;
const DISCOUNT_MAX = 99;
const CLUB_DISCOUNT_MAX = 50;

type Row = Record<string, unknown>;
type Reading = { item: PriceItem } | { error: string };

export function acceptPrices(simulator: Simulator, call: Call) {
  return accept(simulator, call, 'prices', readPriceRow, {
    alreadySet: 'The specified prices and discounts are already set',
    nothingKnown:
      'All item Nos. are specified incorrectly, or the specified prices and discounts are already set',
  });
}

export function acceptSizePrices(simulator: Simulator, call: Call) {
  return accept(simulator, call, 'sizes', readSizeRow, {
    alreadySet: 'The specified prices and discounts are already set',
    nothingKnown:
      'All item Nos. are specified incorrectly, or the specified prices and discounts are already set',
  });
}

export function acceptClubDiscounts(simulator: Simulator, call: Call) {
  return accept(simulator, call, 'club', readClubRow, {
    alreadySet:
      'Discounts in the file are the same as those already set. To change discounts, edit the file and upload it again',
    nothingKnown: 'All item Nos. are specified incorrectly, or the specified discounts are already set',
  });
}

function accept(
  simulator: Simulator,
  call: Call,
  kind: PriceTask['kind'],
  read: (row: Row) => Reading,
  texts: { alreadySet: string; nothingKnown: string },
) {
  const refuse = (errorText: string) => call.reply.code(400).send(pricesError(errorText));
  const rows = readRows(call.body);
  if (!rows) return refuse('Invalid data format');
  if (rows.length === 0) return refuse('Empty data');
  if (rows.length > ITEMS_MAX)
    return refuse('Upload limit exceeded: You can upload a maximum of 1 000 items');

  const items: PriceItem[] = [];
  for (const row of rows) {
    const reading = read(row);
    if ('error' in reading) return refuse(reading.error);
    items.push(reading.item);
  }
  const keys = items.map((item) => (kind === 'sizes' ? item.sizeID : item.nmID));
  if (new Set(keys).size < keys.length)
    return refuse(kind === 'sizes' ? 'Duplicate size IDs' : 'Duplicate item Nos.');

  const known = items.flatMap((item) => {
    const card = pricedCard(call.seller, item.nmID, call.nowMs);
    return card ? [{ card, item }] : [];
  });
  if (known.length === 0) return refuse(texts.nothingKnown);
  if (known.every(({ card, item }) => isAlreadySet(card, item))) {
    return refuse(known.length === items.length ? texts.alreadySet : texts.nothingKnown);
  }

  const { task, isKnown } = enqueuePriceTask(simulator, call.seller, call.nowMs, { kind, items });
  if (isKnown) {
    return call.reply
      .code(208)
      .send(pricesResponse({ id: task.id, alreadyExists: true }, 'This task already exists'));
  }
  return pricesResponse({ id: task.id, alreadyExists: false });
}

function readRows(body: unknown): Row[] | undefined {
  const data = typeof body === 'object' && body !== null && 'data' in body ? body.data : undefined;
  if (!Array.isArray(data)) return undefined;
  const rows = data.filter(
    (row): row is Row => typeof row === 'object' && row !== null && !Array.isArray(row),
  );
  return rows.length === data.length ? rows : undefined;
}

function emptyItem(nmID: number): PriceItem {
  return { nmID, sizeID: null, price: null, discount: null, clubDiscount: null };
}

function isNmID(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0;
}

function readPriceRow({ nmID, price = null, discount = null }: Row): Reading {
  if (!isNmID(nmID)) return { error: 'Invalid item No.' };
  if (price === null && discount === null) return { error: 'Price and discount not specified' };
  const priceError = price === null ? undefined : checkPrice(price);
  if (priceError !== undefined) return { error: priceError };
  if (discount !== null && !isPercent(discount, DISCOUNT_MAX)) return { error: 'Invalid discount value' };
  return { item: { ...emptyItem(nmID), price: numberOrNull(price), discount: numberOrNull(discount) } };
}

function readSizeRow({ nmID, sizeID, price }: Row): Reading {
  if (!isNmID(nmID)) return { error: 'Invalid item No.' };
  if (!isNmID(sizeID)) return { error: 'Invalid size' };
  if (price === undefined || price === null) return { error: 'Price and discount not specified' };
  const priceError = checkPrice(price);
  return priceError === undefined
    ? { item: { ...emptyItem(nmID), sizeID, price: numberOrNull(price) } }
    : { error: priceError };
}

function readClubRow({ nmID, clubDiscount }: Row): Reading {
  if (!isNmID(nmID)) return { error: 'Invalid item No.' };
  if (!isPercent(clubDiscount, CLUB_DISCOUNT_MAX)) return { error: 'Invalid discount value' };
  return { item: { ...emptyItem(nmID), clubDiscount: numberOrNull(clubDiscount) } };
}

function checkPrice(price: unknown): string | undefined {
  if (typeof price !== 'number') return 'Invalid data format';
  if (!Number.isInteger(price)) return 'Price should be a whole number';
  return price > 0 ? undefined : 'Invalid price value';
}

function isPercent(value: unknown, max: number): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= max;
}

function numberOrNull(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}
