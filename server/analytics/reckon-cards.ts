import type { AskedBasis } from '#contract/analytics.ts';
import type { Db } from '#server/db/database.ts';
import { columnsOf, type CardColumns } from './card-columns.ts';
import { findListedCards } from './card-names.ts';
import type { CardSums, TaxedName } from './card-sums.ts';
import { groupBy } from './group-by.ts';
import type { Period } from './moscow-days.ts';
import { shopsSoldUnreported } from './preliminary-shops.ts';
import { rankCards, type RankedCards } from './rank-cards.ts';
import { partsOf, type ShopCoverage } from './repository.ts';
import { findSoldCards, type FindSoldCards } from './sold-cards.ts';
import { ownCostsByCard } from './spread-own-costs.ts';
import { isWithoutCards, taxCards, type PartOfShop } from './taxed-cards.ts';
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
  /** Shops with sales of the last day that the report lacks: no costs are taken off them yet. */
  soldUnreported: ReadonlySet<number>;
  /** Shops that sold nothing: what falls on them is on all the goods that they have. */
  spareShopIds: number[];
}

/** The profit of each card of these shops; all of them together are the totals of `readProfit`. */
export type ReckonCards = (db: Db, accountId: number, asked: AskedCards) => Promise<ReckonedCards>;

export async function reckonCards(
  db: Db,
  accountId: number,
  asked: AskedCards,
  findSold: FindSoldCards = findSoldCards,
): Promise<ReckonedCards> {
  return await reckonTaxedCards(db, accountId, asked, {
    taxed: await readTaxedLines(db, accountId, asked),
    findSold,
  });
}

/**
 * The same where the lines of the same shops and days have been read. Shop after shop: a hundred thousand cards at once take hundreds of
 * megabytes, and nobody else is answered while they are added up.
 */
export async function reckonTaxedCards(
  db: Db,
  accountId: number,
  { shops, period }: AskedCards,
  { taxed, findSold = findSoldCards }: { taxed: TaxedLines; findSold?: FindSoldCards },
): Promise<ReckonedCards> {
  const parts = partsOf(period, taxed.newDays);
  const ownRows = groupBy(
    ownCostsByCard([...taxed.ownCosts, ...taxed.costRates], parts),
    ({ shopId }) => shopId,
  );
  const costMissing = new Set<string>();
  const spareShopIds: number[] = [];
  const ofShops: { shopId: number; cards: CardSums<TaxedName> }[] = [];
  for (const shop of shops) {
    const { shopId } = shop;
    const own = ownRows.get(shopId) ?? [];
    const sold = await findSold(db, accountId, shop, parts);
    const ofParts = parts.map((days, index): PartOfShop => {
      const part = sold[index];
      if (!part) throw new RangeError('Each part of the days has been asked for');
      for (const nmId of part.withoutCost) costMissing.add(cardKey({ shopId, nmId }));
      return { days, sold: part, costs: own.filter((row) => row.days.from === days.from) };
    });
    const isSpare = isWithoutCards(ofParts);
    if (isSpare) spareShopIds.push(shopId);
    const spare = isSpare ? await findListedCards(db, accountId, [shopId]) : [];
    ofShops.push({ shopId, cards: taxCards(shopId, ofParts, taxed.taxes, spare) });
  }
  const columns = columnsOf(ofShops);
  const soldUnreported = shopsSoldUnreported(taxed.lines, period.to);
  return { ...rankCards(columns), columns, costMissing, soldUnreported, spareShopIds };
}

export function cardKey({ shopId, nmId }: { shopId: number; nmId: number }): string {
  return `${shopId}:${nmId}`;
}
