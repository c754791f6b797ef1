import { z } from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { idSchema, idTextSchema, repeated } from './fields.ts';

/** Today and the days before it, in Europe/Moscow. */
export const RECENT_ORDER_DAYS = 7;

/** Of the rows of a list that shows them: asked for apart, so that no other list pays for the counting. */
export const listRecentOrdersEndpoint = endpoint({
  method: 'GET',
  path: '/analytics/recent-orders/',
  summary: 'Сколько раз карточки заказали за 7 дней',
  access: 'user',
  query: z.strictObject({ card: repeated(idTextSchema) }),
  response: z.array(
    z.object({
      cardId: idSchema,
      /** Those that were cancelled later among them. A card is left out while no orders were read of any of its shops. */
      orders: z.int(),
    }),
  ),
});
