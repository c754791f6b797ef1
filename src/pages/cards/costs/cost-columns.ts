import { tableKeys, type TableKey } from '#contract/bulk-table-rows.ts';
import { since1900 } from '#contract/cell-values.ts';
import type { CostRow } from '#contract/cost-tables.ts';
import { hintLineCount } from '#contract/hint-lines.ts';
import { rememberedColumns } from '#parts/remembered-columns.ts';

/** What a column of a table of costs may be. */
const COST_MEANINGS = [...tableKeys, 'shop', 'size', 'from', 'cost'] as const;
export type CostMeaning = (typeof COST_MEANINGS)[number];
export type CostMeanings = (CostMeaning | null)[];

export const COST_MEANING_LABELS: Record<CostMeaning, string> = {
  VENDOR_CODE: 'Артикул продавца',
  NM_ID: 'Артикул WB',
  BARCODE: 'Баркод',
  shop: 'Магазин',
  size: 'Размер',
  from: 'Действует с',
  cost: 'Себестоимость, ₽',
};

const costColumns = rememberedColumns('costColumnMeanings', COST_MEANINGS);

export const rememberCostMeanings = costColumns.remember;

/** What its columns were said to be the last time, where the headings are the same; else as they seem. */
export const costMeaningsOf = (headings: readonly string[]): CostMeanings =>
  costColumns.of(headings) ?? guessCostMeanings(headings);

/** How sellers, the marketplace's own tables and our export name the columns. */
const NAMES: [CostMeaning, RegExp][] = [
  ['VENDOR_CODE', /^артикул(?: (?:продавца|поставщика))?$/],
  ['NM_ID', /^(?:артикул (?:wb|вб)|nm ?id|номенклатура)$/],
  ['BARCODE', /^(?:баркод|штрихкод|barcode|ean)$/],
  ['shop', /^(?:магазин|кабинет)$/],
  ['size', /^размер$/],
  ['from', /^(?:себестоимость )?(?:действует )?с(?: даты)?$|^дата(?: начала)?$/],
  ['cost', /^(?:новая )?себестоимость$/],
];

/** What the columns seem to be by their names: the cards are named by one of them, and each other meaning has one. */
function guessCostMeanings(headings: readonly string[]): CostMeanings {
  const guessed: CostMeanings = headings.map(namedMeaning);
  // Whoever writes an article means it, whatever else there is.
  const key = tableKeys.find((one) => guessed.includes(one));
  return guessed.map((meaning, at) =>
    guessed.indexOf(meaning) !== at || (isKey(meaning) && meaning !== key) ? null : meaning,
  );
}

function namedMeaning(heading: string): CostMeaning | null {
  const name = plain(heading);
  return NAMES.find(([, pattern]) => pattern.test(name))?.[0] ?? null;
}

/** How many lines under the names of the columns explain how to fill them in and are no rows. */
export function costHintCount(
  headings: readonly string[],
  meanings: CostMeanings,
  lines: readonly Line[],
): number {
  const keyColumns = headings.flatMap((heading, column) =>
    isKey(meanings[column] ?? null) || isKey(namedMeaning(heading)) ? [column] : [],
  );
  return hintLineCount(lines, keyColumns);
}

/** Without its unit: «Себестоимость, ₽» is «себестоимость». */
function plain(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[,(]?\s*(?:₽|руб\.?)\)?$/, '')
    .trim();
}

/** One column named by the person; what another column was before is taken from it. */
export function withCostMeaning(
  meanings: CostMeanings,
  column: number,
  meaning: CostMeaning | null,
): CostMeanings {
  return meanings.map((before, at) => {
    if (at === column) return meaning;
    const isTaken = before === meaning || (isKey(before) && isKey(meaning));
    return isTaken ? null : before;
  });
}

/** What must be named before the rows can be looked at; null: nothing. */
export function missingMeaning(meanings: CostMeanings): string | null {
  if (!meanings.some(isKey)) return 'Укажите, в каком столбце артикул или баркод';
  return meanings.includes('cost') ? null : 'Укажите столбец с себестоимостью';
}

interface Line {
  line: number;
  cells: readonly string[];
}

/** Rows that say a cost: an empty cell says nothing. */
export function costRowsOf(lines: readonly Line[], meanings: CostMeanings, isSince1904: boolean) {
  const key = tableKeys.find((one) => meanings.includes(one)) ?? 'VENDOR_CODE';
  const rows = lines.map(({ line, cells }): CostRow => {
    const cellOf = (meaning: CostMeaning) => cells[meanings.indexOf(meaning)] ?? '';
    return {
      line,
      key: cellOf(key),
      shop: cellOf('shop'),
      size: cellOf('size'),
      from: isSince1904 ? since1900(cellOf('from')) : cellOf('from'),
      cost: cellOf('cost'),
    };
  });
  return { key, rows: rows.filter(({ cost }) => cost !== '') };
}

function isKey(meaning: CostMeaning | null): meaning is TableKey {
  return tableKeys.some((key) => key === meaning);
}
