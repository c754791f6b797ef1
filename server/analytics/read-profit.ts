import type { EndpointQuery, EndpointResponse } from '#contract/endpoint.ts';
import type { getProfitEndpoint } from '#contract/analytics.ts';
import type { Db } from '#server/db/database.ts';
import { findSyncProblems } from '#server/sync/sync-cursors.ts';
import { plural } from '#server/text/plural.ts';
import { comparePeriods } from './compare-periods.ts';
import { countSoldWithoutCost } from './day-lines.ts';
import { defaultPeriod } from './default-period.ts';
import { moscowDay, previousPeriod, yearAgo, type Day, type Period } from './moscow-days.ts';
import { preliminaryShops } from './preliminary-shops.ts';
import { profitByDay } from './profit-report.ts';
import { sellingShops } from './reported-days.ts';
import type { ShopCoverage } from './repository.ts';
import { requestedPeriodOr } from './requested-period.ts';
import { requestedShops } from './requested-shops.ts';
import { sourcesOf } from './shop-sources.ts';
import { readTaxedLines } from './taxed-lines.ts';
import { findUnreadRows } from './find-unread-rows.ts';

interface Reader {
  accountId: number;
  userId: number;
}

/** The chosen period, or the last reported days, beside the one it is compared with, by day. */
export async function readProfit(
  db: Db,
  reader: Reader,
  query: EndpointQuery<typeof getProfitEndpoint>,
  now = new Date(),
): Promise<EndpointResponse<typeof getProfitEndpoint>> {
  const shops = await requestedShops(db, reader.accountId, query.shop);
  const selected = await requestedPeriodOr(query, () =>
    defaultPeriod(db, reader.accountId, shops, moscowDay(now)),
  );
  const previous = query.against === 'YEAR_AGO' ? yearAgo(selected) : previousPeriod(selected);
  // The taxes of the later period need most of the days between the two: one reading serves both.
  const {
    lines: read,
    taxes,
    reportTaxes,
  } = await readTaxedLines(db, reader.accountId, {
    shops,
    period: { from: previous.from, to: selected.to },
    basis: query.basis,
  });
  // What was sold between them, maybe in a shop that is in neither, must not change which days are compared.
  const lines = read.filter(({ day }) => isWithin(previous, day) || isWithin(selected, day));
  const withLines = new Set(lines.flatMap(({ source, shopId }) => (source === 'own_costs' ? [] : shopId)));
  const selling = new Set(sellingShops(shops));
  const awaited = shops.filter(
    (shop) => withLines.has(shop.shopId) || (shop.reportedUntil !== null && selling.has(shop)),
  );
  const isBeyondReport = preliminaryDays(awaited);
  const unreported = lines.filter(({ source }) => source === 'sales');
  const unreportedDays = new Set(unreported.map(({ day }) => day));
  const side = (shown: typeof selected) => {
    const { totals, days } = profitByDay(shown, lines, taxes);
    return {
      ...shown,
      totals,
      days: days.map((day) => ({
        ...day,
        isPreliminary: isBeyondReport(day.day) || unreportedDays.has(day.day),
      })),
      preliminaryShops: preliminaryShops(
        awaited,
        shown,
        unreported.filter(({ day }) => isWithin(shown, day)),
      ),
    };
  };
  const daily = shops.flatMap((shop) => shop.dailyFrom ?? []);
  const reported = shops.flatMap((shop) => shop.reportedUntil ?? []);
  const synced = shops.flatMap((shop) => shop.syncedAt?.getTime() ?? []);
  return {
    basis: query.basis,
    SELECTED: side(selected),
    PREVIOUS: side(previous),
    cardsWithoutCostPrice: await countSoldWithoutCost(db, reader.accountId, {
      shopIds: shops.map((shop) => shop.shopId),
      period: selected,
    }),
    reportedUntil: reported.length > 0 ? reported.reduce(earlier) : null,
    dailyFrom: daily.length > 0 ? daily.reduce(earlier) : null,
    ...comparePeriods({ selected, previous }, shops, lines, reportTaxes()),
    syncedAt: synced.length > 0 ? new Date(Math.min(...synced)).toISOString() : null,
    sources: shops.map(sourcesOf),
    problems: await problemsOf(
      db,
      reader.accountId,
      shops.map((shop) => shop.shopId),
      [previous, selected],
    ),
  };
}

const UNREAD_FORMS = {
  orders: ['строка заказов не прочитана', 'строки заказов не прочитаны', 'строк заказов не прочитано'],
  sales: ['строка продаж не прочитана', 'строки продаж не прочитаны', 'строк продаж не прочитано'],
  report: ['строка отчёта не прочитана', 'строки отчёта не прочитаны', 'строк отчёта не прочитано'],
} as const;

async function problemsOf(db: Db, accountId: number, shopIds: readonly number[], periods: readonly Period[]) {
  const problems = await findSyncProblems(db, accountId, shopIds, ['orders', 'sales', 'report']);
  const unread = await findUnreadRows(db, accountId, shopIds, periods);
  return [
    ...problems,
    ...unread.map(({ shopId, shopName, ...rows }) => ({
      shopId,
      shopName,
      detail: `${plural(rows.count, UNREAD_FORMS[rows.kind])}: ${rows.rows.join('; ')}`,
      unread: rows,
    })),
  ];
}

/** A day is preliminary while the report of any of the shops does not reach it. */
function preliminaryDays(shops: readonly ShopCoverage[]): (day: Day) => boolean {
  return (day) => shops.some((shop) => shop.reportedUntil === null || day > shop.reportedUntil);
}

function isWithin({ from, to }: Period, day: Day): boolean {
  return day >= from && day <= to;
}

function earlier(one: Day, other: Day): Day {
  return one < other ? one : other;
}
