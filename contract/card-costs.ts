import { z } from 'zod/mini';
import { endpoint } from './endpoint.ts';
import {
  daySchema,
  idParams,
  idSchema,
  idTextSchema,
  pricedKopecksSchema,
  timestampSchema,
} from './fields.ts';

/** «История себестоимости»: what a piece costs from a day on. Of a sale the cost counts that was valid on its day. */
export const cardCostSchema = z.object({
  id: idSchema,
  /** The day in Europe/Moscow; null: always. */
  from: z.nullable(daySchema),
  /** null: in every shop. */
  shopId: z.nullable(idSchema),
  /** null: of every size. */
  techSize: z.nullable(z.string()),
  /** null: from this day on it is not known. */
  costPriceKopecks: z.nullable(pricedKopecksSchema),
  /** What the card says today: `costPriceKopecks` of it. */
  isCurrent: z.boolean(),
  /** null: whoever said it is gone, or it was there from the beginning. */
  userName: z.nullable(z.string()),
  changedAt: timestampSchema,
});
export type CardCost = z.infer<typeof cardCostSchema>;

export const MAX_CARD_COSTS = 500;

/** Of the card first, then of shops and sizes; of each the last day first. */
export const listCardCostsEndpoint = endpoint({
  method: 'GET',
  path: '/cards/{id}/costs/',
  summary: 'История себестоимости карточки',
  access: 'user',
  params: idParams,
  response: z.array(cardCostSchema),
});

/**
 * Says what a piece costs from a day on; what was said of the same day, shop and size is replaced. The card's own field
 * corrects what is valid today instead, from the day that it is valid from.
 */
export const addCardCostEndpoint = endpoint({
  method: 'POST',
  path: '/cards/{id}/costs/',
  summary: 'Себестоимость, которая действует с даты',
  access: 'user',
  params: idParams,
  body: z.strictObject({
    from: z.nullable(daySchema),
    shopId: z.nullable(idSchema),
    techSize: z.nullable(z.string().check(z.maxLength(50))),
    costPriceKopecks: pricedKopecksSchema,
  }),
  response: z.array(cardCostSchema),
  idempotency: 'optional',
});

export const deleteCardCostEndpoint = endpoint({
  method: 'DELETE',
  path: '/cards/{id}/costs/{costId}/',
  summary: 'Удалить запись истории себестоимости',
  access: 'user',
  params: z.object({ ...idParams.shape, costId: idTextSchema }),
  response: z.array(cardCostSchema),
  idempotency: 'optional',
});
