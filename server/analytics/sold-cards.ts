import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import { readAsColumns } from '#server/db/read-as-columns.ts';
import { addUpCards, filled, type CardSums } from './card-sums.ts';
import type { Day, Period } from './moscow-days.ts';
import type { ProfitLines } from './profit-engine.ts';
import { namesIn, summed } from './profit-sql.ts';
import type { ShopCoverage } from './repository.ts';
import { findHasDatedCosts, isSoldWithoutCost, rowSetsWithCostOf, sources } from './source-rows.ts';

export interface SoldCards extends CardSums {
  /** Of the cards: something of each was sold on a day of which no cost is known. */
  readonly withoutCost: readonly number[];
}

/** What the cards of a shop have sold on each of these stretches of days, none of which has a day of another. */
export type FindSoldCards = (
  db: Db,
  accountId: number,
  shop: ShopCoverage,
  stretches: readonly Period[],
) => Promise<SoldCards[]>;

/** From the rows; all stretches by one reading of them. */
export const findSoldCards: FindSoldCards = async (db, accountId, shop, stretches) => {
  const shopDays = stretchesOf(shop, stretches);
  const costs = { hasDatedCosts: await findHasDatedCosts(db, accountId), shopId: shop.shopId };
  const found = new Map(stretches.map(({ from }): [Day, SoldCards[]] => [from, []]));
  for (const source of sources) {
    const names = namesIn(source.lines);
    const rows = sql.join(
      // A card is in one set alone.
      rowSetsWithCostOf(source, accountId, shopDays, costs).map(
        (set) => sql`
          SELECT shop.from_day AS "from", row.nm_id AS "nmId", max(row.vendor_code COLLATE "C") AS "vendorCode",
            bool_or(${isSoldWithoutCost(source)}) AS "isCostMissing", ${summed(source.lines)}
          ${set} GROUP BY shop.from_day, row.nm_id`,
      ),
      sql` UNION ALL `,
    );
    const read = await readAsColumns<SumsOfCard>(
      db,
      ['from', 'nmId', 'vendorCode', 'isCostMissing', ...names],
      sql`SELECT * FROM (${rows}) sets ORDER BY "from", "nmId"`,
    );
    for (let first = 0, end = 0; first < read.from.length; first = end) {
      const from = read.from[first] ?? '';
      while (end < read.from.length && read.from[end] === from) end += 1;
      const nmIds = read.nmId.slice(first, end);
      found.get(from)?.push({
        nmIds: Float64Array.from(nmIds),
        vendorCodes: read.vendorCode.slice(first, end),
        sums: filled(names, (name) => read[name].slice(first, end)),
        withoutCost: nmIds.filter((_, at) => read.isCostMissing[first + at] === true),
      });
    }
  }
  return stretches.map(({ from }) => addUpSold(found.get(from) ?? []));
};

export function addUpSold(all: readonly SoldCards[]): SoldCards {
  return { ...addUpCards(all), withoutCost: [...new Set(all.flatMap(({ withoutCost }) => withoutCost))] };
}

type SumsOfCard = { from: Day; nmId: number; vendorCode: string; isCostMissing: boolean } & ProfitLines;

/** The relation `shop` of {@link rowSetsWithCostOf}. Days of their own each: the planner then knows how many rows they have. */
const stretchesOf = ({ shopId, reportedUntil }: ShopCoverage, stretches: readonly Period[]) =>
  sql`(${sql.join(
    stretches.map(
      ({ from, to }) => sql`
      SELECT ${shopId}::bigint AS id, ${reportedUntil}::date AS until, ${from}::date AS from_day, ${to}::date AS to_day`,
    ),
    sql` UNION ALL `,
  )}) shop`;
