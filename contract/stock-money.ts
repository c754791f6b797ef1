import { z } from 'zod/mini';
import { endpoint } from './endpoint.ts';
import {
  daySchema,
  idSchema,
  idTextSchema,
  kopecksSchema,
  nmIdSchema,
  pageOf,
  pageQueryShape,
  repeated,
  timestampSchema,
} from './fields.ts';

/** What stands in the seller's own warehouses now, and the money in it (decision 057). Of no period. */

const amountsShape = {
  units: z.int(),
  /** At the cost price that is valid today, of the pieces whose cost is known. */
  frozenKopecks: kopecksSchema,
  unitsWithoutCost: z.int(),
  /** Bought less returned in the days that are averaged over. */
  soldUnits: z.int(),
  /** How long the stock lasts at the average of these days; null: nothing was sold, or it is not known what. */
  daysOfStock: z.nullable(z.number()),
};

const stockOfCardSchema = z.object({
  shopId: idSchema,
  nmId: z.nullable(nmIdSchema),
  cardId: idSchema,
  vendorCode: z.string(),
  title: z.string(),
  ...amountsShape,
});
export type StockOfCard = z.infer<typeof stockOfCardSchema>;

/** Cards of which there is anything, the most money first; all of them add up to `totals`. */
export const listStockMoneyEndpoint = endpoint({
  method: 'GET',
  path: '/analytics/stock/',
  summary: 'Остатки сейчас: деньги в них и на сколько дней их хватит',
  access: 'user',
  query: z.strictObject({ ...pageQueryShape, shop: z.optional(repeated(idTextSchema)) }),
  response: z.object({
    ...pageOf(stockOfCardSchema).shape,
    totals: z.object({ ...amountsShape, cardsWithoutCost: z.int() }),
    shops: z.array(
      z.object({
        shopId: idSchema,
        /** When the shop's stocks were last read to the end; null: never. */
        readAt: z.nullable(timestampSchema),
        /** What is averaged over: the last reported days; null: nothing is known of what the shop has sold. */
        soldDays: z.nullable(z.object({ from: daySchema, to: daySchema })),
        /** What the shop's cards were sold of which there is anything; absent from responses of before. */
        soldUnits: z.optional(z.int()),
      }),
    ),
  }),
});
export type StockMoney = z.infer<typeof listStockMoneyEndpoint.response>;
