import { sql } from 'kysely';
import type { CatalogueColumns } from '#contract/catalogue-feed.ts';
import { toSnakeKey } from '#contract/wire.ts';

/** What each column of the feed says of a row of `cards`; `server/cards/card-rows.ts` says the same of the list. */
const EXPRESSIONS: Record<keyof CatalogueColumns, string> = {
  id: 'id',
  vendorCode: 'vendor_code',
  title: 'title',
  subjectId: 'subject_id',
  subjectName: 'subject_sort_name',
  brand: 'brand',
  photo: 'cover',
  nmId: 'nm_id',
  nmIds: 'nm_ids',
  priceKopecks: 'price_kopecks',
  discount: 'discount',
  finalPriceKopecks: 'final_price_kopecks',
  costPriceKopecks: 'cost_price_kopecks',
  marginPercent: 'margin_percent',
  filledPercent: 'filled_percent',
  hasDimensions: 'has_dimensions',
  stock: 'stock',
  shopIds: 'shop_ids',
  tags: 'tags',
  wbTags: 'wb_tags',
  state: 'state',
  hasUnsentChanges: "has_unsent_changes AND state <> 'ARCHIVED'",
  version: 'version',
  // A number of 53 bits: of these centuries it tells a quarter of a microsecond, and takes a third of what a numeric does.
  updatedAtUs: "(date_part('epoch', updated_at) * 1000000)::bigint",
  searchText: 'search_text',
};

/** Of a row of `cards`. */
export const FEED_VALUES = sql.raw(
  Object.entries(EXPRESSIONS)
    .map(([column, expression]) => `${expression} AS "${column}"`)
    .join(', '),
);

/** Of rows of {@link FEED_VALUES}: all columns as JSON in wire format. */
export const COLUMNS_AS_WIRE_TEXT = sql<string>`concat('{', ${sql.raw(
  Object.keys(EXPRESSIONS)
    .map((column) => `'"${toSnakeKey(column)}":', coalesce(json_agg("${column}")::text, '[]')`)
    .join(`, ',', `),
)}, '}')`;

/** The same of no rows. */
export const NO_COLUMNS = `{${Object.keys(EXPRESSIONS)
  .map((column) => `"${toSnakeKey(column)}":[]`)
  .join(',')}}`;
