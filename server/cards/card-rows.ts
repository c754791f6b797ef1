import type { Selectable } from 'kysely';
import type { Card, CardRow } from '#contract/cards.ts';
import type { Tables } from '#server/db/schema.ts';

/** Columns of the list; nothing wide is read. */
export const LIST_COLUMNS = [
  'cards.id',
  'cards.vendor_code',
  'cards.title',
  'subjects.name as subject_name',
  'cards.brand',
  'cards.cover',
  'cards.nm_id',
  'cards.price_kopecks',
  'cards.discount',
  'cards.final_price_kopecks',
  'cards.stock',
  'cards.shop_ids',
  'cards.state',
  'cards.has_unsent_changes',
  'cards.version',
  'cards.updated_at',
] as const;

type CardColumns = Selectable<Tables['cards']>;
type ListColumns = Pick<
  CardColumns,
  | 'id'
  | 'vendor_code'
  | 'title'
  | 'brand'
  | 'cover'
  | 'nm_id'
  | 'price_kopecks'
  | 'discount'
  | 'final_price_kopecks'
  | 'stock'
  | 'shop_ids'
  | 'state'
  | 'has_unsent_changes'
  | 'version'
  | 'updated_at'
> & { subject_name: string };

export function toCardRow(row: ListColumns): CardRow {
  return {
    id: row.id,
    vendorCode: row.vendor_code,
    title: row.title,
    subjectName: row.subject_name,
    brand: row.brand,
    photo: row.cover,
    nmId: row.nm_id,
    priceKopecks: row.price_kopecks,
    discount: row.discount,
    finalPriceKopecks: row.final_price_kopecks,
    stock: row.stock,
    shopIds: row.shop_ids,
    state: row.state,
    hasUnsentChanges: hasUnsentChanges(row),
    version: row.version,
    updatedAt: row.updated_at.toISOString(),
  };
}

export function toCard(row: CardColumns & { subject_name: string; updated_by_name: string | null }): Card {
  return {
    id: row.id,
    vendorCode: row.vendor_code,
    title: row.title,
    description: row.description,
    subjectId: row.subject_id,
    subjectName: row.subject_name,
    brand: row.brand,
    dimensions: row.dimensions,
    characteristics: row.characteristics,
    sizes: row.sizes,
    photos: row.photos,
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
