import type { Db } from '#server/db/database.ts';
import { eachRow } from '#server/analytics/card-sums.ts';
import type { Period } from '#server/analytics/moscow-days.ts';
import { sumLines, type ProfitLines } from '#server/analytics/profit-engine.ts';
import type { ShopCoverage } from '#server/analytics/repository.ts';
import { findSoldCards } from '#server/analytics/sold-cards.ts';

/** What each card of these shops has sold in each of the periods, as the profit of cards is made of it. */
export async function findSoldByCard(
  db: Db,
  accountId: number,
  { shops, periods }: { shops: readonly ShopCoverage[]; periods: readonly Period[] },
): Promise<{ shopId: number; nmId: number; lines: ProfitLines; isCostMissing: boolean }[]> {
  const found = [];
  for (const shop of shops)
    for (const sold of await findSoldCards(db, accountId, shop, periods)) {
      const rows = Array.from(eachRow(sold), (row) => sumLines([row]));
      found.push(
        ...rows.map((lines, at) => {
          const nmId = sold.nmIds[at] ?? 0;
          return { shopId: shop.shopId, nmId, lines, isCostMissing: sold.withoutCost.includes(nmId) };
        }),
      );
    }
  return found;
}
