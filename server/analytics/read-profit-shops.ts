import type { EndpointQuery, EndpointResponse } from '#contract/endpoint.ts';
import type { listProfitShopsEndpoint } from '#contract/analytics.ts';
import type { Db } from '#server/db/database.ts';
import { profitByShop } from './profit-report.ts';
import { requestedPeriod } from './requested-period.ts';
import { requestedShops } from './requested-shops.ts';
import { readTaxedLines } from './taxed-lines.ts';

/** The profit of a period by shop and day; all of it together is that of `readProfit`. */
export async function readProfitShops(
  db: Db,
  { accountId }: { accountId: number },
  query: EndpointQuery<typeof listProfitShopsEndpoint>,
): Promise<EndpointResponse<typeof listProfitShopsEndpoint>> {
  const period = requestedPeriod(query);
  const shops = await requestedShops(db, accountId, query.shop);
  const { lines, taxes } = await readTaxedLines(db, accountId, { shops, period, basis: query.basis });
  const reportedUntil = new Map(shops.map((shop) => [shop.shopId, shop.reportedUntil]));
  const unreported = new Set(
    lines.flatMap(({ source, shopId, day }) => (source === 'sales' ? `${shopId}:${day}` : [])),
  );
  return {
    ...period,
    shops: profitByShop(period, lines, taxes)
      .toSorted((one, other) => one.shopId - other.shopId)
      .map(({ days, ...shop }) => {
        const until = reportedUntil.get(shop.shopId) ?? null;
        return {
          ...shop,
          days: days.map((day) => ({
            ...day,
            isPreliminary: until === null || day.day > until || unreported.has(`${shop.shopId}:${day.day}`),
          })),
        };
      }),
  };
}
