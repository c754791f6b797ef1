import { sql } from 'kysely';
import type { CardProblem } from '#contract/card-sending.ts';
import type { CardContent } from '#contract/cards.ts';
import type { SubjectCharacteristic } from '#contract/subjects.ts';
import { holdersOfBarcodes } from '#server/cards/holders-of-barcodes.ts';
import type { Db } from '#server/db/database.ts';
import { cardProblems, refusedTexts, type CheckedCard } from './card-problems.ts';
import { characteristicsOf, type Reader } from '#server/directory/directory.ts';
import { floorProblems } from './floor-problems.ts';
import { findInShops, priceProblems, videoProblems } from './in-shop-problems.ts';

/** By subject: read once for all batches of a check. */
export type Characteristics = Map<number, readonly SubjectCharacteristic[]>;

interface BatchFindings {
  /** A shop stands here once for each card that it has. */
  updatedShopIds: number[];
  problems: CardProblem[];
}

/**
 * What is wrong with some cards; every look is by an index. Without `characteristics` only the shops are counted.
 * `onScreen` stands in for what is stored of the one card.
 */
export async function checkBatch(
  reader: Reader,
  cardIds: readonly number[],
  shopIds: readonly number[],
  characteristics: Characteristics | null,
  onScreen?: CardContent,
): Promise<BatchFindings> {
  const { db, accountId } = reader;
  const inShops = await findInShops(db, accountId, cardIds, shopIds);
  const updatedShopIds = inShops.flatMap((row) => (row.nm_id === null ? [] : row.shop_id));
  if (characteristics === null) return { updatedShopIds, problems: [] };
  const stored = await findCheckedCards(db, accountId, cardIds);
  const cards = stored.map((card) => ({ ...card, ...onScreen }));
  return {
    updatedShopIds,
    problems: [
      ...(await ownProblems(reader, cards, characteristics)),
      ...(await barcodeProblems(db, accountId, cards)),
      ...(await vendorCodeProblems(db, accountId, cards, shopIds)),
      ...shopTextProblems(cards, shopIds),
      ...priceProblems(cards, inShops),
      ...(await floorProblems(db, accountId, cards, shopIds, inShops)),
      ...videoProblems(cards, inShops),
    ],
  };
}

type CardInBatch = CheckedCard &
  Pick<CardContent, 'shopTexts' | 'video'> & { id: number; subjectId: number; vendorCode: string };

/** What the rules look at, and nothing wider. */
async function findCheckedCards(
  db: Db,
  accountId: number,
  cardIds: readonly number[],
): Promise<CardInBatch[]> {
  const rows = await db
    .selectFrom('cards')
    .select([
      'id',
      'vendor_code',
      'subject_id',
      'title',
      'description',
      'shop_texts',
      'dimensions',
      'characteristics',
      'sizes',
    ])
    .select(['photos', 'video', 'price_kopecks', 'discount'])
    .where('account_id', '=', accountId)
    .where('id', '=', sql<number>`any(${[...cardIds]}::bigint[])`)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    vendorCode: row.vendor_code,
    subjectId: row.subject_id,
    title: row.title,
    description: row.description,
    shopTexts: row.shop_texts,
    dimensions: row.dimensions,
    characteristics: row.characteristics,
    sizes: row.sizes,
    photos: row.photos,
    video: row.video,
    priceKopecks: row.price_kopecks,
    discount: row.discount,
  }));
}

async function ownProblems(
  reader: Reader,
  cards: readonly CardInBatch[],
  characteristics: Characteristics,
): Promise<CardProblem[]> {
  for (const subjectId of new Set(cards.map((card) => card.subjectId))) {
    if (!characteristics.has(subjectId)) {
      characteristics.set(subjectId, await characteristicsOf(reader, subjectId));
    }
  }
  return cards.flatMap((card) =>
    cardProblems(card, characteristics.get(card.subjectId) ?? []).map((problem) => ({
      cardId: card.id,
      shopId: null,
      ...problem,
    })),
  );
}

/** Barcodes that another card of the account has too. */
async function barcodeProblems(
  db: Db,
  accountId: number,
  cards: readonly CardInBatch[],
): Promise<CardProblem[]> {
  const barcodes = [...new Set(cards.flatMap((card) => card.sizes.flatMap((size) => size.skus)))];
  if (barcodes.length === 0) return [];
  const holders = await findSharedBarcodes(db, accountId, barcodes);
  const others = await findVendorCodes(db, accountId, [...new Set([...holders.values()].flat())]);
  return cards.flatMap((card) =>
    card.sizes
      .flatMap((size) => size.skus)
      .flatMap((sku) => {
        const other = holders.get(sku)?.find((id) => id !== card.id && others.has(id));
        if (other === undefined) return [];
        const detail = `Баркод ${sku} уже у карточки ${others.get(other)}`;
        return [{ cardId: card.id, shopId: null, kind: 'error' as const, field: 'sizes', detail }];
      }),
  );
}

/** Cards by barcode, ascending, of barcodes that several have. */
async function findSharedBarcodes(
  db: Db,
  accountId: number,
  barcodes: readonly string[],
): Promise<Map<string, number[]>> {
  const { rows } = await sql<{ sku: string; ids: number[] }>`
    SELECT barcode AS sku, array_agg(card_id ORDER BY card_id) AS ids
    FROM (${holdersOfBarcodes(accountId, barcodes)}) AS holders
    GROUP BY barcode HAVING count(*) > 1`.execute(db);
  return new Map(rows.map(({ sku, ids }) => [sku, ids]));
}

/** Of those that are not in the archive. */
async function findVendorCodes(
  db: Db,
  accountId: number,
  cardIds: readonly number[],
): Promise<Map<number, string>> {
  if (cardIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('cards')
    .select(['id', 'vendor_code'])
    .where('account_id', '=', accountId)
    .where('id', '=', sql<number>`any(${[...cardIds]}::bigint[])`)
    .where('state', '<>', 'ARCHIVED')
    .execute();
  return new Map(rows.map((row) => [row.id, row.vendor_code]));
}

/** Vendor codes under which a shop has another card. */
async function vendorCodeProblems(
  db: Db,
  accountId: number,
  cards: readonly CardInBatch[],
  shopIds: readonly number[],
): Promise<CardProblem[]> {
  const taken = await db
    .selectFrom('shop_cards')
    .select(['card_id', 'shop_id', 'vendor_code'])
    .where('account_id', '=', accountId)
    .where('shop_id', '=', sql<number>`any(${[...shopIds]}::bigint[])`)
    .where('vendor_code', '=', sql<string>`any(${cards.map((card) => card.vendorCode)}::text[])`)
    .execute();
  const cardOf = new Map(cards.map((card) => [card.vendorCode, card]));
  return taken.flatMap((row) => {
    const card = cardOf.get(row.vendor_code);
    if (!card || card.id === row.card_id) return [];
    return [
      {
        cardId: card.id,
        shopId: row.shop_id,
        kind: 'error' as const,
        field: 'vendorCode',
        detail: `Артикул ${card.vendorCode} в этом магазине у другой карточки`,
      },
    ];
  });
}

function shopTextProblems(cards: readonly CardInBatch[], shopIds: readonly number[]): CardProblem[] {
  return cards.flatMap(({ id, shopTexts = [] }) =>
    shopTexts
      .filter(({ shopId }) => shopIds.includes(shopId))
      .flatMap((texts) => {
        const field = `shopTexts.${texts.shopId}`;
        const problems = refusedTexts(texts, { title: field, description: field });
        return problems.map((problem) => ({ cardId: id, shopId: texts.shopId, ...problem }));
      }),
  );
}
