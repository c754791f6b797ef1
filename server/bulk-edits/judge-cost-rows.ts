import { sql } from 'kysely';
import type { CostPlace, TableKey, WantedValues } from '#contract/bulk-edits.ts';
import type { CardSize } from '#contract/cards.ts';
import type { CostRow } from '#contract/cost-tables.ts';
import { NO_SIZE } from '#server/cards/export-costs.ts';
import { findPlacedCosts, placeKey, type PlacedCost } from '#server/cards/placed-costs.ts';
import { findShopLabels } from '#server/cards/shop-labels.ts';
import type { Db } from '#server/db/database.ts';
import { findCardsByKeys } from './match-rows.ts';
import { readCost, readFrom } from './read-cost-cells.ts';

interface JudgedCosts {
  /** By card: what is not said so yet. */
  wanted: Map<number, NonNullable<WantedValues['costs']>>;
  changedCount: number;
  sameCount: number;
  refused: { line: number; text: string }[];
}

interface CardOfRow {
  id: number;
  sizes: readonly CardSize[];
  costs: readonly PlacedCost[];
}

/** What each row of a table of costs comes to. Rows of one card, shop, size and day are all refused: nobody knows which is meant. */
export async function judgeCostRows(
  db: Db,
  accountId: number,
  key: TableKey,
  rows: readonly CostRow[],
): Promise<JudgedCosts> {
  const keys = [...new Set(rows.map((row) => row.key.trim()))].filter((one) => one !== '');
  const cardIds = await findCardsByKeys(db, accountId, key, keys);
  const cards = await findCards(db, accountId, [...new Set([...cardIds.values()].flat())]);
  const shops = await findShopLabels(db, accountId);
  const read = rows.map((row) => {
    const problems: string[] = [];
    const card = cardOf(row, problems);
    if (card === null) return { line: row.line, problems, place: null, card, kopecks: null };
    const take = <Value>(value: { value: Value } | { problem: string }): Value | undefined => {
      if ('value' in value) return value.value;
      problems.push(value.problem);
      return undefined;
    };
    const shopId = take(readShop(row.shop.trim()));
    const techSize = take(readSize(row, key, card));
    const from = take(readFrom(row.from.trim()));
    const kopecks = take(readCost(row.cost.trim())) ?? null;
    const isPlaced = shopId !== undefined && techSize !== undefined && from !== undefined;
    return { line: row.line, problems, card, kopecks, place: isPlaced ? { from, shopId, techSize } : null };
  });
  const times = new Map<string, number>();
  const nameOf = (card: CardOfRow, place: CostPlace) => `${card.id} ${placeKey(place)}`;
  for (const { card, place } of read) {
    if (card && place) times.set(nameOf(card, place), (times.get(nameOf(card, place)) ?? 0) + 1);
  }

  const judged: JudgedCosts = { wanted: new Map(), changedCount: 0, sameCount: 0, refused: [] };
  for (const { line, problems, card, place, kopecks } of read) {
    if (card && place && times.get(nameOf(card, place)) !== 1) problems.push(REPEATED);
    if (problems.length > 0 || !card || !place || kopecks === null) {
      judged.refused.push({ line, text: problems.join('. ') });
      continue;
    }
    const said = card.costs.find((cost) => placeKey(cost) === placeKey(place));
    if (said?.costPriceKopecks === kopecks) {
      judged.sameCount += 1;
      continue;
    }
    judged.changedCount += 1;
    const cost = { ...place, costPriceKopecks: kopecks };
    judged.wanted.set(card.id, [...(judged.wanted.get(card.id) ?? []), cost]);
  }
  judged.refused.sort((a, b) => a.line - b.line);
  return judged;

  function cardOf(row: CostRow, problems: string[]): CardOfRow | null {
    const said = row.key.trim();
    const [cardId, ...others] = cardIds.get(said) ?? [];
    const card = cardId === undefined ? undefined : cards.get(cardId);
    if (said === '') problems.push('Нет артикула или баркода');
    else if (!card) problems.push('Нет такой карточки');
    else if (others.length > 0) problems.push('Таких карточек несколько');
    return card && others.length === 0 ? card : null;
  }

  function readShop(label: string): { value: number | null } | { problem: string } {
    if (label === '') return { value: null };
    const shopId = shops.idOf(label);
    return shopId === null ? { problem: 'Нет такого магазина' } : { value: shopId };
  }
}

const REPEATED = 'Та же карточка, магазин, размер и день названы ещё раз';

/** By its name, as it is written before any other; else by a barcode of the card. A cost may be of a size that is gone. */
function readSize(
  row: CostRow,
  key: TableKey,
  { sizes, costs }: CardOfRow,
): { value: string | null } | { problem: string } {
  const said = row.size.trim();
  if (said === '') {
    // Of one size, the cost of the size is the card's.
    const isOfSize = key === 'BARCODE' && sizes.length > 1;
    const named = isOfSize ? sizes.find(({ skus }) => skus.includes(row.key.trim())) : undefined;
    return { value: named?.techSize ?? null };
  }
  const names = [
    ...new Set([
      ...sizes.map(({ techSize }) => techSize),
      ...costs.flatMap(({ techSize }) => techSize ?? []),
    ]),
  ];
  if (names.includes(said)) return { value: said };
  const alike = names.filter(
    (name) => (name === '' ? NO_SIZE : name.trim()).toLowerCase() === said.toLowerCase(),
  );
  const [only = sizes.find(({ skus }) => skus.includes(said))?.techSize, ...others] = alike;
  return only === undefined || others.length > 0
    ? { problem: 'Нет такого размера или баркода у карточки' }
    : { value: only };
}

async function findCards(
  db: Db,
  accountId: number,
  cardIds: readonly number[],
): Promise<Map<number, CardOfRow>> {
  const cards = await db
    .selectFrom('cards')
    .select(['id', 'sizes'])
    .where('account_id', '=', accountId)
    .where('id', '=', sql<number>`any(${[...cardIds]}::bigint[])`)
    .execute();
  const costs = await findPlacedCosts(db, accountId, cardIds);
  return new Map(cards.map(({ id, sizes }) => [id, { id, sizes, costs: costs.get(id) ?? [] }]));
}
