import { sql } from 'kysely';
import type { CardProblem } from '#contract/card-sending.ts';
import { holdersOfBarcodes } from '#server/cards/holders-of-barcodes.ts';
import { findVendorCodeHolders, vendorCodeTakenText } from '#server/cards/vendor-codes.ts';
import type { Db } from '#server/db/database.ts';
import type { CardInBatch } from './check-batch.ts';

/** Codes of cards that other cards have. */

/** Barcodes that another card of the account has too. */
export async function barcodeProblems(
  db: Db,
  accountId: number,
  cards: readonly CardInBatch[],
  { areStored }: { areStored: boolean },
): Promise<CardProblem[]> {
  const barcodes = [...new Set(cards.flatMap((card) => card.sizes.flatMap((size) => size.skus)))];
  if (barcodes.length === 0) return [];
  const holders = await findBarcodeHolders(db, accountId, barcodes, areStored ? 2 : 1);
  const others = await findVendorCodes(db, accountId, [...new Set([...holders.values()].flat())]);
  return cards.flatMap((card) =>
    card.sizes
      .flatMap((size) => size.skus)
      .flatMap((sku) => {
        const other = holders.get(sku)?.find((id) => id !== card.id && others.has(id));
        if (other === undefined) return [];
        const detail = `Баркод ${sku} уже у карточки ${others.get(other)}`;
        return [{ cardId: card.id, shopId: null, kind: 'error' as const, field: 'sizes', detail }];
      }),
  );
}

/** Cards by barcode, ascending, of barcodes that so many have at least: of a stored card it is one of them itself. */
async function findBarcodeHolders(
  db: Db,
  accountId: number,
  barcodes: readonly string[],
  leastHolders: number,
): Promise<Map<string, number[]>> {
  const { rows } = await sql<{ sku: string; ids: number[] }>`
    SELECT barcode AS sku, array_agg(card_id ORDER BY card_id) AS ids
    FROM (${holdersOfBarcodes(accountId, barcodes)}) AS holders
    GROUP BY barcode HAVING count(*) >= ${leastHolders}`.execute(db);
  return new Map(rows.map(({ sku, ids }) => [sku, ids]));
}

/** Of those that are not in the archive. */
async function findVendorCodes(
  db: Db,
  accountId: number,
  cardIds: readonly number[],
): Promise<Map<number, string>> {
  if (cardIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('cards')
    .select(['id', 'vendor_code'])
    .where('account_id', '=', accountId)
    .where('id', '=', sql<number>`any(${[...cardIds]}::bigint[])`)
    .where('state', '<>', 'ARCHIVED')
    .execute();
  return new Map(rows.map((row) => [row.id, row.vendor_code]));
}

/** Vendor codes that another card of the account has: they could not be saved. */
export async function takenVendorCodes(
  db: Db,
  accountId: number,
  cards: readonly CardInBatch[],
): Promise<CardProblem[]> {
  const codes = cards.map(({ vendorCode }) => vendorCode).filter((code) => code !== '');
  const holders = await findVendorCodeHolders(db, accountId, codes);
  return cards.flatMap(({ id, vendorCode }) => {
    const holder = holders.get(vendorCode);
    if (holder === undefined || holder === id) return [];
    const detail = vendorCodeTakenText(vendorCode);
    return [{ cardId: id, shopId: null, kind: 'error' as const, field: 'vendorCode', detail }];
  });
}

/** Vendor codes under which a shop has another card. */
export async function takenInShops(
  db: Db,
  accountId: number,
  cards: readonly CardInBatch[],
  shopIds: readonly number[],
): Promise<CardProblem[]> {
  const taken = await db
    .selectFrom('shop_cards')
    .select(['card_id', 'shop_id', 'vendor_code'])
    .where('account_id', '=', accountId)
    .where('shop_id', '=', sql<number>`any(${[...shopIds]}::bigint[])`)
    .where('vendor_code', '=', sql<string>`any(${cards.map((card) => card.vendorCode)}::text[])`)
    .execute();
  const cardOf = new Map(cards.map((card) => [card.vendorCode, card]));
  return taken.flatMap((row) => {
    const card = cardOf.get(row.vendor_code);
    if (!card || card.id === row.card_id) return [];
    return [
      {
        cardId: card.id,
        shopId: row.shop_id,
        kind: 'error' as const,
        field: 'vendorCode',
        detail: `Артикул ${card.vendorCode} в этом магазине у другой карточки`,
      },
    ];
  });
}
