import type { CopyRow } from '#contract/card-copies.ts';
import type { Card, CardContent } from '#contract/cards.ts';
import type { FieldError } from '#contract/errors.ts';
import type { Db, Trx } from '#server/db/database.ts';
import { badRequest, HttpError } from '#server/errors/http-error.ts';
import { insertCards, type Author } from './card-writes.ts';
import { normaliseContent } from './normalise-content.ts';
import { refuseContent } from './refuse-content.ts';
import { cardOr404 } from './repository.ts';

/** Copies as their rows say, all or none; what is wrong is told cell by cell, as `rows.3.vendorCode`. */
export async function duplicateAs(
  trx: Trx,
  author: Author,
  cardId: number,
  copies: number,
  rows: readonly CopyRow[],
): Promise<number[]> {
  const { accountId, userId } = author;
  if (rows.length !== copies) throw badRequest('Строк в таблице не столько, сколько копий');
  const card = await cardOr404(trx, accountId, cardId);
  const contents = rows.map((row) => normaliseContent(contentOf(card, row)));
  refuseCells([...namesTwice(contents, card), ...barcodesTwice(contents, card)]);
  refuseCells(await takenVendorCodes(trx, accountId, contents));
  for (const [index, { characteristics, sizes }] of contents.entries()) {
    await refuseRow(trx, accountId, card, { index, characteristics, sizes });
  }
  const made = await insertCards(trx, accountId, userId, contents, 'skip');
  const ids = made.filter((id) => id !== null);
  // Somebody was faster by a moment: what is made so far goes with the transaction.
  if (ids.length < rows.length) refuseCells(await takenVendorCodes(trx, accountId, contents, ids));
  return ids;
}

function contentOf(card: Card, row: CopyRow): CardContent {
  return {
    ...card,
    vendorCode: row.vendorCode,
    title: row.title,
    characteristics: row.characteristics ?? card.characteristics,
    sizes: row.sizes ?? card.sizes.map((size) => ({ ...size, skus: [] })),
  };
}

function namesTwice(contents: readonly CardContent[], card: Card): FieldError[] {
  const vendorCodes = new Set([card.vendorCode]);
  const titles = new Set([card.title]);
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

function barcodesTwice(contents: readonly CardContent[], card: Card): FieldError[] {
  const seen = new Set(card.sizes.flatMap(({ skus }) => skus));
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
