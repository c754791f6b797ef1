import { sql } from 'kysely';
import type { CardProblem } from '#contract/card-sending.ts';
import type { CardContent } from '#contract/cards.ts';
import type { SubjectCharacteristic } from '#contract/subjects.ts';
import type { Db } from '#server/db/database.ts';
import { cardProblems, refusedTexts, type CheckedCard } from './card-problems.ts';
import { characteristicsOf, type Reader } from '#server/directory/directory.ts';
import { floorProblems } from './floor-problems.ts';
import { findInShops, priceProblems, videoProblems } from './in-shop-problems.ts';
import { barcodeProblems, takenInShops, takenVendorCodes } from './taken-codes.ts';

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
      ...(await barcodeProblems(db, accountId, cards, { areStored: !onScreen })),
      // Of what is stored it is so already: a vendor code is one card's.
      ...(onScreen ? await takenVendorCodes(db, accountId, cards) : []),
      ...(await takenInShops(db, accountId, cards, shopIds)),
      ...shopTextProblems(cards, shopIds),
      ...priceProblems(cards, inShops),
      ...(await floorProblems(db, accountId, cards, shopIds, inShops)),
      ...videoProblems(cards, inShops),
    ],
  };
}

export type CardInBatch = CheckedCard &
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

export async function ownProblems(
  reader: Reader,
  cards: readonly CardInBatch[],
  characteristics: Characteristics,
): Promise<CardProblem[]> {
  for (const subjectId of new Set(cards.map((card) => card.subjectId))) {
    // 0: none is chosen yet.
    if (subjectId !== 0 && !characteristics.has(subjectId)) {
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

/** What no shop takes of the texts that it would be given in place of the card's. */
export function shopTextProblems(cards: readonly CardInBatch[], shopIds: readonly number[]): CardProblem[] {
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
