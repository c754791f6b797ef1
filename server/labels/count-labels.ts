import { MAX_LABELS, type LabelsInput, type LabelsPreview } from '#contract/labels.ts';
import { codeOn } from './draw-label.ts';
import { labelSheets, labelsPerPage } from './formats.ts';
import type { CardCounts } from './read-labels.ts';
import { takeTurns } from './take-turns.ts';

type LabelCount = Omit<LabelsPreview, 'cardCount' | 'page'>;

/** What a file would have. It ends where there are too many: nothing is made of them. */
export async function countLabels(
  cards: AsyncIterable<CardCounts>,
  { settings: { format, code }, ownCounts = [] }: Pick<LabelsInput, 'settings' | 'ownCounts'>,
): Promise<LabelCount> {
  const unknown = new Set(ownCounts.map(({ barcode }) => barcode.trim()));
  const sheet = labelSheets[format];
  const count = {
    labelCount: 0,
    withoutBarcodeCount: 0,
    withoutStockCount: 0,
    leftOutCount: 0,
    asCode128Count: 0,
    asQrCount: 0,
  };
  const others = takeTurns();
  for await (const { hasBarcode, labels } of cards) {
    if (!hasBarcode) count.withoutBarcodeCount += 1;
    else if (labels.length > 0 && labels.every(({ copies }) => copies === 0)) {
      count[labels.some(({ isSaid }) => isSaid) ? 'leftOutCount' : 'withoutStockCount'] += 1;
    }
    for (const { barcode } of labels) unknown.delete(barcode);
    for (const { barcode, copies } of labels.filter((one) => one.copies > 0)) {
      count.labelCount += copies;
      const real = codeOn(sheet, code, barcode);
      if (real !== code) count[real === 'QR' ? 'asQrCount' : 'asCode128Count'] += 1;
    }
    if (count.labelCount > MAX_LABELS) break;
    await others();
  }
  const isTooMany = count.labelCount > MAX_LABELS;
  return {
    ...count,
    isTooMany,
    unknownBarcodes: isTooMany ? [] : [...unknown],
    pageCount: Math.ceil(count.labelCount / labelsPerPage(sheet)),
  };
}
