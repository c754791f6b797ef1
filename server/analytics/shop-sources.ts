import type { Profit } from '#contract/analytics.ts';
import { addDays, moscowDay, type Day } from './moscow-days.ts';
import type { ShopCoverage } from './repository.ts';

type ShopSources = NonNullable<Profit['sources']>[number];

/** What each source has of a shop, and since when that is known. */
export function sourcesOf(shop: ShopCoverage): ShopSources {
  return {
    shopId: shop.shopId,
    orders: feed(shop.orderedFrom, shop.ordersSyncedAt),
    sales: feed(shop.soldFrom, shop.salesSyncedAt),
    report: {
      from: shop.reportedFrom,
      to: shop.reportedUntil,
      readAt: shop.reportSyncedAt?.toISOString() ?? null,
    },
    dailyFrom: shop.dailyFrom,
  };
}

function feed(from: Day | null, syncedAt: Date | null): ShopSources['orders'] {
  return { from, to: lastReadDay(syncedAt), readAt: syncedAt?.toISOString() ?? null };
}

/** The last day that a feed has to its end: that of the reading was not over. */
export function lastReadDay(syncedAt: Date | null): Day | null {
  return syncedAt && addDays(moscowDay(syncedAt), -1);
}
