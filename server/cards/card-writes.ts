import type { Card, CardContent } from '#contract/cards.ts';
import type { Db, Trx } from '#server/db/database.ts';
import { isUniqueViolation } from '#server/db/unique-violation.ts';
import {
  badRequest,
  conflict,
  notFound,
  versionConflict,
  type HttpError,
} from '#server/errors/http-error.ts';
import { refreshCardSummary } from './card-summary.ts';
import { refuseContent } from './refuse-content.ts';
import { findCards, insertCards, updateCardContent, type CardChanges } from './repository.ts';
import { normaliseLine, normaliseText } from '#server/text/text-rules.ts';

interface Author {
  accountId: number;
  userId: number;
}

/** All of these want a transaction: a card and its summary change together. */

export async function createCardOf(trx: Trx, author: Author, content: CardContent): Promise<Card> {
  const normalised = normaliseContent(content);
  await refuseUnusable(trx, author.accountId, normalised);
  await refuseContent(trx, author.accountId, normalised);
  const [id = 0] = await orTaken(
    normalised.vendorCode,
    insertCards(trx, author.accountId, author.userId, [normalised]),
  );
  await refreshCardSummary(trx, author.accountId, [id]);
  return await cardOr404(trx, author.accountId, id);
}

/** Throws the version conflict with the card as it is now, so that the client can merge field by field. */
export async function updateCardOf(
  trx: Trx,
  author: Author,
  target: { cardId: number; version: number },
  changes: CardChanges,
): Promise<Card> {
  const normalised = normaliseContent(changes);
  await refuseUnusable(trx, author.accountId, normalised, target.cardId);
  const [before] = await findCards(trx, author.accountId, [target.cardId]);
  // Another version is answered with the conflict, which says what the card has become.
  if (before?.version === target.version) await refuseContent(trx, author.accountId, normalised, before);
  const isWritten = await orTaken(
    normalised.vendorCode,
    updateCardContent(trx, { ...author, ...target }, normalised),
  );
  if (!isWritten) throw versionConflict(await cardOr404(trx, author.accountId, target.cardId));
  await refreshCardSummary(trx, author.accountId, [target.cardId]);
  return await cardOr404(trx, author.accountId, target.cardId);
}

/** Copies are drafts with vendor codes and titles of their own, without barcodes: a barcode belongs to one thing. */
export async function duplicateCardOf(
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
    ids.push(...(await insertCards(trx, author.accountId, author.userId, contents, 'skip')));
  }
  if (ids.length < copies) throw conflict('Эту карточку сейчас копирует кто-то ещё. Повторите');
  await refreshCardSummary(trx, author.accountId, ids);
  return ids;
}

async function numberedCopies(trx: Trx, accountId: number, card: Card, copies: number) {
  const taken = await trx
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

export async function cardOr404(db: Db, accountId: number, cardId: number): Promise<Card> {
  const [card] = await findCards(db, accountId, [cardId]);
  if (!card) throw notFound('Карточка не найдена');
  return card;
}

/** What is kept of 72 and 60 characters before a number is added. */
const VENDOR_CODE_ROOM = 66;
const TITLE_ROOM = 55;
/** Each is lost only to somebody who has just copied the same card. */
const NUMBERING_ROUNDS = 10;

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

/** Text as it is stored; fields that are not given stay so. */
export function normaliseContent<C extends CardChanges>(content: C): C {
  const normalised = { ...content };
  if (content.title !== undefined) normalised.title = normaliseLine(content.title);
  if (content.brand !== undefined) normalised.brand = normaliseLine(content.brand);
  if (content.vendorCode !== undefined) normalised.vendorCode = normaliseLine(content.vendorCode);
  if (content.description !== undefined) normalised.description = normaliseText(content.description);
  if (content.tags !== undefined) normalised.tags = content.tags.map(normaliseLine);
  if (content.characteristics !== undefined) {
    normalised.characteristics = content.characteristics.map(({ id, values }) => ({
      id,
      values: values.map(normaliseLine).filter((value) => value !== ''),
    }));
  }
  if (content.sizes !== undefined) {
    normalised.sizes = content.sizes.map((size) => ({
      techSize: normaliseLine(size.techSize),
      wbSize: normaliseLine(size.wbSize),
      skus: size.skus.map(normaliseLine).filter((sku) => sku !== ''),
    }));
  }
  return normalised;
}

function vendorCodeTaken(vendorCode = ''): HttpError {
  const detail = `Артикул «${vendorCode}» уже есть у другой карточки`;
  return badRequest(detail, [{ field: 'vendorCode', detail }]);
}

/** The look before the write leaves a moment in which another request may take the vendor code. */
async function orTaken<T>(vendorCode: string | undefined, write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (isUniqueViolation(error, 'cards_vendor_code')) throw vendorCodeTaken(vendorCode);
    throw error;
  }
}

/** With the id of the card that is changed: its own vendor code is nobody else's. */
async function refuseUnusable(
  trx: Trx,
  accountId: number,
  content: CardChanges,
  cardId?: number,
): Promise<void> {
  if (content.vendorCode === '') {
    throw badRequest('Укажите артикул продавца', [
      { field: 'vendorCode', detail: 'Укажите артикул продавца' },
    ]);
  }
  if (content.vendorCode !== undefined) {
    const other = await trx
      .selectFrom('cards')
      .select('id')
      .where('account_id', '=', accountId)
      .where('vendor_code', '=', content.vendorCode)
      .executeTakeFirst();
    if (other && other.id !== cardId) throw vendorCodeTaken(content.vendorCode);
  }
  if (content.subjectId !== undefined) {
    const subject = await trx
      .selectFrom('subjects')
      .select('id')
      .where('id', '=', content.subjectId)
      .executeTakeFirst();
    if (!subject) {
      throw badRequest('Предмет не найден', [{ field: 'subjectId', detail: 'Выберите предмет из списка' }]);
    }
  }
}
