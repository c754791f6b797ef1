import { hashOf } from './random.ts';
import { recordEffect, type Card, type QueuedMove, type Seller } from './state.ts';

export const GROUP_SIZE_MAX = 30;

/** Cards with one imtID; a card by itself is a group of one. */
export function groupOf(seller: Seller, imtID: number): Card[] {
  return [...seller.cards.values()].filter((card) => card.imtID === imtID);
}

/** How many cards the group would have with these; those that are in it already count once. */
export function sizeWith(seller: Seller, imtID: number, nmIDs: readonly number[]): number {
  return new Set([...groupOf(seller, imtID).map((card) => card.nmID), ...nmIDs]).size;
}

/** Several cards that leave their groups at once stay together: they get one new imtID. */
export function finishMove(seller: Seller, { dueMs, nmIDs, targetIMT }: QueuedMove): void {
  const cards = nmIDs.flatMap((nmID) => seller.cards.get(nmID) ?? []);
  const [first] = cards;
  if (!first) return;
  // What came before it may have filled the group, or emptied it.
  if (targetIMT !== null && sizeWith(seller, targetIMT, nmIDs) > GROUP_SIZE_MAX) return;
  const imtID = targetIMT ?? first.nmID - 1 - (hashOf(first.nmID, 'moved', dueMs) % 9_000_000);
  for (const card of cards) {
    if (card.vendorCode.endsWith('-STAYS') || card.trashedAtMs !== null) continue;
    card.imtID = imtID;
    card.updatedAtMs = dueMs;
    const detail = `imtID ${String(imtID)}`;
    recordEffect(seller, {
      kind: 'card-moved',
      atMs: dueMs,
      vendorCode: card.vendorCode,
      nmID: card.nmID,
      detail,
    });
  }
  seller.version += 1;
}
