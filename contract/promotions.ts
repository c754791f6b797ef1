import { z } from 'zod/mini';
import { endpoint } from './endpoint.ts';
import {
  daySchema,
  idParams,
  idSchema,
  idTextSchema,
  kopecksSchema,
  nmIdSchema,
  repeated,
  timestampSchema,
} from './fields.ts';
import { unitEconomicsSchema } from './unit-economics.ts';
import { shopProblemSchema } from './shop-problem.ts';

export const promotionTypes = ['regular', 'auto'] as const;
export const promotionPeriods = ['current', 'upcoming', 'past'] as const;

/** A promotion of the marketplace's calendar in one shop. */
export const promotionSchema = z.object({
  id: idSchema,
  wbPromotionId: z.int(),
  shopId: idSchema,
  shopName: z.string(),
  name: z.string(),
  description: z.string(),
  type: z.enum(promotionTypes),
  period: z.enum(promotionPeriods),
  startsAt: timestampSchema,
  endsAt: timestampSchema,
  /** Cards of the shop that take part, and that may. Null for automatic promotions: the marketplace does not say. */
  inActionCount: z.nullable(z.int()),
  availableCount: z.nullable(z.int()),
  participationPercent: z.nullable(z.int()),
  boosts: z.array(z.string()),
});
export type Promotion = z.infer<typeof promotionSchema>;

export const listPromotionsEndpoint = endpoint({
  method: 'GET',
  path: '/promotions/',
  summary: 'Акции календаря маркетплейса по магазинам',
  access: 'user',
  query: z.strictObject({
    shop: z.optional(repeated(idTextSchema)),
    period: z.optional(z.enum(promotionPeriods)),
  }),
  response: z.object({
    promotions: z.array(promotionSchema),
    /** Shops whose calendar could not be read, and why. */
    problems: z.array(shopProblemSchema),
    syncedAt: z.nullable(timestampSchema),
  }),
});

export const getPromotionEndpoint = endpoint({
  method: 'GET',
  path: '/promotions/{id}/',
  summary: 'Акция',
  access: 'user',
  params: idParams,
  response: promotionSchema,
});

/** Orders of the last 90 days at about some price (5 % either way), cancelled ones left out. */
const pastOrdersSchema = z.object({
  count: z.int(),
  /** On how many days there were any. */
  dayCount: z.int(),
  lastDay: z.nullable(daySchema),
});
export type PastOrders = z.infer<typeof pastOrdersSchema>;

export const promotionCardSchema = z.object({
  nmId: nmIdSchema,
  cardId: z.nullable(idSchema),
  vendorCode: z.string(),
  title: z.string(),
  photo: z.nullable(z.string()),
  priceKopecks: kopecksSchema,
  discount: z.int(),
  finalPriceKopecks: kopecksSchema,
  planPriceKopecks: kopecksSchema,
  planDiscount: z.int(),
  costPriceKopecks: z.nullable(kopecksSchema),
  isInAction: z.boolean(),
  /** Its lowest price; null: it has none. */
  floorKopecks: z.optional(z.nullable(kopecksSchema)),
  /** At the planned price; null: too little was sold in the shop to tell. */
  economics: z.optional(z.nullable(unitEconomicsSchema)),
  /** What was ordered at about the planned price before. */
  pastOrders: z.optional(pastOrdersSchema),
});
export type PromotionCard = z.infer<typeof promotionCardSchema>;

export const listPromotionCardsEndpoint = endpoint({
  method: 'GET',
  path: '/promotions/{id}/cards/',
  summary: 'Карточки акции',
  access: 'user',
  params: idParams,
  response: z.array(promotionCardSchema),
});

/** Asks the marketplace to add the cards to the promotion; their prices change when it starts, or at once. */
export const applyPromotionEndpoint = endpoint({
  method: 'POST',
  path: '/promotions/{id}/apply/',
  summary: 'Добавить карточки в акцию',
  access: 'user',
  params: idParams,
  body: z.strictObject({
    nmIds: z.array(nmIdSchema).check(z.minLength(1, 'Выберите карточки'), z.maxLength(1000)),
    uploadNow: z.boolean(),
  }),
  response: z.object({ uploadId: z.int(), cards: z.int() }),
  idempotency: 'required',
});
