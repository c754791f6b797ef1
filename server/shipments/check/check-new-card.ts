import type { CardProblem } from '#contract/card-sending.ts';
import type { CardContent } from '#contract/cards.ts';
import type { Reader } from '#server/directory/directory.ts';
import { refuseStrangeShops } from '#server/cards/strange-shops.ts';
import { ownProblems, shopTextProblems } from './check-batch.ts';
import { barcodeProblems, takenInShops, takenVendorCodes } from './taken-codes.ts';

/** No card has this number. */
const NOT_CREATED = 0;

/**
 * What is wrong with a card that is not created yet: whatever asks neither for a stored card nor for what a shop has of it.
 * Throws 404 for a foreign shop.
 */
export async function checkNewCard(
  reader: Reader,
  shopIds: readonly number[],
  content: CardContent,
): Promise<Omit<CardProblem, 'cardId'>[]> {
  const { db, accountId } = reader;
  await refuseStrangeShops(db, accountId, shopIds);
  const cards = [{ ...content, id: NOT_CREATED }];
  const problems = [
    ...(await ownProblems(reader, cards, new Map())),
    ...(await barcodeProblems(db, accountId, cards, { areStored: false })),
    ...(await takenVendorCodes(db, accountId, cards)),
    ...(await takenInShops(db, accountId, cards, shopIds)),
    ...shopTextProblems(cards, shopIds),
  ];
  return problems.map(({ cardId: _none, ...problem }) => problem);
}
