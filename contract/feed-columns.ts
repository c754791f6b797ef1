import { cardStates } from './card-states.ts';
import type { CatalogueColumns, CatalogueRow } from './catalogue-feed.ts';

type Is = (value: unknown) => boolean;

const isText: Is = (value) => typeof value === 'string';
const isFlag: Is = (value) => typeof value === 'boolean';
const isWhole: Is = Number.isSafeInteger;
const isWithin =
  (least: number, most: number): Is =>
  (value) =>
    isWhole(value) && Number(value) >= least && Number(value) <= most;
const isId = isWithin(1, Number.MAX_SAFE_INTEGER);
const isNmId = isWithin(1, 999_999_999_999);
const isKopecks = isWithin(-1e13, 1e13);
const states = new Set<unknown>(cardStates);
const orNull =
  (is: Is): Is =>
  (value) =>
    value === null || is(value);
const listOf =
  (is: Is): Is =>
  (value) =>
    Array.isArray(value) && value.every((one) => is(one));

const isOfColumn: Record<keyof CatalogueColumns, Is> = {
  id: isId,
  vendorCode: isText,
  title: isText,
  subjectId: isId,
  subjectName: isText,
  brand: isText,
  photo: orNull(isText),
  nmId: orNull(isNmId),
  nmIds: listOf(isNmId),
  priceKopecks: isKopecks,
  discount: isWhole,
  finalPriceKopecks: isKopecks,
  costPriceKopecks: orNull(isKopecks),
  marginPercent: orNull(isWhole),
  filledPercent: isWhole,
  hasDimensions: isFlag,
  stock: isWhole,
  shopIds: listOf(isId),
  tags: listOf(isText),
  wbTags: listOf(isText),
  state: (value) => states.has(value),
  hasUnsentChanges: isFlag,
  version: isWhole,
  updatedAtUs: isWhole,
  searchText: isText,
};

const names = Object.keys(isOfColumn);

/** The same rows, column by column. */
export function columnsOf(rows: readonly CatalogueRow[]): CatalogueColumns {
  return Object.fromEntries(
    // The names of the columns are those of a row, which no type follows.
    names.map((name) => [name, rows.map((row) => row[name as keyof CatalogueRow])]),
  ) as CatalogueColumns;
}

/**
 * What `catalogueColumnsSchema` says, of seventy thousand values at once: the schema itself takes twenty times as long, and there is a
 * portion of them for every three thousand cards.
 */
export function areCatalogueColumns(value: unknown): value is CatalogueColumns {
  if (typeof value !== 'object' || value === null) return false;
  const columns = new Map<string, unknown>(Object.entries(value));
  return Object.entries(isOfColumn).every(([name, is]) => listOf(is)(columns.get(name)));
}
