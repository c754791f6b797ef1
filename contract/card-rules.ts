/** What both sides know of a card: the form says it before the server does, in the same figures. */

/**
 * Prices act on a live marketplace: two people's changes to them are never joined without asking, and they never wait on
 * a device.
 */
export const priceFields = ['priceKopecks', 'discount', 'clubDiscount'] as const;

export const TITLE_MAX_LENGTH = 60;
export const DESCRIPTION_MAX_LENGTH = 5000;
/** Longer descriptions are taken for some subjects only. */
export const USUAL_DESCRIPTION_LENGTH = 2000;
/** «Рос. размер». */
export const WB_SIZE_MAX_LENGTH = 50;
export const VENDOR_CODE_MAX_LENGTH = 72;
export const BRAND_MAX_LENGTH = 100;
export const TAG_MAX_LENGTH = 15;
export const MAX_TAGS = 15;

/** «Заканчивается»: sellers reorder at about this many pieces. */
export const LOW_STOCK_MAX = 19;

/** What the limits count, and zod's `maxLength` too: characters of Unicode, of which a letter as a reader sees it may have two. */
export function characterCount(text: string): number {
  let count = 0;
  for (const _character of text) count += 1;
  return count;
}

export interface Price {
  priceKopecks: number;
  discount: number;
}

/**
 * «Карантин цен»: the marketplace holds back a discounted price that is a third of the old one or less. Reckoned without
 * division, so that nothing is rounded. What has no price has nothing to be held back.
 */
export function isQuarantined(old: Price, next: Price): boolean {
  if (old.priceKopecks === 0 || next.priceKopecks === 0) return false;
  return next.priceKopecks * (100 - next.discount) * 3 <= old.priceKopecks * (100 - old.discount);
}

/** The thirteenth digit of an EAN-13 barcode, from its first twelve. */
export function ean13CheckDigit(first12: string): string {
  let sum = 0;
  for (let index = 0; index < 12; index += 1) sum += Number(first12[index]) * (index % 2 === 0 ? 1 : 3);
  return String((10 - (sum % 10)) % 10);
}

/** Thirteen digits of which the last is wrong. Other lengths are barcodes too, but not EAN-13. */
export function hasWrongCheckDigit(barcode: string): boolean {
  return /^\d{13}$/.test(barcode) && ean13CheckDigit(barcode.slice(0, 12)) !== barcode[12];
}

/**
 * «Маржа» of the list: how much of the price with its discount is left above the cost price, in whole per cent, rounded down.
 * Commission, logistics and taxes are not in it. Null where there is no cost price or no price. `cards.margin_percent` is the
 * same in SQL.
 */
export function marginPercent(finalPriceKopecks: number, costPriceKopecks: number | null): number | null {
  if (costPriceKopecks === null || finalPriceKopecks <= 0) return null;
  return Math.floor(((finalPriceKopecks - costPriceKopecks) * 100) / finalPriceKopecks);
}
