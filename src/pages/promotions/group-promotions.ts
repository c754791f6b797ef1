import type { Promotion } from '#contract/promotions.ts';

/** A promotion of the marketplace's calendar once, whichever shops may take part in it. */
export interface PromotionGroup {
  /** The marketplace's number of it, the same in every shop. */
  wbPromotionId: number;
  name: string;
  type: Promotion['type'];
  startsAt: string;
  endsAt: string;
  /** The same promotion in each shop; never empty. */
  inShops: readonly [Promotion, ...Promotion[]];
}

/** In the order in which they come; its shops by name. */
export function groupPromotions(promotions: readonly Promotion[]): PromotionGroup[] {
  const byNumber = new Map<number, [Promotion, ...Promotion[]]>();
  for (const promotion of promotions) {
    const known = byNumber.get(promotion.wbPromotionId);
    if (known) known.push(promotion);
    else byNumber.set(promotion.wbPromotionId, [promotion]);
  }
  return [...byNumber.values()].map((inShops) => {
    inShops.sort((one, other) => one.shopName.localeCompare(other.shopName, 'ru'));
    const [{ wbPromotionId, name, type, startsAt, endsAt }] = inShops;
    return { wbPromotionId, name, type, startsAt, endsAt, inShops };
  });
}

/** Cards of all its shops together. */
export interface Participation {
  inActionCount: number;
  availableCount: number;
  /** Shops of which the marketplace has said it. */
  knownShops: number;
}

/** Sums over the shops of which the numbers are known. */
export function participationOf({ inShops }: PromotionGroup): Participation {
  const total: Participation = { inActionCount: 0, availableCount: 0, knownShops: 0 };
  for (const { inActionCount, availableCount } of inShops) {
    if (inActionCount === null || availableCount === null) continue;
    total.inActionCount += inActionCount;
    total.availableCount += availableCount;
    total.knownShops += 1;
  }
  return total;
}
