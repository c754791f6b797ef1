import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import { readAsColumns } from '#server/db/read-as-columns.ts';
import { addUpCards, filled, type CardSums } from './card-sums.ts';
import type { Period } from './moscow-days.ts';
import type { ProfitLines } from './profit-engine.ts';
import { namesIn, summed } from './profit-sql.ts';
import { shopDaysOf, type ShopCoverage } from './repository.ts';
import { findHasDatedCosts, isSoldWithoutCost, rowSetsWithCostOf, sources } from './source-rows.ts';

export interface SoldCards extends CardSums {
  /** Of the cards: something of each was sold on a day of which no cost is known. */
  readonly withoutCost: readonly number[];
}

/** What the cards of a shop have sold, by stretch of days, in the order asked. */
export type FindSoldCards = (
  db: Db,
  accountId: number,
  shop: ShopCoverage,
  stretches: readonly Period[],
) => Promise<SoldCards[]>;

/** From the rows. */
export const findSoldCards: FindSoldCards = async (db, accountId, shop, stretches) => {
  const costs = { hasDatedCosts: await findHasDatedCosts(db, accountId) };
  const found: SoldCards[] = [];
  for (const period of stretches)
    found.push(await sumRows(db, accountId, { range: { shops: [shop], period }, costs }));
  return found;
};

interface Asked {
  range: Parameters<typeof shopDaysOf>[0];
  costs: Parameters<typeof rowSetsWithCostOf>[3];
}

/** A card's code is that of its orders, when there are any. */
async function sumRows(db: Db, accountId: number, { range, costs }: Asked): Promise<SoldCards> {
  const found: CardSums[] = [];
  const withoutCost: number[] = [];
  for (const source of sources) {
    const names = namesIn(source.lines);
    const rows = sql.join(
      // A card is in one set alone.
      rowSetsWithCostOf(source, accountId, shopDaysOf(range), costs).map(
        (set) => sql`
          SELECT row.nm_id AS "nmId", max(row.vendor_code) AS "vendorCode",
            bool_or(${isSoldWithoutCost(source)}) AS "isCostMissing", ${summed(source.lines)}
          ${set} GROUP BY row.nm_id`,
      ),
      sql` UNION ALL `,
    );
    const { nmId, vendorCode, isCostMissing, ...sums } = await readAsColumns<SumsOfCard>(
      db,
      ['nmId', 'vendorCode', 'isCostMissing', ...names],
      sql`SELECT * FROM (${rows}) sets ORDER BY "nmId"`,
    );
    found.push({
      nmIds: Float64Array.from(nmId),
      vendorCodes: vendorCode,
      sums: filled(names, (name) => sums[name]),
    });
    nmId.forEach((one, at) => {
      if (isCostMissing[at] === true) withoutCost.push(one);
    });
  }
  return { ...addUpCards(found), withoutCost };
}

type SumsOfCard = { nmId: number; vendorCode: string; isCostMissing: boolean } & ProfitLines;
