import { findBarcodeHolders } from '#server/cards/barcodes.ts';
import { findVendorCodeHolders, vendorCodeTakenText } from '#server/cards/vendor-codes.ts';
import type { Db } from '#server/db/database.ts';
import type { CardChange } from './card-change.ts';
import { refused } from './refused.ts';

/** What a change asks of the account's other cards: whose the new vendor codes and barcodes are. */
export interface OtherCards {
  vendorCodes: ReadonlyMap<string, number>;
  barcodes: ReadonlyMap<string, readonly number[]>;
}

export async function findOtherCards(
  db: Db,
  accountId: number,
  changes: readonly CardChange[],
): Promise<OtherCards> {
  const vendorCodes = await findVendorCodeHolders(
    db,
    accountId,
    changes.flatMap(({ after }) => after.vendorCode ?? []),
  );
  const added = changes.flatMap(addedBarcodes);
  const barcodes = new Map<string, number[]>();
  for (const { barcode, cardId } of added.length === 0
    ? []
    : await findBarcodeHolders(db, accountId, added)) {
    barcodes.set(barcode, [...(barcodes.get(barcode) ?? []), cardId]);
  }
  return { vendorCodes, barcodes };
}

/** A vendor code that another card has is refused, also where that card is about to give it up: one table cannot swap them. */
export function heldByOther(cardId: number, change: CardChange, { vendorCodes }: OtherCards): CardChange {
  const code = change.after.vendorCode;
  const holderId = code === undefined ? undefined : vendorCodes.get(code);
  if (code === undefined || holderId === undefined || holderId === cardId) return change;
  return {
    ...change,
    after: {},
    ...refused(heldByOtherText(code), 'Возьмите другой артикул или сначала освободите этот', 'vendorCode'),
  };
}

export function heldByOtherText(vendorCode: string): string {
  return `${vendorCodeTakenText(vendorCode)}. Если таблица меняет и её артикул, загрузите таблицу ещё раз, когда он освободится`;
}

/** Two cards of one barcode may be meant: it is told and not refused, as in the editor. */
export function hasSharedBarcode(cardId: number, change: CardChange, { barcodes }: OtherCards): boolean {
  return addedBarcodes(change).some((barcode) =>
    (barcodes.get(barcode) ?? []).some((holderId) => holderId !== cardId),
  );
}

export function addedBarcodes({ before, after }: Pick<CardChange, 'before' | 'after'>): string[] {
  const had = new Set((before.sizes ?? []).flatMap(({ skus }) => skus));
  return (after.sizes ?? []).flatMap(({ skus }) => skus).filter((barcode) => !had.has(barcode));
}
