import { z } from 'zod/mini';
import { dataOf, orElse } from './response-shapes.ts';
import type { Send } from './request.ts';

const calendar = {
  host: 'calendar',
  category: 'PRICE_AND_DISCOUNT',
  group: 'calendar',
  isWrite: false,
} as const;

/** A kind that is new to us is treated as one that can not be joined by hand. */
const typeSchema = z.pipe(
  z.string(),
  z.transform((type) => (type === 'regular' ? ('regular' as const) : ('auto' as const))),
);

const promotionShape = {
  id: z.int(),
  name: z.string(),
  startDateTime: z.string(),
  endDateTime: z.string(),
  type: typeSchema,
};

const promotionsSchema = z.pipe(
  dataOf(z.looseObject({ promotions: z.array(z.looseObject(promotionShape)) })),
  z.transform(({ promotions }) =>
    promotions.map((promotion) => ({
      id: promotion.id,
      name: promotion.name,
      startsAt: promotion.startDateTime,
      endsAt: promotion.endDateTime,
      type: promotion.type,
    })),
  ),
);

const detailsSchema = z.pipe(
  dataOf(
    z.looseObject({
      promotions: z.array(
        z.looseObject({
          ...promotionShape,
          description: orElse(z.string(), ''),
          advantages: orElse(z.array(z.string()), []),
          inPromoActionTotal: z.int(),
          notInPromoActionTotal: z.int(),
          participationPercentage: z.number(),
          ranging: orElse(
            z.array(
              z.looseObject({ condition: z.string(), participationRate: z.number(), boost: z.number() }),
            ),
            [],
          ),
        }),
      ),
    }),
  ),
  z.transform(({ promotions }) =>
    promotions.map((promotion) => ({
      id: promotion.id,
      name: promotion.name,
      description: promotion.description,
      advantages: promotion.advantages,
      startsAt: promotion.startDateTime,
      endsAt: promotion.endDateTime,
      type: promotion.type,
      /** Cards that take part, and that could. */
      inActionCount: promotion.inPromoActionTotal,
      availableCount: promotion.notInPromoActionTotal,
      participationPercent: promotion.participationPercentage,
      boosts: promotion.ranging.map(({ condition, participationRate, boost }) => ({
        condition,
        participationPercent: participationRate,
        boostPercent: boost,
      })),
    })),
  ),
);
export type PromotionDetails = z.infer<typeof detailsSchema>[number];

const nomenclaturesSchema = z.pipe(
  dataOf(
    z.looseObject({
      nomenclatures: z.array(
        z.looseObject({
          id: z.int(),
          inAction: z.boolean(),
          price: z.number(),
          planPrice: z.number(),
          discount: z.int(),
          planDiscount: z.int(),
        }),
      ),
    }),
  ),
  z.transform(({ nomenclatures }) =>
    nomenclatures.map((goods) => ({
      nmId: goods.id,
      isInAction: goods.inAction,
      priceRub: goods.price,
      planPriceRub: goods.planPrice,
      discount: goods.discount,
      planDiscount: goods.planDiscount,
    })),
  ),
);

/** The calendar refuses fractions of a second. */
function wholeSeconds(time: string): string {
  return time.replace(/\.\d+(?=Z$)/, '');
}

/** The calendar of promotions; it belongs to the category «Цены и скидки». Times are ISO 8601 in UTC. */
export function calendarOperations(send: Send) {
  return {
    /** Promotions of a period, 1000 from `offset` on. `isAll` includes those the seller has no goods for. */
    listPromotions: (query: { from: string; to: string; isAll: boolean; offset?: number }) =>
      send({
        ...calendar,
        method: 'GET',
        path: '/api/v1/calendar/promotions',
        query: {
          startDateTime: wholeSeconds(query.from),
          endDateTime: wholeSeconds(query.to),
          allPromo: query.isAll,
          limit: 1000,
          offset: query.offset ?? 0,
        },
        response: promotionsSchema,
      }),

    /** Details of at most 100 promotions. */
    promotionDetails: (promotionIds: number[]) =>
      send({
        ...calendar,
        method: 'GET',
        path: '/api/v1/calendar/promotions/details',
        query: { promotionIDs: promotionIds },
        response: detailsSchema,
      }),

    /** Goods that take part (`isInAction`) or could, 1000 from `offset` on. Not for automatic promotions. */
    promotionGoods: (promotionId: number, isInAction: boolean, offset = 0) =>
      send({
        ...calendar,
        group: 'calendar-goods',
        method: 'GET',
        path: '/api/v1/calendar/promotions/nomenclatures',
        query: { promotionID: promotionId, inAction: isInAction, limit: 1000, offset },
        response: nomenclaturesSchema,
      }),

    /** Joins a promotion with at most 1000 goods; the upload is watched with `priceTask`. */
    joinPromotion: (promotionId: number, nmIds: number[], isNow: boolean) =>
      send({
        ...calendar,
        method: 'POST',
        path: '/api/v1/calendar/promotions/upload',
        body: { data: { promotionID: promotionId, uploadNow: isNow, nomenclatures: nmIds } },
        isWrite: true,
        response: z.pipe(
          dataOf(z.looseObject({ uploadID: z.int(), alreadyExists: orElse(z.boolean(), false) })),
          z.transform(({ uploadID, alreadyExists }) => ({ uploadId: uploadID, alreadyExists })),
        ),
      }),
  };
}
