import type { Card } from '#contract/cards.ts';
import type { Db, Trx } from '#server/db/database.ts';
import { conflict } from '#server/errors/http-error.ts';
import { insertCards, type Author } from './card-writes.ts';
import { cardOr404 } from './repository.ts';

/** What is kept of 72 and 60 characters before a number is added. */
const VENDOR_CODE_ROOM = 66;
const TITLE_ROOM = 55;
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
    const contents = await numberedCopies(trx, author.accountId, card, copies - ids.length);
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
  const contents = await numberedCopies(db, accountId, card, copies);
  return contents.map(({ vendorCode, title }) => ({ vendorCode, title }));
}

async function numberedCopies(db: Db, accountId: number, card: Card, copies: number) {
  const taken = await db
    .selectFrom('cards')
    .select(['vendor_code', 'title'])
    .where('account_id', '=', accountId)
    .where((eb) =>
      eb.or([
        eb('vendor_code', 'like', `${likePrefix(card.vendorCode, VENDOR_CODE_ROOM)}%`),
        eb('title', 'like', `${likePrefix(card.title, TITLE_ROOM)}%`),
      ]),
    )
    .execute();
  const vendorCodes = new Set(taken.map((row) => row.vendor_code));
  const titles = new Set(taken.map((row) => row.title));
  return Array.from({ length: copies }, () => ({
    ...card,
    vendorCode: numbered(card.vendorCode, '-', VENDOR_CODE_ROOM, vendorCodes),
    title: numbered(card.title, ' ', TITLE_ROOM, titles),
    sizes: card.sizes.map((size) => ({ ...size, skus: [] })),
  }));
}

function numbered(text: string, separator: string, room: number, taken: Set<string>): string {
  const base = text.slice(0, room).trim();
  for (let number = 2; ; number += 1) {
    const candidate = `${base}${separator}${number}`;
    if (taken.has(candidate)) continue;
    taken.add(candidate);
    return candidate;
  }
}

function likePrefix(text: string, room: number): string {
  return text
    .slice(0, room)
    .trim()
    .replace(/[\\%_]/g, (character) => `\\${character}`);
}
