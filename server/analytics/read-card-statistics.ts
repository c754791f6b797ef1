import type { CardStatistics } from '#contract/analytics.ts';
import type { Db } from '#server/db/database.ts';
import { notFound } from '#server/errors/http-error.ts';
import { groupBy } from './group-by.ts';
import { daysOf, type Period } from './moscow-days.ts';
import { sumLines, type ProfitLines } from './profit-engine.ts';
import type { ShopDayLines } from './profit-report.ts';
import { findCoverage, findLinesByDay } from './repository.ts';

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
      const { orders, ordersKopecks, buyouts, returns, cancels } = sumOf(byDay.get(day));
      return { day, orders, ordersKopecks, buyouts, returns, cancels };
    }),
    shops: shops.map(({ shopId, shopName }) => {
      const { orders, buyouts, returns, cancels } = sumOf(byShop.get(shopId));
      return { shopId, shopName, orders, buyouts, returns, cancels };
    }),
  };
}

/** The shops that a card is listed in; null when there is no such card. */
async function findShopsOfCard(
  db: Db,
  accountId: number,
  cardId: number,
): Promise<{ shopId: number; shopName: string }[] | null> {
  const card = await db
    .selectFrom('cards')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', cardId)
    .executeTakeFirst();
  if (!card) return null;
  return db
    .selectFrom('shop_cards')
    .innerJoin('shops', 'shops.id', 'shop_cards.shop_id')
    .select(['shops.id as shopId', 'shops.name as shopName'])
    .where('shop_cards.account_id', '=', accountId)
    .where('shop_cards.card_id', '=', cardId)
    .where('shop_cards.nm_id', 'is not', null)
    .orderBy('shops.id')
    .execute();
}

function sumOf(rows: readonly ShopDayLines[] = []): ProfitLines {
  return sumLines(rows.map((row) => row.lines));
}
