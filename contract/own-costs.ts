import { z } from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { daySchema, idParams, idSchema, nmIdSchema, pricedKopecksSchema, timestampSchema } from './fields.ts';

/** «Прочие расходы»: what the marketplace does not know of and the seller paid (decision 041). */

export const ownCostKinds = ['ADVERTISING', 'SALARY', 'PACKAGING', 'OTHER'] as const;
export type OwnCostKind = (typeof ownCostKinds)[number];

/** The longest span of days that one cost is spread over. */
export const MAX_COST_DAYS = 366;

export const MAX_COST_NAME_LENGTH = 200;

const contentShape = {
  kind: z.enum(ownCostKinds),
  name: z
    .string()
    .check(z.trim(), z.maxLength(MAX_COST_NAME_LENGTH, `Не длиннее ${MAX_COST_NAME_LENGTH} символов`)),
  amountKopecks: pricedKopecksSchema.check(z.positive('Сумма должна быть больше нуля')),
  /** Both ends counted; spread over the days evenly. */
  from: daySchema,
  to: daySchema,
  /** null: of all shops, in proportion to each day's revenue. */
  shopId: z.nullable(idSchema),
  /** With a shop: of this card alone. null: of all cards of the shop, by revenue. */
  nmId: z.nullable(nmIdSchema),
  /** Lowers the base of «Доходы минус расходы». */
  isTaxDeductible: z.boolean(),
};
const contentSchema = z.strictObject(contentShape);
export type OwnCostContent = z.infer<typeof contentSchema>;

export const ownCostSchema = z.object({
  id: idSchema,
  ...contentShape,
  version: z.int(),
  updatedAt: timestampSchema,
});
export type OwnCost = z.infer<typeof ownCostSchema>;

/** Those that have a day in the period, the latest first. */
export const listOwnCostsEndpoint = endpoint({
  method: 'GET',
  path: '/own-costs/',
  summary: 'Прочие расходы за дни',
  access: 'user',
  query: z.strictObject({ from: daySchema, to: daySchema }),
  response: z.array(ownCostSchema),
});

export const createOwnCostEndpoint = endpoint({
  method: 'POST',
  path: '/own-costs/',
  summary: 'Добавить расход',
  access: 'user',
  body: contentSchema,
  response: ownCostSchema,
  status: 201,
  idempotency: 'optional',
});

export const updateOwnCostEndpoint = endpoint({
  method: 'PATCH',
  path: '/own-costs/{id}/',
  summary: 'Изменить расход',
  access: 'user',
  params: idParams,
  body: contentSchema,
  response: ownCostSchema,
  ifMatch: 'required',
  idempotency: 'optional',
});

export const deleteOwnCostEndpoint = endpoint({
  method: 'DELETE',
  path: '/own-costs/{id}/',
  summary: 'Удалить расход',
  access: 'user',
  params: idParams,
  status: 204,
  ifMatch: 'required',
  idempotency: 'optional',
});
