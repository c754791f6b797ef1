import { sql } from 'kysely';
import { isOfFile } from '#contract/bulk-changes.ts';
import type { ReplacedField } from '#contract/bulk-rules.ts';
import type { SeenFacts, WantedValues } from '#contract/bulk-table-rows.ts';
import type { CardSize, CharacteristicValue } from '#contract/cards.ts';
import type { PriceFloor } from '#contract/price-floor.ts';
import type { SubjectCharacteristic } from '#contract/subjects.ts';
import type { WbTag } from '#contract/wb-tags.ts';
import { findCostsInShops } from '#server/cards/costs-in-shops.ts';
import { findSubjectsThere } from '#server/cards/kept-subjects.ts';
import { findPlacedCosts } from '#server/cards/placed-costs.ts';
import { findCharacteristics } from '#server/directory/directory.ts';
import type { Db } from '#server/db/database.ts';
import { isAmong } from '#server/db/is-among.ts';
import { readAsJson } from '#server/db/read-as-json.ts';
import type { Dimensions } from '#server/db/schema.ts';
import { findBarcodesThere } from './barcodes-there.ts';
import type { CardFacts, CostFrom, OwnChange, PriceInShop } from './card-change.ts';
import {
  isAboutDescription,
  isAboutPrices,
  isAboutTags,
  isAboutTexts,
  isInRows,
  pricedShops,
} from './change-scope.ts';

/** What a change and its warnings look at, of some cards of an account. `wanted`: of these cards, when they come from a table. */
export async function findCardsToChange(
  db: Db,
  accountId: number,
  cardIds: readonly number[],
  change: OwnChange,
  wanted: readonly WantedValues[] = [],
): Promise<(CardFacts & { id: number })[]> {
  // Compared with what the card has now, whatever the row changes.
  const isSeen = (field: keyof SeenFacts) => wanted.some(({ seen }) => seen?.[field] !== undefined);
  const isWide =
    change.kind === 'CHARACTERISTIC' ||
    change.kind === 'TEMPLATE' ||
    isInRows(change, 'characteristics') ||
    isInRows(change, 'subject') ||
    isSeen('characteristics');
  const isOfSizes = isInRows(change, 'sizes') || isInRows(change, 'wbSizes');
  const isOfPrice = change.kind === 'PRICES' || change.kind === 'COST_PRICE';
  const read = db
    .selectFrom('cards')
    .innerJoin('subjects', 'subjects.id', 'cards.subject_id')
    .select(['cards.id', 'subject_id', 'price_kopecks', 'discount', 'club_discount', 'cost_price_kopecks'])
    // What a price has nothing to do with took half of the time of the read.
    .select([
      isOfPrice ? sql<string>`''`.as('vendor_code') : 'vendor_code',
      isOfPrice ? sql<string>`''`.as('subject_name') : 'subjects.name as subject_name',
      isOfPrice ? sql<string>`''`.as('title') : 'title',
      isOfPrice ? sql<string>`''`.as('brand') : 'brand',
      isOfPrice ? sql<Dimensions>`${JSON.stringify(NO_DIMENSIONS)}::jsonb`.as('dimensions') : 'dimensions',
    ])
    // Wide.
    .select([
      isAboutDescription(change) || isSeen('description') ? 'description' : sql<string>`''`.as('description'),
      (isAboutTexts(change) ? OWN_TEXTS : NO_OWN_TEXTS).as('own_texts'),
      isAboutTags(change) || isSeen('tags') ? 'tags' : sql<string[]>`'[]'::jsonb`.as('tags'),
      isWide ? 'characteristics' : sql<CharacteristicValue[]>`'[]'::jsonb`.as('characteristics'),
      isOfSizes ? 'sizes' : sql<CardSize[]>`'[]'::jsonb`.as('sizes'),
    ])
    .where('account_id', '=', accountId)
    .where(isAmong(sql`cards.id`, cardIds));
  const cards = await readAsJson(db, CARD_COLUMNS, read);
  const inShops =
    isAboutPrices(change) || isSeen('ownPrices') || isSeen('ownDiscounts')
      ? await findPricesInShops(db, accountId, cardIds)
      : null;
  const isDated =
    change.kind === 'DATED_COST' ||
    (change.kind === 'NO_COST' && change.from !== null) ||
    (isOfFile(change) && isInRows(change, 'costPriceKopecks'));
  const costs = isDated ? await findCosts(db, accountId, cardIds) : null;
  const placedCosts = change.kind === 'COST_TABLE' ? await findPlacedCosts(db, accountId, cardIds) : null;
  const floors =
    change.kind === 'PRICE_FLOOR' ? await findFloors(db, accountId, cardIds) : new Map<number, PriceFloor>();
  const definitions = isWide
    ? await findDefinitions(
        db,
        new Set([
          ...cards.map((card) => card.subject_id),
          ...wanted.flatMap(({ subject }) => subject?.id ?? []),
        ]),
      )
    : new Map<number, SubjectCharacteristic[]>();
  const barcodesThere = isOfSizes ? await findBarcodesThere(db, accountId, cardIds) : null;
  const subjectsThere = isInRows(change, 'subject') ? await findSubjectsThere(db, accountId, cardIds) : null;
  const pricedShopIds = pricedShops(change);
  const isOfShops = pricedShopIds.length > 0;
  const shopNames = isOfShops ? await findShopNames(db, accountId) : new Map<number, string>();
  const costsInShops = isOfShops ? await findCostsInShops(db, accountId, cardIds, pricedShopIds) : null;
  const wbTags = change.kind === 'WB_TAGS' ? await findWbTags(db, accountId, cardIds, change.shopId) : null;
  return cards.map((card) => ({
    id: card.id,
    priceKopecks: card.price_kopecks,
    discount: card.discount,
    clubDiscount: card.club_discount,
    costPriceKopecks: card.cost_price_kopecks,
    costs: costs?.get(card.id) ?? [],
    placedCosts: placedCosts?.get(card.id) ?? [],
    floor: floors.get(card.id) ?? NO_FLOOR,
    title: card.title,
    description: card.description,
    ownTexts: card.own_texts,
    brand: card.brand,
    tags: card.tags,
    wbTags: wbTags?.get(card.id) ?? null,
    vendorCode: card.vendor_code,
    sizes: card.sizes,
    subjectsThere: subjectsThere?.get(card.id),
    barcodesThere: barcodesThere?.get(card.id) ?? NO_BARCODES,
    ...card.dimensions,
    subjectId: card.subject_id,
    subjectName: card.subject_name,
    characteristics: card.characteristics,
    definitions: definitions.get(card.subject_id) ?? [],
    definitionsOf: definitions,
    inShops: inShops?.get(card.id) ?? [],
    shopNames,
    costInShops: costsInShops?.get(card.id) ?? new Map<number, number | null>(),
  }));
}

const CARD_COLUMNS = {
  id: true,
  subject_id: true,
  price_kopecks: true,
  discount: true,
  club_discount: true,
  cost_price_kopecks: true,
  vendor_code: true,
  subject_name: true,
  title: true,
  brand: true,
  dimensions: true,
  description: true,
  own_texts: true,
  tags: true,
  characteristics: true,
  sizes: true,
} as const;

const NO_DIMENSIONS: Dimensions = { lengthCm: 0, widthCm: 0, heightCm: 0, weightKg: 0 };

/** Whether they are there: the texts themselves are wide, and as many as shops. */
const OWN_TEXTS = sql<Record<ReplacedField, boolean>>`jsonb_build_object(
  'title', jsonb_path_exists(shop_texts, '$[*].title ? (@ != "")'),
  'description', jsonb_path_exists(shop_texts, '$[*].description ? (@ != "")'))`;
const NO_OWN_TEXTS = sql<Record<ReplacedField, boolean>>`'{"title": false, "description": false}'::jsonb`;

const NO_BARCODES: ReadonlySet<string> = new Set();

const NO_FLOOR: PriceFloor = { floorKopecks: null, overCostBasisPoints: null };

async function findFloors(
  db: Db,
  accountId: number,
  cardIds: readonly number[],
): Promise<Map<number, PriceFloor>> {
  const rows = await db
    .selectFrom('price_floors')
    .select(['card_id', 'floor_kopecks', 'over_cost_basis_points'])
    .where('account_id', '=', accountId)
    .where('card_id', '=', sql<number>`any(${[...cardIds]}::bigint[])`)
    .execute();
  return new Map(
    rows.map((row) => [
      row.card_id,
      { floorKopecks: row.floor_kopecks, overCostBasisPoints: row.over_cost_basis_points },
    ]),
  );
}

/** Of all shops and sizes, the last day first. */
async function findCosts(
  db: Db,
  accountId: number,
  cardIds: readonly number[],
): Promise<Map<number, CostFrom[]>> {
  const rows = await db
    .selectFrom('card_costs')
    .select(['card_id', 'cost_kopecks', sql<string | null>`nullif(from_day, '-infinity')`.as('from')])
    .where('account_id', '=', accountId)
    .where('card_id', '=', sql<number>`any(${[...cardIds]}::bigint[])`)
    .where('shop_id', 'is', null)
    .where('tech_size', 'is', null)
    .orderBy('from_day', 'desc')
    .execute();
  const byCard = new Map<number, CostFrom[]>();
  for (const { card_id: cardId, cost_kopecks: kopecks, from } of rows) {
    byCard.set(cardId, [...(byCard.get(cardId) ?? []), { from, kopecks }]);
  }
  return byCard;
}

/** By subject. */
async function findDefinitions(
  db: Db,
  subjectIds: ReadonlySet<number>,
): Promise<Map<number, SubjectCharacteristic[]>> {
  const bySubject = new Map<number, SubjectCharacteristic[]>();
  for (const one of await findCharacteristics(db, [...subjectIds])) {
    bySubject.set(one.subjectId, [...(bySubject.get(one.subjectId) ?? []), one]);
  }
  return bySubject;
}

async function findShopNames(db: Db, accountId: number): Promise<Map<number, string>> {
  const shops = await db
    .selectFrom('shops')
    .select(['id', 'name'])
    .where('account_id', '=', accountId)
    .execute();
  return new Map(shops.map(({ id, name }) => [id, name]));
}

/** Of the cards that the marketplace has in the shop. */
async function findWbTags(
  db: Db,
  accountId: number,
  cardIds: readonly number[],
  shopId: number,
): Promise<Map<number, WbTag[]>> {
  const rows = await db
    .selectFrom('shop_cards')
    .select(['card_id', 'wb_tags'])
    .where('account_id', '=', accountId)
    .where('shop_id', '=', shopId)
    .where('nm_id', 'is not', null)
    .where('card_id', '=', sql<number>`any(${[...cardIds]}::bigint[])`)
    .execute();
  return new Map(rows.map((row) => [row.card_id, row.wb_tags]));
}

const PRICE_COLUMNS = {
  card_id: true,
  shop_id: true,
  price_kopecks: true,
  discount: true,
  own_price_kopecks: true,
  own_discount: true,
} as const;

async function findPricesInShops(
  db: Db,
  accountId: number,
  cardIds: readonly number[],
): Promise<Map<number, PriceInShop[]>> {
  const read = db
    .selectFrom('shop_cards')
    .select(['card_id', 'shop_id', 'price_kopecks', 'discount', 'own_price_kopecks', 'own_discount'])
    .where('account_id', '=', accountId)
    .where(isAmong(sql`card_id`, cardIds));
  const rows = await readAsJson(db, PRICE_COLUMNS, read);
  const byCard = new Map<number, PriceInShop[]>();
  for (const row of rows) {
    const known = byCard.get(row.card_id);
    if (known) known.push(row);
    else byCard.set(row.card_id, [row]);
  }
  return byCard;
}
