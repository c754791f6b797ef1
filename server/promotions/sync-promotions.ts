import { advanceSyncCursor, finishSyncCursor, readSyncCursor } from '#server/sync/sync-cursors.ts';
import type { Db } from '#server/db/database.ts';
import type { PromotionDetails } from '#server/marketplace/calendar-operations.ts';
import type { ShopClient } from '#server/marketplace/shop-client.ts';
import { findPromotionIds } from './find-promotions.ts';
import { storePromotionDetails, storePromotions, type PromotionFacts } from './store-promotions.ts';

const DAY_MS = 86_400_000;
const PAST_DAYS = 30;
const FUTURE_DAYS = 60;
const LIST_PAGE = 1000;
const DETAILS_PAGE = 100;

export interface PromotionSync {
  db: Db;
  client: Pick<ShopClient, 'listPromotions' | 'promotionDetails'>;
  accountId: number;
  shopId: number;
  now: Date;
}

/**
 * Reads a shop's calendar: the list, then the details. A basic token gets one call an hour, so a reading that stopped
 * after the list goes on with the details next time. Throws MarketplaceError; what was read until then is kept.
 */
export async function syncPromotions({ db, client, accountId, shopId, now }: PromotionSync): Promise<void> {
  const key = { accountId, shopId, kind: 'promotions' } as const;
  const since = new Date(now.getTime() - PAST_DAYS * DAY_MS);
  const { cursor } = await readSyncCursor(db, key);
  if (cursor['isDetailsDue'] !== true) {
    await storePromotions(db, accountId, shopId, await readList(client, since, now), since);
    await advanceSyncCursor(db, key, { isDetailsDue: true });
  }
  const ids = await findPromotionIds(db, accountId, shopId, since);
  for (let start = 0; start < ids.length; start += DETAILS_PAGE) {
    const details = await client.promotionDetails(ids.slice(start, start + DETAILS_PAGE));
    await storePromotionDetails(db, accountId, shopId, details.map(factsOf), now);
  }
  await finishSyncCursor(db, key, {}, now);
}

async function readList(client: PromotionSync['client'], since: Date, now: Date) {
  const query = {
    from: toSeconds(since),
    to: toSeconds(new Date(now.getTime() + FUTURE_DAYS * DAY_MS)),
    isAll: true,
  };
  const found = new Map<number, Awaited<ReturnType<typeof client.listPromotions>>[number]>();
  for (let offset = 0; ; offset += LIST_PAGE) {
    const page = await client.listPromotions({ ...query, offset });
    for (const promotion of page) found.set(promotion.id, promotion);
    if (page.length < LIST_PAGE) break;
  }
  return [...found.values()].map(({ id, ...promotion }) => ({ wbPromotionId: id, ...promotion }));
}

/** The calendar takes `2026-11-20T00:00:00Z`, without milliseconds. */
function toSeconds(at: Date): string {
  return `${at.toISOString().slice(0, 19)}Z`;
}

function factsOf({ id, advantages, boosts, ...details }: PromotionDetails): PromotionFacts {
  // Of an automatic promotion the marketplace does not say which goods are in it.
  const isAuto = details.type === 'auto';
  return {
    wbPromotionId: id,
    name: details.name,
    type: details.type,
    startsAt: details.startsAt,
    endsAt: details.endsAt,
    description: details.description,
    inActionCount: isAuto ? null : details.inActionCount,
    availableCount: isAuto ? null : details.availableCount,
    participationPercent: isAuto ? null : Math.round(details.participationPercent),
    boosts: [...boosts.map(boostSentence), ...advantages],
  };
}

const RAISED_GOODS: Record<string, string> = {
  productsInPromotion: 'товарам акции',
  calculateProducts: 'предложенным товарам',
  allProducts: 'всем товарам',
};

function boostSentence(boost: PromotionDetails['boosts'][number]): string {
  const goods = RAISED_GOODS[boost.condition] ?? 'товарам';
  return `+${boost.boostPercent}\u00a0% в поиске ${goods} при участии от ${boost.participationPercent}\u00a0%`;
}
