import { sql } from 'kysely';
import type { RowKey, TableRow, UnmatchedReason } from '#contract/bulk-table-rows.ts';
import type { Db } from '#server/db/database.ts';
import { holdersOfBarcodes } from '#server/cards/holders-of-barcodes.ts';
import { findVendorCodeHolders } from '#server/cards/vendor-codes.ts';
import { badRequest } from '#server/errors/http-error.ts';
import { normaliseLine } from '#server/text/text-rules.ts';

/** Cards in the archive are found as well: a row names its card, as a list of ids does, which takes them too. */

export interface MatchedRow {
  row: TableRow;
  cardId: number;
}

export interface UnmatchedRow {
  line: number;
  key: string;
  reason: UnmatchedReason;
}

/** Cards by key; a key that nothing has is not there. */
type CardsByKey = Map<string, number[]>;

/** Finds which of the account's cards each row of a table means. Those that mean none, or not one, are told by line. */
export async function matchRows(
  db: Db,
  accountId: number,
  key: RowKey,
  rows: readonly TableRow[],
): Promise<{ matched: MatchedRow[]; unmatched: UnmatchedRow[] }> {
  const keys = [...new Set(rows.map(keyOf))];
  const cards = await findCardsByKeys(db, accountId, key, keys);
  const found: MatchedRow[] = [];
  const unmatched: UnmatchedRow[] = [];
  const leaveOut = ({ line, key: said }: TableRow, reason: UnmatchedReason) =>
    unmatched.push({ line, key: said, reason });
  for (const row of rows) {
    const [cardId, ...others] = cards.get(keyOf(row)) ?? [];
    if (cardId === undefined) leaveOut(row, 'NOT_FOUND');
    else if (others.length > 0) leaveOut(row, 'AMBIGUOUS');
    else found.push({ row, cardId });
  }
  const times = new Map<number, number>();
  for (const { cardId } of found) times.set(cardId, (times.get(cardId) ?? 0) + 1);
  const isRepeated = ({ cardId }: MatchedRow) => times.get(cardId) !== 1;
  for (const one of found.filter(isRepeated)) leaveOut(one.row, 'REPEATED');
  return {
    matched: found.filter((one) => !isRepeated(one)),
    unmatched: unmatched.sort((a, b) => a.line - b.line),
  };
}

/** The answer says the keys that name no card again, and is kept under the request's key as JSON, which cannot hold it. */
const LONE_SURROGATE = /\p{Cs}/u;

/** Throws 400 for keys that no database holds. */
export function refuseUnkeepableKeys(rows: readonly { key: string }[]): void {
  if (rows.some(({ key }) => key.includes('\0') || LONE_SURROGATE.test(key))) {
    throw badRequest('В тексте есть знаки, которые нельзя сохранить');
  }
}

function keyOf({ key }: TableRow): string {
  return key.trim();
}

/** The account's cards that have these keys; a key that nothing has is not there. */
export function findCardsByKeys(db: Db, accountId: number, key: RowKey, keys: string[]): Promise<CardsByKey> {
  return FINDERS[key](db, accountId, keys);
}

const FINDERS: Record<RowKey, (db: Db, accountId: number, keys: string[]) => Promise<CardsByKey>> = {
  VENDOR_CODE: findByVendorCode,
  NM_ID: findByNmId,
  BARCODE: findByBarcode,
  CARD_ID: findById,
};

interface FoundCard {
  key: string;
  cardId: number;
}

function byKey(found: readonly FoundCard[]): CardsByKey {
  const cards: CardsByKey = new Map();
  for (const { key, cardId } of found) cards.set(key, [...(cards.get(key) ?? []), cardId]);
  return cards;
}

/** As it is written; without regard to case where no card has it so; then without what nobody sees: a no-break space, a mark. */
async function findByVendorCode(db: Db, accountId: number, keys: string[]): Promise<CardsByKey> {
  const exact = await findVendorCodeHolders(db, accountId, keys);
  const cards = new Map([...exact].map(([key, cardId]) => [key, [cardId]]));
  const left = keys.filter((key) => !cards.has(key)).map((key) => ({ key, code: key }));
  const folded = await findFolded(db, accountId, left);
  const odd = left
    .filter(({ key }) => !folded.has(key))
    .map(({ key }) => ({ key, code: normaliseLine(key) }))
    .filter(({ key, code }) => code !== key);
  return new Map([...cards, ...folded, ...(await findFolded(db, accountId, odd))]);
}

async function findFolded(
  db: Db,
  accountId: number,
  asked: readonly { key: string; code: string }[],
): Promise<CardsByKey> {
  if (asked.length === 0) return new Map();
  // Two tell already that a key is not one card's.
  const { rows } = await sql<FoundCard>`
    SELECT asked.key, card.id AS "cardId"
    FROM unnest(${asked.map(({ key }) => key)}::text[], ${asked.map(({ code }) => code)}::text[]) AS asked (key, code)
    JOIN LATERAL (
      SELECT id FROM cards WHERE account_id = ${accountId} AND lower(vendor_code) = lower(asked.code) LIMIT 2
    ) AS card ON true`.execute(db);
  return byKey(rows);
}

/** Longer ones are no whole numbers here, nor at the marketplace. */
const NUMBER = /^[1-9]\d{0,14}$/;

/** Shop by shop, as the index is made. A card has a number in each of its shops. */
async function findByNmId(db: Db, accountId: number, keys: string[]): Promise<CardsByKey> {
  const { rows } = await sql<FoundCard>`
    SELECT DISTINCT shop_cards.nm_id::text AS key, shop_cards.card_id AS "cardId"
    FROM shops JOIN shop_cards ON shop_cards.shop_id = shops.id
    WHERE shops.account_id = ${accountId} AND shop_cards.account_id = ${accountId}
      AND shop_cards.nm_id = any(${keys.filter((key) => NUMBER.test(key))}::bigint[])`.execute(db);
  return byKey(rows);
}

/** Those of the card's sizes, which the export shows and the check before a shipment compares. */
async function findByBarcode(db: Db, accountId: number, keys: string[]): Promise<CardsByKey> {
  const { rows } = await holdersOfBarcodes(accountId, keys).execute(db);
  return byKey(rows.map(({ barcode, card_id: cardId }) => ({ key: barcode, cardId })));
}

async function findById(db: Db, accountId: number, keys: string[]): Promise<CardsByKey> {
  const { rows } = await sql<FoundCard>`
    SELECT id::text AS key, id AS "cardId" FROM cards
    WHERE account_id = ${accountId} AND id = any(${keys.filter((key) => NUMBER.test(key))}::bigint[])`.execute(
    db,
  );
  return byKey(rows);
}
