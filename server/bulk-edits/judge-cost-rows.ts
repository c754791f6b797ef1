import { sql } from 'kysely';
import type { TableKey, WantedValues } from '#contract/bulk-table-rows.ts';
import type { CostRow } from '#contract/cost-tables.ts';
import { findPlacedCosts, placeKey, type PlacedCost } from '#server/cards/placed-costs.ts';
import { findShopLabels } from '#server/cards/shop-labels.ts';
import type { Db } from '#server/db/database.ts';
import { findCardsByKeys } from './match-rows.ts';
import { readCostRow, type ReadCost, type SizesOfCard } from './read-cost-row.ts';

interface JudgedCosts {
  /** By card: what is not said so yet. */
  wanted: Map<number, NonNullable<WantedValues['costs']>>;
  changedCount: number;
  sameCount: number;
  refused: { line: number; text: string }[];
}

interface CardOfRow extends SizesOfCard {
  id: number;
  /** By `placeKey`. */
  costs: ReadonlyMap<string, PlacedCost>;
}

type ReadLine = { line: number } & (({ card: CardOfRow } & ReadCost) | { card: null; problem: string });

/** What each row of a table of costs comes to. Rows of one card, shop, size and day are all refused: nobody knows which is meant. */
export async function judgeCostRows(
  db: Db,
  accountId: number,
  key: TableKey,
  rows: readonly CostRow[],
): Promise<JudgedCosts> {
  const lines = await readLines(db, accountId, key, rows);
  const times = new Map<string, number>();
  for (const name of lines.flatMap(placeOf)) times.set(name, (times.get(name) ?? 0) + 1);

  const judged: JudgedCosts = { wanted: new Map(), changedCount: 0, sameCount: 0, refused: [] };
  const refuse = (line: number, problems: readonly string[]) =>
    judged.refused.push({ line, text: problems.join('. ') });
  for (const one of lines) {
    if (one.card === null) {
      refuse(one.line, [one.problem]);
      continue;
    }
    const { line, card, place, kopecks, problems } = one;
    const isRepeated = placeOf(one).some((name) => times.get(name) !== 1);
    if (isRepeated || place === null || kopecks === null) {
      refuse(line, isRepeated ? [...problems, REPEATED] : problems);
    } else if (card.costs.get(placeKey(place))?.costPriceKopecks === kopecks) {
      judged.sameCount += 1;
    } else {
      judged.changedCount += 1;
      const costs = judged.wanted.get(card.id) ?? [];
      costs.push({ ...place, costPriceKopecks: kopecks });
      judged.wanted.set(card.id, costs);
    }
  }
  judged.refused.sort((a, b) => a.line - b.line);
  return judged;
}

const REPEATED = 'Та же карточка, магазин, размер и день названы ещё раз';

/** One text for one card, shop, size and day; none where it cannot be told. */
function placeOf(read: ReadLine): string[] {
  return read.card === null || read.place === null ? [] : [`${read.card.id} ${placeKey(read.place)}`];
}

async function readLines(
  db: Db,
  accountId: number,
  key: TableKey,
  rows: readonly CostRow[],
): Promise<ReadLine[]> {
  const keys = [...new Set(rows.map((row) => row.key.trim()))].filter((one) => one !== '');
  const cardIds = await findCardsByKeys(db, accountId, key, keys);
  const cards = await findCards(db, accountId, [...new Set([...cardIds.values()].flat())]);
  const shops = await findShopLabels(db, accountId);
  return rows.map((row) => {
    const { line } = row;
    const said = row.key.trim();
    if (said === '') return { line, card: null, problem: 'Нет артикула или баркода' };
    const [cardId, ...others] = cardIds.get(said) ?? [];
    const card = cardId === undefined ? undefined : cards.get(cardId);
    if (!card) return { line, card: null, problem: 'Нет такой карточки' };
    if (others.length > 0) return { line, card: null, problem: 'Таких карточек несколько' };
    return { line, card, ...readCostRow(row, key, card, shops) };
  });
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
  const costsOf = await findPlacedCosts(db, accountId, cardIds);
  return new Map(
    cards.map(({ id, sizes }) => {
      const costs = costsOf.get(id) ?? [];
      const named = [
        ...sizes.map(({ techSize }) => techSize),
        ...costs.flatMap(({ techSize }) => techSize ?? []),
      ];
      const byPlace = new Map(costs.map((cost) => [placeKey(cost), cost]));
      return [id, { id, sizes, sizeNames: [...new Set(named)], costs: byPlace }];
    }),
  );
}
