import { sql, type Selectable } from 'kysely';
import type { CardRow } from '#contract/card-list.ts';
import type { Card } from '#contract/cards.ts';
import { toSnakeKey } from '#contract/wire.ts';
import type { Tables } from '#server/db/schema.ts';

type CardColumns = Selectable<Tables['cards']>;

/** What a row of the list shows of `cards` and `subjects`; nothing wide is read. */
const ROW_EXPRESSIONS: Record<keyof CardRow, string> = {
  id: 'cards.id',
  vendorCode: 'cards.vendor_code',
  title: 'cards.title',
  subjectName: 'subjects.name',
  brand: 'cards.brand',
  photo: 'cards.cover',
  nmId: 'cards.nm_id',
  priceKopecks: 'cards.price_kopecks',
  discount: 'cards.discount',
  finalPriceKopecks: 'cards.final_price_kopecks',
  costPriceKopecks: 'cards.cost_price_kopecks',
  stock: 'cards.stock',
  shopIds: 'cards.shop_ids',
  state: 'cards.state',
  // As `hasUnsentChanges` below.
  hasUnsentChanges: "cards.has_unsent_changes AND cards.state <> 'ARCHIVED'",
  version: 'cards.version',
  // As `toISOString` writes it.
  updatedAt: `to_char(cards.updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
};

const columnsNamed = (nameOf: (field: string) => string) =>
  sql.raw<CardRow>(
    Object.entries(ROW_EXPRESSIONS)
      .map(([field, expression]) => `${expression} AS "${nameOf(field)}"`)
      .join(', '),
  );

/** Columns of a {@link CardRow}. */
export const ROW_COLUMNS = columnsNamed((field) => field);

/** The same columns named as in wire format: the database writes fifty rows as JSON faster than they are read, renamed and written. */
export const WIRE_ROW_COLUMNS = columnsNamed(toSnakeKey);

export function toCard(row: CardColumns & { subject_name: string; updated_by_name: string | null }): Card {
  return {
    id: row.id,
    vendorCode: row.vendor_code,
    title: row.title,
    description: row.description,
    shopTexts: row.shop_texts,
    subjectId: row.subject_id,
    subjectName: row.subject_name,
    brand: row.brand,
    dimensions: row.dimensions,
    characteristics: row.characteristics,
    sizes: row.sizes,
    photos: row.photos,
    video: row.video,
    tags: row.tags,
    priceKopecks: row.price_kopecks,
    discount: row.discount,
    clubDiscount: row.club_discount,
    costPriceKopecks: row.cost_price_kopecks,
    nmId: row.nm_id,
    finalPriceKopecks: row.final_price_kopecks,
    stock: row.stock,
    shopIds: row.shop_ids,
    state: row.state,
    hasUnsentChanges: hasUnsentChanges(row),
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    updatedBy: row.updated_by_name,
  };
}

/** Nobody waits for an archived card to be sent. */
function hasUnsentChanges(row: Pick<CardColumns, 'state' | 'has_unsent_changes'>): boolean {
  return row.has_unsent_changes && row.state !== 'ARCHIVED';
}
