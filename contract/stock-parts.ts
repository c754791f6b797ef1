import { z } from 'zod/mini';
import { endpoint } from './endpoint.ts';
import {
  idSchema,
  idTextSchema,
  kopecksSchema,
  nmIdSchema,
  nmIdTextSchema,
  pageOf,
  pageQueryShape,
  repeated,
  timestampSchema,
} from './fields.ts';

/** What «Деньги в остатках» add up from: warehouses, and in each the sizes of cards (decision 052). */

const moneyShape = {
  units: z.int(),
  /** At the cost price that is valid today, of the pieces whose cost is known. */
  frozenKopecks: kopecksSchema,
  unitsWithoutCost: z.int(),
};

const queryShape = {
  shop: z.optional(repeated(idTextSchema)),
  /** Of one card alone, of the only shop. */
  nmId: z.optional(nmIdTextSchema),
};

const stockPartSchema = z.object({
  shopId: idSchema,
  warehouseId: idSchema,
  warehouseName: z.string(),
  /** Sizes of cards of which there is anything, and those of them whose cost is not known. */
  rowCount: z.int(),
  rowsWithoutCost: z.int(),
  ...moneyShape,
});
export type StockPart = z.infer<typeof stockPartSchema>;

/** The warehouses, the most money first: they add up to the figure. */
export const listStockPartsEndpoint = endpoint({
  method: 'GET',
  path: '/analytics/stock/parts/',
  summary: 'Из чего сложились деньги в остатках',
  access: 'user',
  query: z.strictObject(queryShape),
  response: z.object({
    ...moneyShape,
    parts: z.array(stockPartSchema),
    /** When the stocks of each asked shop were last read to the end; null: never. */
    shops: z.array(z.object({ shopId: idSchema, readAt: z.nullable(timestampSchema) })),
  }),
});
export type StockParts = z.infer<typeof listStockPartsEndpoint.response>;

const stockRowSchema = z.object({
  /** The marketplace's number of the size: with the warehouse it names the row. */
  chrtId: z.int(),
  shopId: idSchema,
  warehouseId: idSchema,
  cardId: idSchema,
  nmId: z.nullable(nmIdSchema),
  vendorCode: z.string(),
  title: z.string(),
  /** Empty: the card has no sizes. */
  techSize: z.string(),
  barcode: z.string(),
  units: z.int(),
  /** What a piece costs today; null: nobody has said it, and the row is in no sum of money. */
  costKopecks: z.nullable(kopecksSchema),
  frozenKopecks: kopecksSchema,
});
export type StockRow = z.infer<typeof stockRowSchema>;

/** The rows of one warehouse, the most money first, those without a cost last: they add up to it. */
export const listStockRowsEndpoint = endpoint({
  method: 'GET',
  path: '/analytics/stock/rows/',
  summary: 'Остатки по карточкам и размерам склада',
  access: 'user',
  query: z.strictObject({ ...pageQueryShape, ...queryShape, warehouseId: idTextSchema }),
  response: pageOf(stockRowSchema),
});
