import { sql, type RawBuilder } from 'kysely';
import type { CardContent } from '#contract/cards.ts';
import { titleInShop } from '#server/cards/title-in-shop.ts';
import type { ShopCardSize } from '#server/db/schema.ts';
import type { CardToWrite } from '#server/marketplace/content-operations.ts';

/** The card as it is sent to one shop; stored with the item. */
export type CardSnapshot = Pick<
  CardContent,
  | 'subjectId'
  | 'vendorCode'
  | 'title'
  | 'description'
  | 'brand'
  | 'dimensions'
  | 'characteristics'
  | 'sizes'
  | 'photos'
  | 'video'
  | 'priceKopecks'
  | 'discount'
  | 'clubDiscount'
>;

/** A card that the shop does not know yet carries the card's own vendor code; a known one keeps the shop's. */
export const vendorCodeInShop = sql<string>`
  CASE WHEN shop_cards.nm_id IS NULL THEN cards.vendor_code ELSE shop_cards.vendor_code END`;
/** As {@link titleInShop} is. */
const descriptionInShop = (shopId: RawBuilder<unknown>) =>
  sql<string>`coalesce(text_in_shop(cards.shop_texts, ${shopId}, 'description'), cards.description)`;

/** {@link CardSnapshot} of `cards` for `shop_cards`, made by the database: ten thousand of them are one statement. */
export const snapshotInShop = (shopId: RawBuilder<unknown>) => sql`
  jsonb_build_object(
    'subjectId', cards.subject_id, 'vendorCode', ${vendorCodeInShop}, 'title', ${titleInShop(shopId)},
    'description', ${descriptionInShop(shopId)}, 'brand', cards.brand, 'dimensions', cards.dimensions,
    'characteristics', cards.characteristics, 'sizes', cards.sizes, 'photos', cards.photos, 'video', cards.video,
    'priceKopecks', coalesce(shop_cards.own_price_kopecks, cards.price_kopecks),
    'discount', coalesce(shop_cards.own_discount, cards.discount), 'clubDiscount', cards.club_discount)`;

/** Whether a characteristic takes one number (others take texts). */
export type IsNumber = (characteristicId: number) => boolean;

/** The card in the marketplace's words. `knownSizes` are those it has there already: they can not be taken away. */
export function toWrite(
  snapshot: CardSnapshot,
  isNumber: IsNumber,
  knownSizes: readonly ShopCardSize[] = [],
): CardToWrite {
  return {
    vendorCode: oneLine(snapshot.vendorCode),
    title: oneLine(snapshot.title),
    description: snapshot.description,
    brand: oneLine(snapshot.brand),
    dimensions: snapshot.dimensions,
    characteristics: snapshot.characteristics
      .filter(({ values }) => values.length > 0)
      .map(({ id, values }) => ({ id, value: isNumber(id) ? toNumber(values) : values })),
    sizes: knownSizes.length > 0 ? mergeSizes(snapshot, knownSizes) : newSizes(snapshot),
  };
}

/** A number that cannot be read goes out as it is: the marketplace's complaint is better than our silence. */
function toNumber(values: readonly string[]): number | string[] {
  const number = Number((values[0] ?? '').replace(',', '.').replaceAll(/\s/g, ''));
  return Number.isFinite(number) ? number : [...values];
}

function newSizes(snapshot: CardSnapshot): CardToWrite['sizes'] {
  return snapshot.sizes.map(({ techSize, wbSize, skus }) => ({ techSize, wbSize, skus }));
}

function mergeSizes(snapshot: CardSnapshot, known: readonly ShopCardSize[]): CardToWrite['sizes'] {
  const isSizeless = known.length === 1 && snapshot.sizes.length <= 1;
  const wantedFor = (size: ShopCardSize) =>
    isSizeless ? snapshot.sizes[0] : snapshot.sizes.find((one) => one.techSize === size.techSize);
  const kept = known.map((size) => {
    const wanted = wantedFor(size);
    return {
      chrtId: size.chrtId,
      techSize: size.techSize,
      wbSize: wanted?.wbSize ?? '',
      skus: [...new Set([...size.skus, ...(wanted?.skus ?? [])])],
    };
  });
  const added = isSizeless
    ? []
    : snapshot.sizes.filter((size) => !known.some((one) => one.techSize === size.techSize));
  return [...kept, ...added.map(({ techSize, wbSize, skus }) => ({ techSize, wbSize, skus }))];
}

/** Line breaks of every alphabet become spaces. */
function oneLine(text: string): string {
  return text.replaceAll(/[\r\n\u2028\u2029]+/g, ' ').trim();
}

/** Roubles without kopecks, as the marketplace wants them. */
export function priceRub(snapshot: Pick<CardSnapshot, 'priceKopecks'>): number {
  return Math.round(snapshot.priceKopecks / 100);
}
