import type { CostPlace } from '#contract/bulk-rows.ts';
import type { TableKey } from '#contract/bulk-table-rows.ts';
import type { CardSize } from '#contract/cards.ts';
import { readDay } from '#contract/cell-values.ts';
import type { CostRow } from '#contract/cost-tables.ts';
import { pricedKopecksSchema } from '#contract/fields.ts';
import { parseRoubles } from '#contract/number-text.ts';
import { NO_SIZE } from '#server/cards/export-costs.ts';
import type { ShopLabels } from '#server/cards/shop-labels.ts';
import { CELL_ERROR } from '#server/table-files/cell-error.ts';

/** What a row says of its card. */
export interface ReadCost {
  /** null: it cannot be told which is meant. */
  place: CostPlace | null;
  kopecks: number | null;
  problems: string[];
}

export interface SizesOfCard {
  sizes: readonly CardSize[];
  /** Its own, and those that a cost is kept of. */
  sizeNames: readonly string[];
}

type Read<Value> = { value: Value } | { problem: string };

/** Pure: every cell is read, so that a person mends all of a row at once. */
export function readCostRow(row: CostRow, key: TableKey, card: SizesOfCard, shops: ShopLabels): ReadCost {
  const problems: string[] = [];
  const take = <Value>(read: Read<Value>): Value | undefined => {
    if ('value' in read) return read.value;
    problems.push(read.problem);
    return undefined;
  };
  const shopId = take(readShop(row.shop.trim(), shops));
  const techSize = take(readSize(row, key, card));
  const from = take(readFrom(row.from.trim()));
  const kopecks = take(readCost(row.cost.trim())) ?? null;
  const isPlaced = shopId !== undefined && techSize !== undefined && from !== undefined;
  return { place: isPlaced ? { from, shopId, techSize } : null, kopecks, problems };
}

function readShop(label: string, shops: ShopLabels): Read<number | null> {
  if (label === '') return { value: null };
  const shopId = shops.idOf(label);
  return shopId === null ? { problem: 'Нет такого магазина' } : { value: shopId };
}

/** By its name, as it is written before any other case; else by a barcode of the card. */
function readSize(row: CostRow, key: TableKey, { sizes, sizeNames }: SizesOfCard): Read<string | null> {
  const said = row.size.trim();
  if (said === '') {
    // Of one size, the cost of the size is the card's.
    const isOfSize = key === 'BARCODE' && sizes.length > 1;
    const named = isOfSize ? sizes.find(({ skus }) => skus.includes(row.key.trim())) : undefined;
    return { value: named?.techSize ?? null };
  }
  if (sizeNames.includes(said)) return { value: said };
  const alike = sizeNames.filter(
    (name) => (name === '' ? NO_SIZE : name.trim()).toLowerCase() === said.toLowerCase(),
  );
  const [only = sizes.find(({ skus }) => skus.includes(said))?.techSize, ...others] = alike;
  return only === undefined || others.length > 0
    ? { problem: 'Нет такого размера или баркода у карточки' }
    : { value: only };
}

function readFrom(cell: string): Read<string | null> {
  if (cell === '') return { value: null };
  const day = readDay(cell);
  return day === null ? { problem: 'День: нужен, например, 01.12.2026' } : { value: day };
}

function readCost(cell: string): Read<number> {
  if (CELL_ERROR.test(cell)) return { problem: `Себестоимость: ошибка формулы ${cell}` };
  const kopecks = parseRoubles(cell);
  return kopecks !== null && pricedKopecksSchema.safeParse(kopecks).success
    ? { value: kopecks }
    : { problem: 'Себестоимость: нужна сумма в рублях, не меньше нуля' };
}
