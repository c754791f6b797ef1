/** What the barcodes of a card may be, wherever they come from. What the card has already may stay, whatever it is. */

/** Digits alone, as the marketplace gives them and as codes on goods are. */
export const BARCODE = /^\d{8,15}$/;

type Barcodes = readonly string[];

/** The first that stands twice; undefined: none does. */
export function repeatedBarcode(barcodes: Barcodes, before: Barcodes): string | undefined {
  return repeated(barcodes).find((barcode) => !repeated(before).includes(barcode));
}

/** Those that look like none: of use only where the marketplace has them itself. */
export function oddBarcodes(barcodes: Barcodes, before: Barcodes): string[] {
  return barcodes.filter((barcode) => !BARCODE.test(barcode) && !before.includes(barcode));
}

export const repeatedBarcodeText = (barcode: string) => `Баркод ${barcode} указан дважды`;
export const oddBarcodeText = (barcode: string) => `Баркод «${barcode}» не подходит: нужно от 8 до 15 цифр`;

export function repeated<T>(values: readonly T[]): T[] {
  return [...new Set(values.filter((value, index) => values.indexOf(value) !== index))];
}
