import type { Card } from '#contract/cards.ts';
import type { Db, Trx } from '#server/db/database.ts';
import { conflict } from '#server/errors/http-error.ts';
import { insertCards, type Author } from './card-writes.ts';
import { copyOfCard } from './copy-of-card.ts';
import { freeNames } from './free-names.ts';
import { cardOr404 } from './repository.ts';

/** Each is lost only to somebody who has just copied the same card. */
const NUMBERING_ROUNDS = 10;

/** Copies are drafts with vendor codes and titles of their own, without barcodes: a barcode belongs to one thing. */
export async function duplicateCard(
  trx: Trx,
  author: Author,
  cardId: number,
  copies: number,
): Promise<number[]> {
  const card = await cardOr404(trx, author.accountId, cardId);
  const ids: number[] = [];
  // Somebody else who copies the same card takes numbers too: those that were taken meanwhile are given anew.
  for (let round = 0; ids.length < copies && round < NUMBERING_ROUNDS; round += 1) {
    const names = await freeNames(trx, author.accountId, repeated(card, copies - ids.length));
    const contents = names.map((named) => copyOfCard(card, named));
    const made = await insertCards(trx, author.accountId, author.userId, contents, 'skip');
    ids.push(...made.filter((id) => id !== null));
  }
  if (ids.length < copies) throw conflict('Эту карточку сейчас копирует кто-то ещё. Повторите');
  return ids;
}

/** Vendor codes and titles that are free now, for so many copies. */
export async function findCopyNames(
  db: Db,
  accountId: number,
  cardId: number,
  copies: number,
): Promise<{ vendorCode: string; title: string }[]> {
  const card = await cardOr404(db, accountId, cardId);
  return await freeNames(db, accountId, repeated(card, copies));
}

const repeated = (card: Card, count: number) => Array.from({ length: count }, () => card);
