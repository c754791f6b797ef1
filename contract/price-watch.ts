import { z } from 'zod/mini';
import { endpoint } from './endpoint.ts';
import {
  idParams,
  idSchema,
  kopecksSchema,
  nmIdSchema,
  pageOf,
  pageQueryShape,
  timestampSchema,
} from './fields.ts';
import { priceFloorSchema } from './price-floor.ts';

/**
 * Watching prices: the lowest price («минимальная цена») below which a card is sent nowhere, what stands below it now, and prices that have
 * become others at the marketplace though nothing was sent from here.
 */

const cardFloorSchema = z.object({
  ...priceFloorSchema.shape,
  /** What both come to with the cost price of today; null: there is no floor, or the cost price is not known. */
  lowestKopecks: z.nullable(kopecksSchema),
});

export const getPriceFloorEndpoint = endpoint({
  method: 'GET',
  path: '/cards/{id}/price-floor/',
  summary: 'Минимальная цена карточки',
  access: 'user',
  params: idParams,
  response: cardFloorSchema,
});

/** Both null: the card has no floor. */
export const setPriceFloorEndpoint = endpoint({
  method: 'PUT',
  path: '/cards/{id}/price-floor/',
  summary: 'Задать минимальную цену карточки',
  access: 'user',
  params: idParams,
  body: z.strictObject({
    ...priceFloorSchema.shape,
    /** What there was to be seen; 409 where it is no longer so. Absent: it is written over whatever there is. */
    seen: z.optional(z.strictObject(priceFloorSchema.shape)),
  }),
  response: cardFloorSchema,
  idempotency: 'optional',
});

const watchedCardSchema = z.object({
  id: idSchema,
  title: z.string(),
  vendorCode: z.string(),
});

/** A card that a shop sells below its floor now, as far as was read. */
export const belowFloorSchema = z.object({
  shopId: idSchema,
  shopName: z.string(),
  nmId: nmIdSchema,
  card: watchedCardSchema,
  /** With the discount. */
  priceKopecks: kopecksSchema,
  lowestKopecks: kopecksSchema,
});
export type BelowFloor = z.infer<typeof belowFloorSchema>;

/** The farthest below come first. */
export const listBelowFloorEndpoint = endpoint({
  method: 'GET',
  path: '/price-watch/below-floor/',
  summary: 'Карточки, которые продаются ниже минимальной цены',
  access: 'user',
  query: z.strictObject(pageQueryShape),
  response: pageOf(belowFloorSchema),
});

export const priceChangeSchema = z.object({
  id: idSchema,
  shopId: idSchema,
  shopName: z.string(),
  nmId: nmIdSchema,
  /** null: no card here is the shop's any more. */
  card: z.nullable(watchedCardSchema),
  /** Before the discount. */
  beforePriceKopecks: kopecksSchema,
  beforeDiscount: z.int(),
  priceKopecks: kopecksSchema,
  discount: z.int(),
  /** When the reading showed it: the change itself was since the reading before. */
  noticedAt: timestampSchema,
  isSeen: z.boolean(),
  /** Automatic promotions of the shop that were on then: they set prices by themselves. */
  autoPromotions: z.array(z.string()),
  /** The price is another by now. */
  isOver: z.boolean(),
  /** Orders since the day of the change, cancelled ones left out, and how many days that are; null: the price is another by now. */
  ordersSince: z.optional(z.nullable(z.object({ count: z.int(), dayCount: z.int() }))),
});
export type PriceChange = z.infer<typeof priceChangeSchema>;

/** The newest first, for 90 days. */
export const listPriceChangesEndpoint = endpoint({
  method: 'GET',
  path: '/price-watch/changes/',
  summary: 'Цены, которые изменились на Wildberries не отсюда',
  access: 'user',
  query: z.strictObject(pageQueryShape),
  response: z.object({ ...pageOf(priceChangeSchema).shape, unseenCount: z.int() }),
});

/** Whoever has looked says up to which one. */
export const markPriceChangesSeenEndpoint = endpoint({
  method: 'POST',
  path: '/price-watch/changes/seen/',
  summary: 'Изменения цен просмотрены',
  access: 'user',
  body: z.strictObject({ upToId: idSchema }),
  status: 204,
});
