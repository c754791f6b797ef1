import type { SourceDayLines } from './day-lines.ts';
import type { Day, Period } from './moscow-days.ts';
import type { ShopCoverage } from './repository.ts';

type Covered = Pick<ShopCoverage, 'shopId' | 'reportedUntil'>;

/** Shops whose own report does not reach the end of the period, or lacks sales of it; `unreported` are the days of such sales. */
export function preliminaryShops(
  shops: readonly Covered[],
  { to }: Period,
  unreported: readonly { shopId: number; day: Day }[],
): { shopId: number; isUnreported: boolean }[] {
  const soldLast = new Set(unreported.flatMap(({ shopId, day }) => (day === to ? shopId : [])));
  const sold = new Set(unreported.map(({ shopId }) => shopId));
  return shops.flatMap((shop) => {
    const isUnreported = isUnreportedShop(shop, to, soldLast);
    return isUnreported || sold.has(shop.shopId) ? { shopId: shop.shopId, isUnreported } : [];
  });
}

/** True where costs of the last day are not known: the report does not reach it, or lacks sales of it. */
export function isUnreportedShop(
  { shopId, reportedUntil }: Covered,
  to: Day,
  soldLast: ReadonlySet<number>,
): boolean {
  return reportedUntil === null || reportedUntil < to || soldLast.has(shopId);
}

/** Shops with sales of that day that the report lacks. */
export function shopsSoldUnreported(lines: readonly SourceDayLines[], on: Day): Set<number> {
  return new Set(
    lines.flatMap(({ source, shopId, day }) => (source === 'sales' && day === on ? shopId : [])),
  );
}
