import { sql } from 'kysely';
import type { Card, CardContent } from '#contract/cards.ts';
import type { Trx } from '#server/db/database.ts';
import { isUniqueViolation } from '#server/db/unique-violation.ts';
import { badRequest, versionConflict, type HttpError } from '#server/errors/http-error.ts';
import { refreshCardSummary, searchTextOf } from './card-summary.ts';
import { refuseSubject } from './kept-subjects.ts';
import { refuseContent } from './refuse-content.ts';
import { normaliseContent, type CardChanges } from './normalise-content.ts';
import { cardOr404, findCards } from './repository.ts';
import { findVendorCodeHolders, vendorCodeTakenText } from './vendor-codes.ts';

export interface Author {
  accountId: number;
  userId: number;
}

/** All of these want a transaction: a card and its summary change together. */

export async function createCard(trx: Trx, author: Author, content: CardContent): Promise<Card> {
  const normalised = normaliseContent(content);
  await refuseUnusable(trx, author.accountId, normalised);
  await refuseContent(trx, author.accountId, normalised);
  const [id] = await orTaken(
    normalised.vendorCode,
    insertCards(trx, author.accountId, author.userId, [normalised]),
  );
  return await cardOr404(trx, author.accountId, id ?? 0);
}

/** Throws the version conflict with the card as it is now, so that the client can merge field by field. */
export async function updateCard(
  trx: Trx,
  author: Author,
  target: { cardId: number; version: number },
  changes: CardChanges,
): Promise<Card> {
  const normalised = normaliseContent(changes);
  await refuseUnusable(trx, author.accountId, normalised, target.cardId);
  const [before] = await findCards(trx, author.accountId, [target.cardId]);
  // Another version is answered with the conflict, which says what the card has become.
  if (before?.version === target.version) {
    await refuseSubject(trx, author.accountId, before, normalised.subjectId);
    await refuseContent(trx, author.accountId, normalised, before);
  }
  const isWritten = await orTaken(
    normalised.vendorCode,
    writeContent(trx, { ...author, ...target }, normalised),
  );
  if (!isWritten) throw versionConflict(await cardOr404(trx, author.accountId, target.cardId));
  await refreshCardSummary(trx, author.accountId, [target.cardId]);
  return await cardOr404(trx, author.accountId, target.cardId);
}

function vendorCodeTaken(vendorCode = ''): HttpError {
  const detail = vendorCodeTakenText(vendorCode);
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
    const holders = await findVendorCodeHolders(trx, accountId, [content.vendorCode]);
    const holderId = holders.get(content.vendorCode);
    if (holderId !== undefined && holderId !== cardId) throw vendorCodeTaken(content.vendorCode);
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

/**
 * Ids of the new cards in the order of the contents; null for one that was left out. Their summary is that of cards in no shop: a
 * row that is written twice is put into every index twice.
 */
export async function insertCards(
  trx: Trx,
  accountId: number,
  /** null: nobody wrote them, they were read from the marketplace. */
  userId: number | null,
  contents: readonly CardContent[],
  /** `skip`: a vendor code that was taken meanwhile leaves its card out instead of ending the transaction. */
  onTaken: 'fail' | 'skip' = 'fail',
): Promise<(number | null)[]> {
  const rows = await trx
    .insertInto('cards')
    .values(
      contents.map((content) => ({
        account_id: accountId,
        updated_by: userId,
        cost_price_kopecks: null,
        ...toColumns(content),
        vendor_code: content.vendorCode,
        title: content.title,
        subject_id: content.subjectId,
        search_text: searchTextOf(content),
      })),
    )
    .$if(onTaken === 'skip', (insert) =>
      insert.onConflict((taken) => taken.columns(['account_id', 'vendor_code']).doNothing()),
    )
    .returning(['id', 'vendor_code'])
    .execute();
  const idOf = new Map(rows.map((row) => [row.vendor_code, row.id]));
  return contents.map((content) => idOf.get(content.vendorCode) ?? null);
}

/** Writes the given fields if the card still has this version; false when it has another or is not there. */
async function writeContent(
  trx: Trx,
  ids: { accountId: number; userId: number; cardId: number; version: number },
  changes: CardChanges,
): Promise<boolean> {
  const result = await trx
    .updateTable('cards')
    .set({
      ...toColumns(changes),
      version: sql`version + 1`,
      updated_at: sql`now()`,
      updated_by: ids.userId,
    })
    .where('account_id', '=', ids.accountId)
    .where('id', '=', ids.cardId)
    .where('version', '=', ids.version)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Fields that are given, as columns. */
function toColumns(content: CardChanges) {
  const columns = {
    vendor_code: content.vendorCode,
    title: content.title,
    description: content.description,
    shop_texts: asJson(content.shopTexts),
    subject_id: content.subjectId,
    brand: content.brand,
    dimensions: asJson(content.dimensions),
    characteristics: asJson(content.characteristics),
    sizes: asJson(content.sizes),
    photos: asJson(content.photos),
    video: content.video,
    tags: asJson(content.tags),
    price_kopecks: content.priceKopecks,
    discount: content.discount,
    club_discount: content.clubDiscount,
    cost_price_kopecks: content.costPriceKopecks,
  };
  // Left out is not the same as null: only what was given is written.
  return Object.fromEntries(
    Object.entries(columns).filter(([, value]) => value !== undefined),
  ) as DefinedOnly<typeof columns>;
}

type DefinedOnly<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

function asJson(value: unknown): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value);
}
