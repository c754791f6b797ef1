import { z } from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { idSchema, kopecksSchema, nmIdSchema, pageOf, pageQueryShape, timestampSchema } from './fields.ts';
import { shopProblemSchema } from './shop-problem.ts';

/**
 * «Карантин цен»: a new price that is a third of the old one or less is not applied by the marketplace, the old one stays. It waits there
 * until somebody confirms it in the marketplace's cabinet, or another price is sent.
 */
export const heldPriceSchema = z.object({
  /** Not applied; before the discount. */
  priceKopecks: kopecksSchema,
  discount: z.int(),
  /** What is sold at meanwhile, when it was read. */
  presentPriceKopecks: kopecksSchema,
  presentDiscount: z.int(),
  /** We first saw it then. */
  heldSince: timestampSchema,
});

export const listedHeldPriceSchema = z.object({
  ...heldPriceSchema.shape,
  shopId: idSchema,
  nmId: nmIdSchema,
  /** null: the shop has it, and no card here is its. */
  card: z.nullable(
    z.object({ id: idSchema, title: z.string(), vendorCode: z.string(), photo: z.nullable(z.string()) }),
  ),
});
export type ListedHeldPrice = z.infer<typeof listedHeldPriceSchema>;

export const listHeldPricesEndpoint = endpoint({
  method: 'GET',
  path: '/held-prices/',
  summary: 'Цены в карантине маркетплейса',
  access: 'user',
  query: z.strictObject(pageQueryShape),
  response: z.object({
    ...pageOf(listedHeldPriceSchema).shape,
    /** When the shop that was read longest ago was read; null: not all have been. */
    readAt: z.nullable(timestampSchema),
    /** Shops that could not be read, and why. */
    problems: z.array(shopProblemSchema),
  }),
});

/** Reads the quarantine of all shops now. Takes seconds; what could not be read is in the list's problems. */
export const readHeldPricesEndpoint = endpoint({
  method: 'POST',
  path: '/held-prices/reading/',
  summary: 'Прочитать карантин цен на Wildberries',
  access: 'user',
  status: 204,
});
