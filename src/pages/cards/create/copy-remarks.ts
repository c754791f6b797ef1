import {
  characterCount,
  hasWrongCheckDigit,
  TITLE_MAX_LENGTH,
  VENDOR_CODE_MAX_LENGTH,
} from '#contract/card-rules.ts';
import type { Card } from '#contract/cards.ts';
import {
  barcodesOf,
  coloursOf,
  isOfSize,
  namesOf,
  type CellTexts,
  type ColumnsOfRow,
  type CopyCells,
  type CopyColumn,
} from './copy-cells.ts';

const BARCODE = /^\d{8,15}$/;

/** Who has a value already: the card, or a copy further up. */
interface Taken {
  vendorCode: Map<string, string>;
  title: Map<string, string>;
  barcode: Map<string, string>;
}

/** Of most rows nothing is said. */
const NOTHING_SAID = {};

/** What would be refused anyway, said while one types. The server checks again, against all cards. */
export function cellErrors(
  card: Pick<Card, 'vendorCode' | 'title' | 'sizes'>,
  columnsOfRow: ColumnsOfRow,
  rows: readonly CopyCells[],
  /** What the first row is called. */
  firstNumber = 1,
): CellTexts {
  const holder = 'исходной карточки';
  const taken: Taken = {
    vendorCode: new Map([[card.vendorCode, holder]]),
    title: new Map([[card.title, holder]]),
    barcode: new Map(card.sizes.flatMap(({ skus }) => skus.map((sku) => [sku, holder]))),
  };
  return rows.map((cells, row) => {
    const name = `копии ${firstNumber + row}`;
    const names = namesRead(cells);
    return textsOf(columnsOfRow(row), (column) => {
      if (isOfSize(column)) return barcodeError(cells[column.key], taken.barcode, name);
      if (column.key === 'colour') return null;
      return nameError(names[column.key], taken[column.key], name);
    });
  });
}

interface NameRead {
  text: string;
  /** What is wrong with it whatever others are called. */
  error: string | null;
}

const readNames = new WeakMap<CopyCells, { vendorCode: NameRead; title: NameRead }>();

/** Read once for the cells as they are: with each letter that is typed all other rows are as they were. */
function namesRead(cells: CopyCells) {
  const known = readNames.get(cells);
  if (known) return known;
  const names = namesOf(cells);
  const read = {
    vendorCode: nameRead(names.vendorCode, { empty: 'Укажите артикул', maxLength: VENDOR_CODE_MAX_LENGTH }),
    title: nameRead(names.title, { empty: 'Укажите наименование', maxLength: TITLE_MAX_LENGTH }),
  };
  readNames.set(cells, read);
  return read;
}

function nameRead(text: string, { empty, maxLength }: { empty: string; maxLength: number }): NameRead {
  if (text === '') return { text, error: empty };
  return { text, error: characterCount(text) > maxLength ? `Не длиннее ${maxLength} символов` : null };
}

function textsOf(columns: readonly CopyColumn[], textOf: (column: CopyColumn) => string | null) {
  let texts: Record<string, string> | undefined;
  for (const column of columns) {
    const text = textOf(column);
    if (text !== null) texts = { ...texts, [column.key]: text };
  }
  return texts ?? NOTHING_SAID;
}

/** What is wrong with the name; from here on it is the copy's where it was nobody's. */
function nameError({ text, error }: NameRead, holders: Map<string, string>, copy: string): string | null {
  const holder = holders.get(text);
  if (holder === undefined) holders.set(text, copy);
  return error ?? (holder === undefined ? null : `Уже есть у ${holder}`);
}

/** The same of the barcodes of a size. */
function barcodeError(text: string | undefined, holders: Map<string, string>, copy: string): string | null {
  const barcodes = barcodesOf(text);
  const odd = barcodes.find((barcode) => !BARCODE.test(barcode));
  const taken = barcodes.find((barcode) => holders.has(barcode));
  const holder = taken === undefined ? undefined : holders.get(taken);
  for (const barcode of barcodes) if (!holders.has(barcode)) holders.set(barcode, copy);
  if (odd !== undefined) return 'Баркод — от 8 до 15 цифр';
  if (holder !== undefined) return `Баркод уже у ${holder}`;
  return new Set(barcodes).size < barcodes.length ? 'Баркод указан дважды' : null;
}

interface Known {
  /** Cards of the account that have some of the barcodes. */
  holders: readonly { barcode: string; vendorCode: string }[];
  /** The marketplace's; empty while they are not known. */
  colours: ReadonlySet<string>;
  /** How many colours the copy may have; 0: as many as one likes. */
  maxColoursOf: (row: number) => number;
}

/** What may be right all the same: said, and not in the way. */
export function cellDoubts(
  columnsOfRow: ColumnsOfRow,
  rows: readonly CopyCells[],
  { holders, colours, maxColoursOf }: Known,
): CellTexts {
  const holderOf = new Map(holders.map(({ barcode, vendorCode }) => [barcode, vendorCode]));
  return rows.map((cells, row) =>
    textsOf(columnsOfRow(row), (column) => {
      const text = cells[column.key];
      if (isOfSize(column)) return barcodeDoubt(text, holderOf);
      return column.key === 'colour' ? colourDoubt(text, colours, maxColoursOf(row)) : null;
    }),
  );
}

function barcodeDoubt(text: string | undefined, holderOf: ReadonlyMap<string, string>): string | null {
  const barcodes = barcodesOf(text);
  const known = barcodes.find((barcode) => holderOf.has(barcode));
  if (known !== undefined) return `Баркод уже у карточки ${holderOf.get(known)}`;
  return barcodes.some(hasWrongCheckDigit) ? 'Не сходится контрольная цифра' : null;
}

function colourDoubt(
  text: string | undefined,
  colours: ReadonlySet<string>,
  maxColours: number,
): string | null {
  const values = coloursOf(text);
  if (maxColours > 0 && values.length > maxColours) return `Цветов может быть ${maxColours}`;
  const odd = colours.size > 0 ? values.find((value) => !colours.has(value.toLowerCase())) : undefined;
  return odd === undefined ? null : `Нет в справочнике: ${odd}`;
}
