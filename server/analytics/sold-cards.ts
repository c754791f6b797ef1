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

/** What the cards of a shop have sold on these days. */
export type FindSoldCards = (
  db: Db,
  accountId: number,
  shop: ShopCoverage,
  days: Period,
) => Promise<SoldCards>;

/** From the rows. */
export const findSoldCards: FindSoldCards = async (db, accountId, shop, days) => {
  const shopDays = shopDaysOf({ shops: [shop], period: days });
  const costs = { hasDatedCosts: await findHasDatedCosts(db, accountId) };
  const found: SoldCards[] = [];
  for (const source of sources) {
    const names = namesIn(source.lines);
    const rows = sql.join(
      // A card is in one set alone.
      rowSetsWithCostOf(source, accountId, shopDays, costs).map(
        (set) => sql`
          SELECT row.nm_id AS "nmId", max(row.vendor_code COLLATE "C") AS "vendorCode",
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
      withoutCost: nmId.filter((_, at) => isCostMissing[at] === true),
    });
  }
  return addUpSold(found);
};

export function addUpSold(all: readonly SoldCards[]): SoldCards {
  return { ...addUpCards(all), withoutCost: [...new Set(all.flatMap(({ withoutCost }) => withoutCost))] };
}

type SumsOfCard = { nmId: number; vendorCode: string; isCostMissing: boolean } & ProfitLines;
