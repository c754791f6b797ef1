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
} from './fields.ts';

/** From a look at the card to its buy-out, as the marketplace's own sales funnel counts them for a period. */
export const funnelStepsSchema = z.object({
  opens: z.int(),
  carts: z.int(),
  orders: z.int(),
  ordersKopecks: kopecksSchema,
  buyouts: z.int(),
  buyoutsKopecks: kopecksSchema,
  cancels: z.int(),
  cancelsKopecks: kopecksSchema,
});
export type FunnelSteps = z.infer<typeof funnelStepsSchema>;

/** Asked of the marketplace while the person waits; a shop that it does not answer for says why. */
export const getCardFunnelEndpoint = endpoint({
  method: 'GET',
  path: '/analytics/cards/{id}/funnel/',
  summary: 'Воронка продаж карточки по магазинам',
  access: 'user',
  params: idParams,
  query: z.strictObject({
    from: daySchema,
    to: daySchema,
    /** These shops alone: the others have answered, or cannot yet. */
    shopId: z.optional(repeated(idTextSchema)),
  }),
  response: z.object({
    shops: z.array(
      z.object({
        shopId: idSchema,
        shopName: z.string(),
        nmId: nmIdSchema,
        /** null: not known. */
        steps: z.nullable(funnelStepsSchema),
        /** Why it is not known. */
        problem: z.nullable(z.string()),
        /** In how many seconds asking again may help; null: it does not. */
        askAgainInSeconds: z.optional(z.nullable(z.int())),
      }),
    ),
  }),
});
export type CardFunnel = z.infer<typeof getCardFunnelEndpoint.response>;
