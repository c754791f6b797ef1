import type { CardStatistics } from '#contract/analytics.ts';
import type { Db } from '#server/db/database.ts';
import { notFound } from '#server/errors/http-error.ts';
import { groupBy } from './group-by.ts';
import { daysOf, type Period } from './moscow-days.ts';
import { sumLines, type ProfitLines } from './profit-engine.ts';
import type { ShopDayLines } from './year-taxes.ts';
import { findCoverage, findLinesByDay } from './repository.ts';
import { findShopsOfCard } from './shops-of-card.ts';

/** Orders, buy-outs, returns and cancels of one card, by day and by shop. 404 when it is not the account's. */
export async function readCardStatistics(
  db: Db,
  accountId: number,
  cardId: number,
  period: Period,
): Promise<CardStatistics> {
  const shops = await findShopsOfCard(db, accountId, cardId);
  if (!shops) throw notFound('Карточка не найдена');
  const coverage = await findCoverage(
    db,
    accountId,
    shops.map((shop) => shop.shopId),
  );
  const rows = await findLinesByDay(db, accountId, { shops: coverage, period, cardId });
  const byDay = groupBy(rows, (row) => row.day);
  const byShop = groupBy(rows, (row) => row.shopId);
  return {
    days: daysOf(period).map((day) => {
      const { orders, ordersKopecks, buyouts, revenueKopecks, returns, cancels } = sumOf(byDay.get(day));
      return { day, orders, ordersKopecks, buyouts, revenueKopecks, returns, cancels };
    }),
    shops: shops.map(({ shopId, shopName }) => {
      const { orders, ordersKopecks, buyouts, revenueKopecks, returns, cancels } = sumOf(byShop.get(shopId));
      return { shopId, shopName, orders, ordersKopecks, buyouts, revenueKopecks, returns, cancels };
    }),
    // A day of a shop has a row of each source: orders, sales, reports.
    shopDays: [...groupBy(rows, (row) => `${row.day}/${row.shopId}`).values()].flatMap((sameDay) => {
      const [first] = sameDay;
      if (!first) return [];
      const { orders, ordersKopecks, buyouts, revenueKopecks } = sumOf(sameDay);
      return [{ day: first.day, shopId: first.shopId, orders, ordersKopecks, buyouts, revenueKopecks }];
    }),
  };
}

function sumOf(rows: readonly ShopDayLines[] = []): ProfitLines {
  return sumLines(rows.map((row) => row.lines));
}
