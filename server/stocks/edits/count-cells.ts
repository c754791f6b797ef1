import { sql } from 'kysely';
import type { CountedLine, UncomparedReason } from '#contract/stock-counts.ts';
import { holdersOfBarcodes } from '#server/cards/holders-of-barcodes.ts';
import type { Db } from '#server/db/database.ts';

/** A size in a warehouse, with all that a counted line may name it by. */
interface NamedCell {
  cardId: number;
  vendorCode: string;
  title: string;
  warehouseId: number;
  /** With its shop. */
  warehouseName: string;
  chrtId: number;
  techSize: string;
  /** As the shop has them, and as the card has them: a new one may not be sent yet. */
  skus: string[];
}

export interface CountedSize {
  line: CountedLine;
  cells: NamedCell[];
}

export interface Uncompared {
  key: string;
  reason: UncomparedReason;
}

/** Which size in which of the warehouses each line means. Those that mean none, or not one, are told. */
export async function findCountedSizes(
  db: Db,
  accountId: number,
  warehouseIds: readonly number[],
  lines: readonly CountedLine[],
): Promise<{ sizes: CountedSize[]; uncompared: Uncompared[] }> {
  const barcodes = [...new Set(lines.flatMap(({ barcode }) => (barcode === '' ? [] : [barcode])))];
  const owners = await findOwners(db, accountId, barcodes);
  const named = lines.flatMap(({ cardId }) => (cardId === null ? [] : [cardId]));
  const cells = await findNamedCells(
    db,
    accountId,
    [...new Set([...owners.values()].flat().concat(named))],
    warehouseIds,
  );
  const byBarcode = grouped(cells, ({ skus }) => skus);
  const byCard = grouped(cells, ({ cardId }) => [cardId]);
  const uncompared: Uncompared[] = [];
  const found: CountedSize[] = [];
  for (const line of lines) {
    const ofLine = cellsOf(line, byBarcode, byCard, owners);
    if (typeof ofLine === 'string') uncompared.push({ key: line.key, reason: ofLine });
    else found.push({ line, cells: ofLine });
  }
  const times = new Map<string, number>();
  const keyOf = ({ warehouseId, chrtId }: NamedCell) => `${String(warehouseId)}:${String(chrtId)}`;
  for (const cell of found.flatMap((one) => one.cells)) {
    times.set(keyOf(cell), (times.get(keyOf(cell)) ?? 0) + 1);
  }
  const isRepeated = (size: CountedSize) => size.cells.some((cell) => times.get(keyOf(cell)) !== 1);
  for (const { line } of found.filter(isRepeated)) uncompared.push({ key: line.key, reason: 'REPEATED' });
  return { sizes: found.filter((size) => !isRepeated(size)), uncompared };
}

function cellsOf(
  { barcode, cardId }: CountedLine,
  byBarcode: ReadonlyMap<string, NamedCell[]>,
  byCard: ReadonlyMap<number, NamedCell[]>,
  owners: ReadonlyMap<string, number[]>,
): NamedCell[] | UncomparedReason {
  const byCode = barcode === '' ? [] : (byBarcode.get(barcode) ?? []);
  if (byCode.length > 0) return isOneSize(byCode) ? byCode : 'AMBIGUOUS';
  if (owners.has(barcode)) return 'NOT_IN_SHOP';
  if (cardId === null) return 'NOT_FOUND';
  const ofCard = byCard.get(cardId) ?? [];
  if (ofCard.length === 0) return 'NOT_IN_SHOP';
  return isOneSize(ofCard) ? ofCard : 'SEVERAL_SIZES';
}

/** Of one card, and one in each warehouse. */
function isOneSize(cells: readonly NamedCell[]): boolean {
  const warehouses = new Set(cells.map(({ warehouseId }) => warehouseId));
  return warehouses.size === cells.length && new Set(cells.map(({ cardId }) => cardId)).size === 1;
}

/** The account's cards that have these barcodes. */
async function findOwners(
  db: Db,
  accountId: number,
  barcodes: readonly string[],
): Promise<Map<string, number[]>> {
  const { rows } = await holdersOfBarcodes(accountId, barcodes).execute(db);
  return new Map(
    [...grouped(rows, ({ barcode }) => [barcode])].map(([barcode, ofOne]) => [
      barcode,
      ofOne.map(({ card_id: cardId }) => cardId),
    ]),
  );
}

async function findNamedCells(
  db: Db,
  accountId: number,
  cardIds: readonly number[],
  warehouseIds: readonly number[],
): Promise<NamedCell[]> {
  const { rows } = await sql<NamedCell>`
    SELECT cards.id AS "cardId", cards.vendor_code AS "vendorCode", cards.title, warehouses.id AS "warehouseId",
      warehouses.name || ' · ' || shops.name AS "warehouseName", (size ->> 'chrtId')::bigint AS "chrtId",
      coalesce(size ->> 'techSize', '') AS "techSize",
      coalesce(size -> 'skus', '[]') || coalesce((
        SELECT jsonb_agg(sku) FROM jsonb_array_elements(cards.sizes) AS own, jsonb_array_elements(own -> 'skus') AS sku
        WHERE own ->> 'techSize' = size ->> 'techSize'), '[]') AS skus
    FROM shop_cards
    JOIN cards ON cards.id = shop_cards.card_id AND cards.account_id = ${accountId}
    JOIN shops ON shops.id = shop_cards.shop_id AND shops.account_id = ${accountId}
    JOIN warehouses ON warehouses.shop_id = shop_cards.shop_id AND warehouses.account_id = ${accountId},
      jsonb_array_elements(shop_cards.sizes) AS size
    WHERE shop_cards.account_id = ${accountId} AND shop_cards.card_id = any(${[...cardIds]}::bigint[])
      AND warehouses.id = any(${[...warehouseIds]}::bigint[])
    ORDER BY cards.id, warehouses.id, "chrtId"`.execute(db);
  return rows.map((row) => ({ ...row, skus: [...new Set(row.skus)] }));
}

function grouped<Item, Key>(
  items: readonly Item[],
  keysOf: (item: Item) => readonly Key[],
): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    for (const key of keysOf(item)) {
      const group = groups.get(key);
      if (group) group.push(item);
      else groups.set(key, [item]);
    }
  }
  return groups;
}
