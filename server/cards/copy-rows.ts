import type { copyCardsEndpoint, CopyRow } from '#contract/card-copies.ts';
import type { Card, CardContent } from '#contract/cards.ts';
import type { EndpointBody } from '#contract/endpoint.ts';
import type { FieldError } from '#contract/errors.ts';
import type { Db, Trx } from '#server/db/database.ts';
import { badRequest, HttpError, notFound } from '#server/errors/http-error.ts';
import { insertCards, type Author } from './card-writes.ts';
import { withValues } from './characteristic-values.ts';
import { findColours } from './colours.ts';
import { copyOfCard } from './copy-of-card.ts';
import { normaliseContent } from './normalise-content.ts';
import { refuseContent } from './refuse-content.ts';
import { cardOr404, findCards } from './repository.ts';

/** Copies of a card as their rows say, all or none; what is wrong is told cell by cell, as `rows.3.vendorCode`. */
export async function duplicateAs(
  trx: Trx,
  author: Author,
  cardId: number,
  copies: number,
  rows: readonly CopyRow[],
): Promise<number[]> {
  if (rows.length !== copies) throw badRequest('Строк в таблице не столько, сколько копий');
  const card = await cardOr404(trx, author.accountId, cardId);
  return await makeCopies(
    trx,
    author,
    rows.map((row) => ({ card, row })),
  );
}

/** Copies of several cards, as {@link duplicateAs}. Throws 404 where one of the cards is not there. */
export async function copyCards(trx: Trx, author: Author, rows: readonly CopyOfCard[]): Promise<number[]> {
  const ids = [...new Set(rows.map(({ cardId }) => cardId))];
  const cards = new Map((await findCards(trx, author.accountId, ids)).map((card) => [card.id, card]));
  // Most copies have their card's: what each subject asks for is not read for them.
  const coloured = rows.flatMap((row) => (row.colours === undefined ? [] : (cards.get(row.cardId) ?? [])));
  const colours = await findColours(trx, coloured);
  const copies = rows.map((row, index) => {
    const card = cards.get(row.cardId);
    if (!card) throw notFound('Некоторых карточек больше нет. Обновите список');
    return { card, row: ofCard(card, colours.get(card.subjectId), { ...row, index }) };
  });
  return await makeCopies(trx, author, copies);
}

export type CopyOfCard = EndpointBody<typeof copyCardsEndpoint>['rows'][number];

/** The row as one of a single card's copies; refused where the card has changed since it was shown. */
function ofCard(
  card: Card,
  colour: { id: number } | undefined,
  { index, vendorCode, title, colours, sizes }: CopyOfCard & { index: number },
): CopyRow {
  const row: CopyRow = { vendorCode, title };
  if (colours !== undefined) {
    if (!colour) {
      refuseCells([{ field: `rows.${index}.colours`, detail: 'У предмета карточки нет цвета' }]);
    } else row.characteristics = withValues(card.characteristics, { id: colour.id, values: colours });
  }
  if (sizes !== undefined) {
    const isSame =
      sizes.length === card.sizes.length &&
      sizes.every(({ techSize }, place) => techSize === card.sizes[place]?.techSize);
    if (!isSame) {
      const detail = 'Размеры карточки изменились. Обновите страницу';
      refuseCells([{ field: `rows.${index}.sizes`, detail }]);
    }
    row.sizes = card.sizes.map((size, place) => ({ ...size, skus: sizes[place]?.skus ?? [] }));
  }
  return row;
}

interface Copy {
  card: Card;
  row: CopyRow;
}

async function makeCopies(trx: Trx, author: Author, copies: readonly Copy[]): Promise<number[]> {
  const { accountId, userId } = author;
  const wanted = copies.map(({ card, row }) => ({
    card,
    row,
    content: normaliseContent(contentOf(card, row)),
  }));
  const contents = wanted.map(({ content }) => content);
  const cards = [...new Set(copies.map(({ card }) => card))];
  refuseCells([...namesTwice(contents, cards), ...barcodesTwice(contents, cards)]);
  refuseCells(await takenVendorCodes(trx, accountId, contents));
  for (const [index, { card, row, content }] of wanted.entries()) {
    // What is the card's may stay.
    if (!row.characteristics && !row.sizes) continue;
    const { characteristics, sizes } = content;
    await refuseRow(trx, accountId, card, { index, characteristics, sizes });
  }
  const made = await insertCards(trx, accountId, userId, contents, 'skip');
  const ids = made.filter((id) => id !== null);
  // Somebody was faster by a moment: what is made so far goes with the transaction.
  if (ids.length < copies.length) refuseCells(await takenVendorCodes(trx, accountId, contents, ids));
  return ids;
}

function contentOf(card: Card, { vendorCode, title, characteristics, sizes }: CopyRow): CardContent {
  const copy = copyOfCard(card, { vendorCode, title });
  return {
    ...copy,
    characteristics: characteristics ?? copy.characteristics,
    sizes: sizes ?? copy.sizes,
  };
}

function namesTwice(contents: readonly CardContent[], cards: readonly Card[]): FieldError[] {
  const vendorCodes = new Set(cards.map(({ vendorCode }) => vendorCode));
  const titles = new Set(cards.map(({ title }) => title));
  return contents.flatMap(({ vendorCode, title }, index) => {
    const errors: FieldError[] = [];
    if (vendorCodes.has(vendorCode)) {
      errors.push({ field: `rows.${index}.vendorCode`, detail: `Артикул «${vendorCode}» указан дважды` });
    }
    if (titles.has(title)) {
      errors.push({ field: `rows.${index}.title`, detail: 'Такое наименование уже есть' });
    }
    vendorCodes.add(vendorCode);
    titles.add(title);
    return errors;
  });
}

function barcodesTwice(contents: readonly CardContent[], cards: readonly Card[]): FieldError[] {
  const seen = new Set(cards.flatMap(({ sizes }) => sizes.flatMap(({ skus }) => skus)));
  return contents.flatMap(({ sizes }, index) => {
    const own = sizes.flatMap(({ skus }) => skus);
    const again = own.find((barcode) => seen.has(barcode));
    for (const barcode of own) seen.add(barcode);
    return again === undefined
      ? []
      : [{ field: `rows.${index}.sizes`, detail: `Баркод ${again} уже есть у другой копии или у карточки` }];
  });
}

async function takenVendorCodes(
  db: Db,
  accountId: number,
  contents: readonly CardContent[],
  ownIds: readonly number[] = [],
): Promise<FieldError[]> {
  const taken = await db
    .selectFrom('cards')
    .select(['id', 'vendor_code'])
    .where('account_id', '=', accountId)
    .where(
      'vendor_code',
      'in',
      contents.map(({ vendorCode }) => vendorCode),
    )
    .execute();
  const others = new Set(taken.filter(({ id }) => !ownIds.includes(id)).map((row) => row.vendor_code));
  return contents.flatMap(({ vendorCode }, index) =>
    others.has(vendorCode)
      ? [
          {
            field: `rows.${index}.vendorCode`,
            detail: `Артикул «${vendorCode}» уже есть у другой карточки`,
          },
        ]
      : [],
  );
}

/** What the card has already, its copies may have; barcodes are never the card's. */
async function refuseRow(
  db: Db,
  accountId: number,
  card: Card,
  { index, ...changes }: { index: number } & Pick<CardContent, 'characteristics' | 'sizes'>,
): Promise<void> {
  try {
    await refuseContent(db, accountId, changes, { ...card, sizes: [] });
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    throw badRequest(
      error.detail,
      error.fieldErrors.map(({ field, detail }) => ({ field: `rows.${index}.${field}`, detail })),
    );
  }
}

function refuseCells(errors: readonly FieldError[]): void {
  if (errors.length === 0) return;
  throw badRequest([...new Set(errors.map(({ detail }) => detail))], [...errors]);
}
