import { sql } from 'kysely';
import type { BarcodeHolder } from '#contract/barcodes.ts';
import type { Db } from '#server/db/database.ts';
import { conflict } from '#server/errors/http-error.ts';
import type { Reader } from '#server/directory/directory.ts';
import { MarketplaceError, unavailable } from '#server/marketplace/errors.ts';
import { findShopsToAsk } from '#server/directory/shops-to-ask.ts';
import { BARCODE } from './barcode-rules.ts';
import { holdersOfBarcodes } from './holders-of-barcodes.ts';

/** Nobody reads more. */
const HOLDERS_SHOWN = 1000;

/**
 * New barcodes of the marketplace: they belong to no shop, so any that may write content asks for them. Throws what the
 * marketplace said when none got them.
 */
export async function newBarcodes({ db, marketplace, accountId }: Reader, count: number): Promise<string[]> {
  let failure: MarketplaceError | undefined;
  for (const shopId of await findShopsToAsk(db, accountId)) {
    try {
      const client = await marketplace.forShop(db, accountId, shopId);
      return usable(await client.generateBarcodes(count), count);
    } catch (error) {
      if (!(error instanceof MarketplaceError)) throw error;
      if (error.kind !== 'token') failure = error;
    }
  }
  if (failure) throw failure;
  throw conflict('Баркоды выдаёт Wildberries: добавьте в магазин токен «Контент», который может писать');
}

/** A barcode is printed on goods: what does not look like one is none. */
function usable(barcodes: readonly string[], count: number): string[] {
  const good = [...new Set(barcodes.filter((barcode) => BARCODE.test(barcode)))].slice(0, count);
  if (good.length < count) throw unavailable('Wildberries не выдал баркоды. Попробуйте ещё раз');
  return good;
}

/** Cards that have some of the barcodes, by the barcode; without the archive, and without `exceptIds`. */
export async function findBarcodeHolders(
  db: Db,
  accountId: number,
  barcodes: readonly string[],
  exceptIds: readonly number[] = [],
): Promise<BarcodeHolder[]> {
  // Found before they are put in order: the planner would walk all cards of the account for the first few.
  const { rows } = await sql<BarcodeHolder>`
    WITH found AS MATERIALIZED (${holdersOfBarcodes(accountId, barcodes)})
    SELECT found.barcode, cards.id AS "cardId", cards.vendor_code AS "vendorCode"
    FROM found JOIN cards ON cards.id = found.card_id
    WHERE cards.account_id = ${accountId} AND cards.state <> 'ARCHIVED' AND cards.id <> ALL(${[...exceptIds]}::bigint[])
    ORDER BY found.barcode, cards.id LIMIT ${sql.lit(HOLDERS_SHOWN)}`.execute(db);
  return rows;
}

/** Barcodes of these cards that others of the account have too, with those others. */
export async function findOtherHolders(
  db: Db,
  accountId: number,
  cardIds: readonly number[],
): Promise<BarcodeHolder[]> {
  const cards = await db
    .selectFrom('cards')
    .select('sizes')
    .where('account_id', '=', accountId)
    .where('id', '=', sql<number>`any(${[...cardIds]}::bigint[])`)
    .execute();
  const barcodes = cards.flatMap(({ sizes }) => sizes.flatMap(({ skus }) => skus));
  return barcodes.length === 0 ? [] : await findBarcodeHolders(db, accountId, barcodes, cardIds);
}
