import type { BarcodeHolder } from '#contract/barcodes.ts';
import { hasWrongCheckDigit } from '#contract/card-rules.ts';
import type { CardSize } from '#contract/cards.ts';

/** A size as it was when barcodes were asked for it. */
export interface SizePlace {
  index: number;
  techSize: string;
}

export function placesWithout(sizes: readonly CardSize[]): SizePlace[] {
  return sizes.flatMap(({ techSize, skus }, index) => (skus.length === 0 ? [{ index, techSize }] : []));
}

/** A barcode for each place; a size that was taken away or renamed meanwhile gets none. */
export function withBarcodes(
  sizes: readonly CardSize[],
  places: readonly SizePlace[],
  barcodes: readonly string[],
): CardSize[] {
  return sizes.map((size, index) => {
    const at = places.findIndex((place) => place.index === index && place.techSize === size.techSize);
    const barcode = barcodes[at];
    return barcode === undefined ? size : { ...size, skus: [...size.skus, barcode] };
  });
}

/** Complete ones, each once: what is worth a question. */
export function askableBarcodes(sizes: readonly Pick<CardSize, 'skus'>[]): string[] {
  return [...new Set(sizes.flatMap(({ skus }) => skus).filter((sku) => /^\d{8,15}$/.test(sku)))].sort();
}

export interface BarcodeDoubt {
  barcode: string;
  text: string;
  /** Another card that has it. */
  holder?: BarcodeHolder;
}

/** What is to be said of the barcodes of one size. */
export function barcodeDoubts(
  sizes: readonly CardSize[],
  index: number,
  holders: readonly BarcodeHolder[],
): BarcodeDoubt[] {
  const all = sizes.flatMap(({ skus }) => skus);
  return [...new Set(sizes[index]?.skus)].flatMap((barcode): BarcodeDoubt[] => {
    const doubts: BarcodeDoubt[] = [];
    if (hasWrongCheckDigit(barcode)) {
      doubts.push({ barcode, text: `У баркода ${barcode} не сходится контрольная цифра` });
    }
    if (all.filter((other) => other === barcode).length > 1) {
      doubts.push({ barcode, text: `Баркод ${barcode} указан дважды` });
    }
    const holder = holders.find((one) => one.barcode === barcode);
    if (holder) doubts.push({ barcode, text: `Баркод ${barcode} уже у карточки`, holder });
    return doubts;
  });
}
