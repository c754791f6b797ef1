import { z } from 'zod/mini';
import { isOfFile, isOfGrid, isOfOwnPrices, type BulkChange } from './bulk-changes.ts';
import { endpoint, type EndpointResponse } from './endpoint.ts';
import { idParams, idSchema, idTextSchema, kopecksSchema, repeated } from './fields.ts';
import { unitEconomicsSchema } from './unit-economics.ts';

/** A bulk edit after which a piece may bring another profit. */
export function isOfPrices(change: BulkChange): boolean {
  if (change.kind === 'PRICES' || isOfOwnPrices(change)) return true;
  if (change.kind !== 'TABLE' && !isOfGrid(change) && !isOfFile(change)) return false;
  const ofPrices = ['priceKopecks', 'discount', 'ownPrices', 'ownDiscounts'];
  return change.fields.some((field) => ofPrices.includes(field));
}

/** «≈»: what is likely left of one piece in a shop; null: too little was sold there, or nobody has said the cost price. */
const pieceProfitSchema = z.nullable(kopecksSchema);

/** Of the named cards of an edit, in each shop that has them: what a piece brings, and what it will. Asked after the rows, for those shown. */
export const listRowProfitsEndpoint = endpoint({
  method: 'GET',
  path: '/cards/bulk-edits/{id}/profits/',
  summary: 'Прибыль с одной штуки до изменения и после',
  access: 'user',
  params: idParams,
  query: z.strictObject({ cardId: z.optional(repeated(idTextSchema)) }),
  response: z.array(
    z.object({
      cardId: idSchema,
      /** Nobody has said it: no profit is known in any shop. */
      isWithoutCost: z.boolean(),
      shops: z.array(
        z.object({
          shopId: idSchema,
          before: pieceProfitSchema,
          after: pieceProfitSchema,
          /** How the profit after the edit comes about. Absent where it is not known, and from responses of before. */
          economics: z.optional(unitEconomicsSchema),
        }),
      ),
    }),
  ),
});
export type RowProfit = EndpointResponse<typeof listRowProfitsEndpoint>[number];
