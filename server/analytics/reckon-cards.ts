import type { AskedBasis } from '#contract/analytics.ts';
import type { Db } from '#server/db/database.ts';
import { columnsOf, joinColumns, type CardColumns } from './card-columns.ts';
import { findListedCards } from './card-names.ts';
import { groupBy } from './group-by.ts';
import type { Period } from './moscow-days.ts';
import { rankCards, type RankedCards } from './rank-cards.ts';
import { shopsWithoutCards, taxedByCard } from './profit-report.ts';
import { findLinesByCard, partsOf, type ShopCoverage } from './repository.ts';
import { ownCostsByCard } from './spread-own-costs.ts';
import { readTaxedLines, type TaxedLines } from './taxed-lines.ts';

export interface AskedCards {
  shops: readonly ShopCoverage[];
  period: Period;
  basis: AskedBasis;
}

export interface ReckonedCards extends RankedCards {
  columns: CardColumns;
  /** By shop and goods: something of it was sold on a day of which no cost is known. */
  costMissing: ReadonlySet<string>;
  /** Shops that sold nothing: what falls on them is on all the goods that they have. */
  spareShopIds: number[];
}

/** The profit of each card of these shops; all of them together are the totals of `readProfit`. */
export type ReckonCards = (db: Db, accountId: number, asked: AskedCards) => Promise<ReckonedCards>;

export const reckonCards: ReckonCards = async (db, accountId, asked) =>
  await reckonTaxedCards(db, accountId, asked, await readTaxedLines(db, accountId, asked));

/**
 * The same where the lines of the same shops and days have been read. Shop after shop: a hundred thousand cards at once take hundreds of
 * megabytes, and nobody else is answered while they are added up.
 */
export async function reckonTaxedCards(
  db: Db,
  accountId: number,
  { shops, period }: AskedCards,
  { taxes, newDays, ownCosts, costRates }: TaxedLines,
): Promise<ReckonedCards> {
  const ownRows = groupBy(
    ownCostsByCard([...ownCosts, ...costRates], partsOf(period, newDays)),
    ({ shopId }) => shopId,
  );
  const costMissing = new Set<string>();
  const spareShopIds: number[] = [];
  const columns: CardColumns[] = [];
  for (const shop of shops) {
    const sold = await findLinesByCard(db, accountId, { shops: [shop], period, newDays });
    const rows = [...sold, ...(ownRows.get(shop.shopId) ?? [])];
    const emptyIds = shopsWithoutCards(rows);
    const spare = emptyIds.length > 0 ? await findListedCards(db, accountId, emptyIds) : [];
    columns.push(columnsOf(taxedByCard(rows, taxes, new Map([[shop.shopId, spare]]))));
    spareShopIds.push(...emptyIds);
    for (const row of sold) if (row.isCostMissing) costMissing.add(cardKey(row));
  }
  const joined = joinColumns(columns);
  return { ...rankCards(joined), columns: joined, costMissing, spareShopIds };
}

export function cardKey({ shopId, nmId }: { shopId: number; nmId: number }): string {
  return `${shopId}:${nmId}`;
}
