import {
  BRAND_MAX_LENGTH,
  characterCount,
  MAX_TAGS,
  TAG_MAX_LENGTH,
  VENDOR_CODE_MAX_LENGTH,
  WB_SIZE_MAX_LENGTH,
} from '#contract/card-rules.ts';
import { readCentimetres, readDay, readKilograms, since1900, tagsOf } from '#contract/cell-values.ts';
import { discountSchema, pricedKopecksSchema } from '#contract/fields.ts';
import type { CellProblem, ColumnMeaning } from '#contract/imports.ts';
import { parseNumber, parseRoubles } from '#contract/number-text.ts';
import { barcodesIn, sizesIn, WB_SIZE_TOO_LONG, wbSizesIn } from '#server/cards/size-cells.ts';
import { CELL_ERROR } from '#server/table-files/cell-error.ts';
import { plainName } from '#server/table-files/column-names.ts';

/** What a row says, as the fields of a card; a cell that is empty says nothing. */
export interface RowValues {
  cardId?: string;
  vendorCode?: string;
  nmId?: string;
  /** In groups, where they are grouped by size. */
  barcodes?: string[][];
  title?: string;
  subject?: string;
  brand?: string;
  description?: string;
  priceKopecks?: number;
  discount?: number;
  clubDiscount?: number;
  costPriceKopecks?: number;
  /** Without a cost price beside it, it says nothing. */
  costPriceFrom?: string;
  sizes?: string[];
  /** One of each size; an empty one is not said. */
  wbSizes?: string[];
  lengthCm?: number;
  widthCm?: number;
  heightCm?: number;
  weightKg?: number;
  tags?: string[];
  characteristics: { column: number; name: string; text: string }[];
}

export interface ReadRow {
  values: RowValues;
  problems: CellProblem[];
}

/** A row of the table as it came, and as it was read. */
export type ReadLine = ReadRow & { line: number; cells: readonly string[] };

/** «4,6E+12»: what a spreadsheet leaves of a long number when it writes it as text. Its digits are gone. */
const SHORTENED = /^\d(?:[.,]\d+)?E\+\d{2}$/i;
const SHORTENED_TEXT =
  'Excel сократил номер, и его цифры потеряны: задайте столбцу формат «Числовой» без знаков после запятой и сохраните файл ещё раз';

type Reader = (cell: string) => Partial<RowValues> | string;

const READERS: Record<Exclude<ColumnMeaning, 'characteristic' | 'wbSizes'>, Reader> = {
  cardId: (cell) =>
    /^[1-9]\d{0,14}$/.test(cell) ? { cardId: cell } : 'ID карточки — это число из файла «Скачать»',
  vendorCode: (cell) => {
    if (SHORTENED.test(cell)) return SHORTENED_TEXT;
    return characterCount(cell) > VENDOR_CODE_MAX_LENGTH
      ? `Артикул не длиннее ${VENDOR_CODE_MAX_LENGTH} символов`
      : { vendorCode: cell };
  },
  nmId: (cell) => (/^[1-9]\d{0,11}$/.test(cell) ? { nmId: cell } : 'Артикул WB — это от 1 до 12 цифр'),
  barcodes: (cell) => (SHORTENED.test(cell) ? SHORTENED_TEXT : { barcodes: barcodesIn(cell) }),
  title: (cell) => ({ title: cell }),
  subject: (cell) => ({ subject: cell }),
  brand: (cell) => (characterCount(cell) > BRAND_MAX_LENGTH ? 'Не длиннее 100 символов' : { brand: cell }),
  description: (cell) => ({ description: cell }),
  priceKopecks: sum('priceKopecks'),
  discount: percent('discount'),
  clubDiscount: percent('clubDiscount'),
  costPriceKopecks: sum('costPriceKopecks'),
  costPriceFrom: (cell) => {
    const costPriceFrom = readDay(cell);
    return costPriceFrom === null ? 'Нужен день, например 01.12.2026' : { costPriceFrom };
  },
  sizes: (cell) => ({ sizes: sizesIn(cell) }),
  lengthCm: centimetres('lengthCm'),
  widthCm: centimetres('widthCm'),
  heightCm: centimetres('heightCm'),
  weightKg: (cell) => {
    const weightKg = readKilograms(cell);
    return weightKg === null ? 'Нужен вес в килограммах' : { weightKg };
  },
  tags: (cell) => {
    const tags = tagsOf(cell);
    const isUsable = tags.length <= MAX_TAGS && tags.every((tag) => characterCount(tag) <= TAG_MAX_LENGTH);
    return isUsable
      ? { tags }
      : `Не больше ${MAX_TAGS} ярлыков, и каждый не длиннее ${TAG_MAX_LENGTH} знаков`;
  },
};

/** Pure: the same cells always come to the same. */
export function readRow(
  cells: readonly string[],
  meanings: readonly (ColumnMeaning | null)[],
  { headings, isSince1904 = false }: { headings: readonly string[]; isSince1904?: boolean },
): ReadRow {
  const values: RowValues = { characteristics: [] };
  const problems: CellProblem[] = [];
  let wbSizes = '';
  for (const [column, meaning] of meanings.entries()) {
    const cell = cells[column] ?? '';
    if (meaning === null || cell === '') continue;
    if (CELL_ERROR.test(cell)) {
      problems.push({ column, text: `В ячейке ошибка формулы ${cell}` });
    } else if (meaning === 'characteristic') {
      values.characteristics.push({ column, name: plainName(headings[column] ?? ''), text: cell });
    } else if (meaning === 'wbSizes') {
      // One that has a comma in it is told once it is known to be one.
      const isTooLong = cell.split(/[;,\n]/).some((part) => characterCount(part.trim()) > WB_SIZE_MAX_LENGTH);
      if (isTooLong) problems.push({ column, text: WB_SIZE_TOO_LONG });
      else wbSizes = cell;
    } else {
      const isOtherDay = meaning === 'costPriceFrom' && isSince1904;
      const read = READERS[meaning](isOtherDay ? since1900(cell) : cell);
      if (typeof read === 'string') problems.push({ column, text: read });
      else Object.assign(values, read);
    }
  }
  // How many there are, the row's sizes tell.
  if (wbSizes !== '') values.wbSizes = wbSizesIn(wbSizes, values.sizes?.length ?? 0);
  return { values, problems };
}

function sum(field: 'priceKopecks' | 'costPriceKopecks'): Reader {
  return (cell) => {
    const kopecks = parseRoubles(cell);
    const isUsable = kopecks !== null && pricedKopecksSchema.safeParse(kopecks).success;
    return isUsable ? { [field]: kopecks } : 'Нужна сумма в рублях';
  };
}

function percent(field: 'discount' | 'clubDiscount'): Reader {
  return (cell) => {
    const value = parseNumber(cell.replace(/\s*%$/, ''));
    const isUsable = value !== null && discountSchema.safeParse(value).success;
    return isUsable ? { [field]: value } : 'Нужно целое число от 0 до 99';
  };
}

function centimetres(field: 'lengthCm' | 'widthCm' | 'heightCm'): Reader {
  return (cell) => {
    const value = readCentimetres(cell);
    return value === null ? 'Нужно целое число сантиметров от 0 до 1000' : { [field]: value };
  };
}
