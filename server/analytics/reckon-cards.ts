import type { AskedBasis } from '#contract/analytics.ts';
import type { Db } from '#server/db/database.ts';
import { findListedCards } from './card-names.ts';
import { groupBy } from './group-by.ts';
import type { Period } from './moscow-days.ts';
import { profitByCard, shopsWithoutCards, type CardProfit } from './profit-report.ts';
import { findLinesByCard, partsOf, type ShopCoverage, type SoldCardLines } from './repository.ts';
import { ownCostsByCard } from './spread-own-costs.ts';
import { readTaxedLines, type TaxedLines } from './taxed-lines.ts';

export interface ReckonedCards {
  cards: CardProfit[];
  sold: SoldCardLines[];
  /** Of the same shops and days: what the cards are made of beside what was sold. */
  taxed: TaxedLines;
}

/** The profit of each card of these shops; all of them together are the totals of `readProfit`. */
export async function reckonCards(
  db: Db,
  accountId: number,
  asked: { shops: readonly ShopCoverage[]; period: Period; basis: AskedBasis },
): Promise<ReckonedCards> {
  const { shops, period } = asked;
  const taxed = await readTaxedLines(db, accountId, asked);
  const { taxes, newDays, ownCosts, costRates } = taxed;
  const sold = await findLinesByCard(db, accountId, { shops, period, newDays });
  const rows = [...sold, ...ownCostsByCard([...ownCosts, ...costRates], partsOf(period, newDays))];
  const empty = shopsWithoutCards(rows);
  const spare =
    empty.length > 0
      ? groupBy(await findListedCards(db, accountId, empty), (card) => card.shopId)
      : new Map<number, never[]>();
  return { cards: profitByCard(rows, taxes, spare), sold, taxed };
}
