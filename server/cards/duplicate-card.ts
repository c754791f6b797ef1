import { sql } from 'kysely';
import { MAX_COPIED_CARDS } from '#contract/card-copies.ts';
import type { CardSelection } from '#contract/card-operations.ts';
import type { Card } from '#contract/cards.ts';
import type { Db, Trx } from '#server/db/database.ts';
import { badRequest, conflict } from '#server/errors/http-error.ts';
import { insertCards, type Author } from './card-writes.ts';
import { valuesOf } from './characteristic-values.ts';
import { findColours } from './colours.ts';
import { cardOr404, findCards } from './repository.ts';
import { resolveSelection } from './selection.ts';

/** What is kept of 72 and 60 characters before a number is added. */
const VENDOR_CODE_ROOM = 66;
const TITLE_ROOM = 55;
const NUMBERS_PER_QUERY = 50;
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
    const contents = await numberedCopies(trx, author.accountId, repeated(card, copies - ids.length));
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
  const contents = await numberedCopies(db, accountId, repeated(card, copies));
  return contents.map(({ vendorCode, title }) => ({ vendorCode, title }));
}

/** A copy of each chosen card as it would be made now, beside what it is of. */
export async function findCopiesOfMany(db: Db, accountId: number, selection: CardSelection) {
  const ids = await resolveSelection(db, accountId, selection);
  if (ids.length > MAX_COPIED_CARDS) {
    throw badRequest(`За раз — не больше ${MAX_COPIED_CARDS} карточек: выберите меньше`);
  }
  const cards = await findCards(db, accountId, ids);
  const copies = await numberedCopies(db, accountId, cards);
  const colours = await findColours(db, cards);
  return cards.map((card, index) => {
    const colour = colours.get(card.subjectId);
    return {
      cardId: card.id,
      sourceVendorCode: card.vendorCode,
      sourceTitle: card.title,
      photo: card.photos[0] ?? null,
      vendorCode: copies[index]?.vendorCode ?? '',
      title: copies[index]?.title ?? '',
      colour: colour
        ? { values: valuesOf(card.characteristics, colour.id), maxCount: colour.maxCount }
        : null,
      sizes: card.sizes.map(({ techSize }) => ({ techSize })),
    };
  });
}

const repeated = (card: Card, count: number) => Array.from({ length: count }, () => card);

/** Copies of the cards, one of each time that it is named, under names that are free now. */
async function numberedCopies(db: Db, accountId: number, cards: readonly Card[]) {
  const vendorCodes = await freeTexts(db, accountId, {
    column: 'vendor_code',
    bases: cards.map((card) => `${card.vendorCode.slice(0, VENDOR_CODE_ROOM).trim()}-`),
  });
  const titles = await freeTexts(db, accountId, {
    column: 'title',
    bases: cards.map((card) => `${card.title.slice(0, TITLE_ROOM).trim()} `),
  });
  return cards.map((card, index) => ({
    ...card,
    vendorCode: vendorCodes[index] ?? '',
    title: titles[index] ?? '',
    sizes: card.sizes.map((size) => ({ ...size, skus: [] })),
  }));
}

/** For each base the next number, from 2 on, with which no card of the account has it. */
async function freeTexts(
  db: Db,
  accountId: number,
  { column, bases }: { column: 'vendor_code' | 'title'; bases: readonly string[] },
): Promise<string[]> {
  const free = new Map<string, string[]>(bases.map((base) => [base, []]));
  const wantedOf = (base: string) => bases.filter((other) => other === base).length;
  let lacking = [...free.keys()];
  for (let first = 2; lacking.length > 0; first += NUMBERS_PER_QUERY) {
    const numbered = (base: string) =>
      Array.from({ length: NUMBERS_PER_QUERY }, (_, index) => `${base}${String(first + index)}`);
    const rows = await db
      .selectFrom('cards')
      .select(column)
      .where('account_id', '=', accountId)
      .where(column, '=', sql<string>`any(${lacking.flatMap(numbered)}::text[])`)
      .execute();
    const taken = new Set(rows.map((row) => row[column]));
    for (const base of lacking) free.get(base)?.push(...numbered(base).filter((text) => !taken.has(text)));
    lacking = lacking.filter((base) => (free.get(base)?.length ?? 0) < wantedOf(base));
  }
  return bases.map((base) => free.get(base)?.shift() ?? '');
}
