import { z } from 'zod/mini';
import { endpoint } from './endpoint.ts';
import {
  discountSchema,
  idParams,
  idSchema,
  idTextSchema,
  kopecksSchema,
  nmIdSchema,
  pricedKopecksSchema,
  timestampSchema,
} from './fields.ts';
import { heldPriceSchema } from './held-prices.ts';
import { wbTagSchema } from './wb-tags.ts';

/** The card in one shop. */
export const shopCardStates = ['NOT_SENT', 'PENDING', 'PUBLISHED', 'HAS_ERRORS'] as const;
/** A field of the card with its value here and in the shop; both null where only the difference is known. */
const unsentChangeSchema = z.object({
  field: z.string(),
  here: z.nullable(z.union([z.string(), z.number()])),
  inShop: z.nullable(z.union([z.string(), z.number()])),
});
export type UnsentChange = z.infer<typeof unsentChangeSchema>;

export const shopCardSchema = z.object({
  shopId: idSchema,
  shopName: z.string(),
  nmId: z.nullable(nmIdSchema),
  vendorCode: z.string(),
  /** As the marketplace has it; null or absent: it does not have the card, or was not asked since this is kept. */
  subject: z.optional(z.nullable(z.object({ id: idSchema, name: z.string() }))),
  /** The shop's own title; null means the card's. */
  title: z.nullable(z.string()),
  priceKopecks: z.nullable(kopecksSchema),
  discount: z.nullable(z.int()),
  /** The shop's own price and discount; null or absent means the card's. */
  ownPriceKopecks: z.optional(z.nullable(kopecksSchema)),
  ownDiscount: z.optional(z.nullable(z.int())),
  state: z.enum(shopCardStates),
  errors: z.array(z.string()),
  /** What the next shipment would change in this shop. */
  unsentChanges: z.optional(z.array(unsentChangeSchema)),
  /** A new price of this card that the marketplace has not applied. */
  heldPrice: z.optional(z.nullable(heldPriceSchema)),
  /** «Ярлыки WB» on the card there, as they were last read. */
  wbTags: z.optional(z.array(wbTagSchema)),
  sizes: z.array(
    z.object({
      chrtId: z.int(),
      techSize: z.string(),
      skus: z.array(z.string()),
      stocks: z.array(z.object({ warehouseId: idSchema, amount: z.int() })),
    }),
  ),
  syncedAt: z.nullable(timestampSchema),
});
export type ShopCard = z.infer<typeof shopCardSchema>;

export const listShopCardsEndpoint = endpoint({
  method: 'GET',
  path: '/cards/{id}/shop-cards/',
  summary: 'Карточка в каждом магазине',
  access: 'user',
  params: idParams,
  response: z.array(shopCardSchema),
});

const ownPriceSchema = z.object({
  ownPriceKopecks: z.nullable(
    pricedKopecksSchema.check(
      z.minimum(100, 'Цена — от 1 ₽'),
      z.multipleOf(100, 'Цена указывается целыми рублями'),
    ),
  ),
  ownDiscount: z.nullable(discountSchema),
});
export type OwnPrice = z.infer<typeof ownPriceSchema>;

/** What goes to this shop in place of the card's own; null takes the card's again. Sent with the next shipment. */
export const updateShopCardEndpoint = endpoint({
  method: 'PATCH',
  path: '/cards/{id}/shop-cards/{shopId}/',
  summary: 'Своя цена и скидка карточки в магазине',
  access: 'user',
  params: z.object({ ...idParams.shape, shopId: idTextSchema }),
  body: z.strictObject({
    ...ownPriceSchema.shape,
    /** What there was to be seen; 409 where it is no longer so. Absent: it is written over whatever there is. */
    seen: z.optional(
      z.strictObject({ ownPriceKopecks: z.nullable(kopecksSchema), ownDiscount: z.nullable(z.int()) }),
    ),
  }),
  response: shopCardSchema,
  idempotency: 'optional',
});
