import { LABELS_PER_FILE, MAX_LABELS, type LabelsPreview } from '#contract/labels.ts';
import { formatInteger } from '#lib/numbers.ts';
import { countOf } from '#lib/plurals.ts';

const LABELS = ['этикетка', 'этикетки', 'этикеток'] as const;
const CARDS = ['карточка', 'карточки', 'карточек'] as const;
const OF_CARDS = ['карточки', 'карточек', 'карточек'] as const;
const SHEETS = ['лист', 'листа', 'листов'] as const;
const FILES = ['файл', 'файла', 'файлов'] as const;
const BARCODES = ['баркод', 'баркода', 'баркодов'] as const;

/** «64 этикетки, 12 карточек». */
export function countText({ labelCount, pageCount, cardCount, isTooMany, ...left }: LabelsPreview): string {
  if (isTooMany) return `Больше ${countOf(MAX_LABELS, LABELS)}`;
  const cards = cardCount - left.withoutBarcodeCount - left.withoutStockCount - left.leftOutCount;
  const sheets = pageCount < labelCount ? `, ${countOf(pageCount, SHEETS)}` : '';
  const files = isArchive(labelCount)
    ? `. ${countOf(Math.ceil(labelCount / LABELS_PER_FILE), FILES)} PDF в одном архиве`
    : '';
  return `${countOf(labelCount, LABELS)}, ${countOf(cards, CARDS)}${sheets}${files}`;
}

/** Too many for one PDF: several come in a ZIP. */
export function isArchive(labelCount: number): boolean {
  return labelCount > LABELS_PER_FILE;
}

/** What is not as one would think. */
export function remarksOf(preview: LabelsPreview): string[] {
  if (preview.isTooMany) return [];
  const { withoutBarcodeCount, withoutStockCount, asCode128Count, asQrCount, unknownBarcodes } = preview;
  return [
    ...(withoutBarcodeCount > 0 ? [`У ${countOf(withoutBarcodeCount, OF_CARDS)} нет баркода`] : []),
    ...(withoutStockCount > 0 ? [`У ${countOf(withoutStockCount, OF_CARDS)} нет остатка`] : []),
    ...(asCode128Count > 0 ? [`${countOf(asCode128Count, BARCODES)} не EAN-13: там будет Code 128`] : []),
    ...(asQrCount > 0 ? [`${countOf(asQrCount, BARCODES)} не для Code 128: там будет QR`] : []),
    ...(unknownBarcodes.length > 0 ? [unknownText(unknownBarcodes)] : []),
  ];
}

const NAMED_BARCODES = 3;

function unknownText(barcodes: readonly string[]): string {
  const named = barcodes.slice(0, NAMED_BARCODES).join(', ');
  const more = barcodes.length - NAMED_BARCODES;
  return `Среди выбранных нет: ${named}${more > 0 ? ` и ещё ${formatInteger(more)}` : ''}`;
}

/** Why no file can be made; null where it can. */
export function noFileReason({
  isTooMany,
  labelCount,
  withoutStockCount,
  leftOutCount,
}: LabelsPreview): string | null {
  if (isTooMany) {
    return `За один раз — не больше ${formatInteger(MAX_LABELS)} этикеток. Выберите меньше карточек`;
  }
  if (labelCount > 0) return null;
  if (withoutStockCount > 0) return 'Остатка нет: укажите число этикеток';
  return leftOutCount > 0
    ? 'У всех стоит 0: укажите число хотя бы у одной'
    : 'Баркодов нет: добавьте их в карточке';
}
