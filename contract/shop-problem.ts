import { z } from 'zod/mini';
import { idSchema, timestampSchema } from './fields.ts';

/** A shop whose part could not be read at the marketplace, and why. */
export const shopProblemSchema = z.object({
  shopId: idSchema,
  shopName: z.string(),
  detail: z.string(),
  /** A spent limit lets it be asked again then; past or null: nothing is waited for. */
  retryAt: z.optional(z.nullable(timestampSchema)),
});
export type ShopProblem = z.infer<typeof shopProblemSchema>;
