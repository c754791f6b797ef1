import type { RowKey } from '#contract/bulk-table-rows.ts';
import type { CellProblem, ColumnMeaning } from '#contract/imports.ts';
import { normaliseLine, normaliseText } from '#server/text/text-rules.ts';
import { nameOf } from './named-cards.ts';
import type { ReadLine, RowValues } from './read-row.ts';
import { sizesOfRows, type KnownCard, type LineProblem } from './rows-of-sizes.ts';

type Meanings = readonly (ColumnMeaning | null)[];

/** A card has a hundred sizes at most, and a row for each; the others say something of the card. */
export const MAX_CARD_ROWS = 200;
export const TOO_MANY_ROWS = `Строк с этой карточкой больше ${MAX_CARD_ROWS}: размеров у неё может быть не больше 100`;
const SHOWN_LENGTH = 60;

/** What the rows of one card say together. */
export interface WholeCard {
  values: RowValues;
  key: RowKey;
  /** Where the rows do not fit together. */
  problems: LineProblem[];
  /** The row that a problem of the card belongs to. */
  lineOf: (problem: CellProblem) => number;
}

/** Rows of one card as one; a value that a row leaves empty is that of the others. Pure. */
export function wholeCard(rows: readonly ReadLine[], meanings: Meanings, known?: KnownCard): WholeCard {
  const [first, ...others] = rows.map((row) => ({ ...row, key: nameOf(row.values, meanings).key }));
  const headLine = first?.line ?? 0;
  if (first && others.length === 0) {
    return { values: first.values, key: first.key, problems: [], lineOf: () => headLine };
  }
  const all = first ? [first, ...others] : [];
  const values: RowValues = { characteristics: [] };
  const problems: LineProblem[] = [];
  const saidIn = new Map<number, number>();
  for (const [column, meaning] of meanings.entries()) {
    if (meaning === null || isOfSizes(meaning)) continue;
    // Beside a number the vendor code is a value; of a card that there is it only names it elsewhere.
    const isName = (key: RowKey) =>
      meaning === 'nmId' || (meaning === 'vendorCode' && known !== undefined && key !== 'CARD_ID');
    let reference: { line: number; plain: string } | undefined;
    for (const { line, key, values: said } of all) {
      const plain = isName(key) ? null : plainValue(said, meaning, column);
      if (plain === null) continue;
      if (reference === undefined) {
        reference = { line, plain };
        saidIn.set(column, line);
        take(values, said, meaning, column);
      } else if (plain !== reference.plain) {
        const shown = cellOf(all, reference.line, column).slice(0, SHOWN_LENGTH);
        const text = `В строке ${reference.line} той же карточки — «${shown}»: оставьте одно`;
        problems.push({ line, column, text });
      }
    }
  }
  const sizes = sizesOfRows(all, meanings, known);
  problems.push(...sizes.problems);
  return {
    values: { ...values, ...sizes.values },
    key: all.some(({ key }) => key === 'CARD_ID') ? 'CARD_ID' : (first?.key ?? 'VENDOR_CODE'),
    problems: problems.sort((one, other) => one.line - other.line),
    lineOf: ({ column, text }) =>
      (column !== null && isOfSizes(meanings[column]) ? sizes.lineOf(text) : undefined) ??
      (column === null ? undefined : saidIn.get(column)) ??
      headLine,
  };
}

const cellOf = (rows: readonly ReadLine[], line: number, column: number): string =>
  rows.find((row) => row.line === line)?.cells[column] ?? '';

const SIZE_MEANINGS = ['sizes', 'wbSizes', 'barcodes'] as const;
type SizeMeaning = (typeof SIZE_MEANINGS)[number];
type OwnMeaning = Exclude<ColumnMeaning, SizeMeaning>;

function isOfSizes(meaning: ColumnMeaning | null | undefined): meaning is SizeMeaning {
  return SIZE_MEANINGS.some((one) => one === meaning);
}

function take(values: RowValues, said: RowValues, meaning: OwnMeaning, column: number): void {
  if (meaning === 'characteristic') {
    values.characteristics.push(...said.characteristics.filter((one) => one.column === column));
  } else {
    Object.assign(values, { [meaning]: said[meaning] });
  }
}

/** As it would be kept, so that two spellings of one value are one; null: the row does not say it. */
function plainValue(said: RowValues, meaning: OwnMeaning, column: number): string | null {
  if (meaning === 'characteristic') {
    const text = said.characteristics.find((one) => one.column === column)?.text;
    return text === undefined ? null : plainList(text.split(/[;\n]/));
  }
  const value = said[meaning];
  if (value === undefined) return null;
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return plainList(value);
  if (meaning === 'description') return normaliseText(value);
  return meaning === 'subject' ? normaliseLine(value).toLowerCase() : normaliseLine(value);
}

function plainList(values: readonly string[]): string {
  return values
    .map((value) => normaliseLine(value).replace(/^(\d+),(\d+)$/, '$1.$2'))
    .filter((value) => value !== '')
    .join(';');
}
