import { cardStates } from './card-states.ts';
import type { CatalogueColumns, CataloguePortion, CatalogueRow } from './catalogue-feed.ts';
import {
  isFlag,
  isText,
  isWhole,
  isWithin,
  listOf,
  objectOf,
  oneOf,
  orNull,
  type Is,
} from './plain-checks.ts';

const isId = isWithin(1, Number.MAX_SAFE_INTEGER);
const isNmId = isWithin(1, 999_999_999_999);
const isKopecks = isWithin(-1e13, 1e13);

const columnChecks: { [Name in keyof CatalogueColumns]: Is<CatalogueColumns[Name]> } = {
  id: listOf(isId),
  vendorCode: listOf(isText),
  title: listOf(isText),
  subjectId: listOf(isId),
  subjectName: listOf(isText),
  brand: listOf(isText),
  photo: listOf(orNull(isText)),
  nmId: listOf(orNull(isNmId)),
  nmIds: listOf(listOf(isNmId)),
  priceKopecks: listOf(isKopecks),
  discount: listOf(isWhole),
  finalPriceKopecks: listOf(isKopecks),
  costPriceKopecks: listOf(orNull(isKopecks)),
  marginPercent: listOf(orNull(isWhole)),
  filledPercent: listOf(isWhole),
  hasDimensions: listOf(isFlag),
  stock: listOf(isWhole),
  shopIds: listOf(listOf(isId)),
  tags: listOf(listOf(isText)),
  wbTags: listOf(listOf(isText)),
  state: listOf(oneOf(cardStates)),
  hasUnsentChanges: listOf(isFlag),
  version: listOf(isWhole),
  updatedAtUs: listOf(isWhole),
  searchText: listOf(isText),
};

const names = Object.keys(columnChecks);

/** The same rows, column by column. */
export function columnsOf(rows: readonly CatalogueRow[]): CatalogueColumns {
  return Object.fromEntries(
    // The names of the columns are those of a row, which no type follows.
    names.map((name) => [name, rows.map((row) => row[name as keyof CatalogueRow])]),
  ) as CatalogueColumns;
}

/**
 * What the response of `listCatalogueChangesEndpoint` says, of seventy thousand values at once: the schema itself takes twenty times as
 * long, and there is a portion of them for every three thousand cards.
 */
export const isCataloguePortion: Is<CataloguePortion> = objectOf({
  isReset: isFlag,
  hasMore: isFlag,
  cursor: isText,
  removedIds: listOf(isId),
  count: orNull(isWhole),
  checksum: orNull(isWhole),
  fullChecksum: orNull(isWhole),
  columns: objectOf(columnChecks),
});
