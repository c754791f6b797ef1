import { z } from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { daySchema, idParams, idSchema, timestampSchema } from './fields.ts';
import { MAX_COST_NAME_LENGTH, ownCostKinds } from './own-costs.ts';

/**
 * «Прочие расходы» that are a share of revenue: «3 % с выручки: менеджер» (decision 058). A resource of its own: installed
 * clients read `/own-costs/` strictly.
 */

/** 100 %, in hundredths of a percent. */
export const MAX_RATE_HUNDREDTHS = 100_00;

const contentShape = {
  kind: z.enum(ownCostKinds),
  name: z
    .string()
    .check(z.trim(), z.maxLength(MAX_COST_NAME_LENGTH, `Не длиннее ${MAX_COST_NAME_LENGTH} символов`)),
  /** Hundredths of a percent: 150 is 1,5 % of each day's revenue. */
  rateHundredths: z
    .int()
    .check(
      z.minimum(1, 'Процент должен быть больше нуля'),
      z.maximum(MAX_RATE_HUNDREDTHS, 'Не больше 100 %'),
    ),
  from: daySchema,
  /** Counted too. null: until it is ended. */
  to: z.nullable(daySchema),
  /** null: of every shop, each by its own revenue. */
  shopId: z.nullable(idSchema),
  /** Lowers the base of «Доходы минус расходы». */
  isTaxDeductible: z.boolean(),
};

const contentSchema = z.strictObject(contentShape);
export type OwnCostRateContent = z.infer<typeof contentSchema>;

export const ownCostRateSchema = z.object({
  id: idSchema,
  ...contentShape,
  version: z.int(),
  updatedAt: timestampSchema,
});
export type OwnCostRate = z.infer<typeof ownCostRateSchema>;

/** Those that hold on a day of the period, the latest first. */
export const listOwnCostRatesEndpoint = endpoint({
  method: 'GET',
  path: '/own-cost-rates/',
  summary: 'Расходы в процентах от выручки за дни',
  access: 'user',
  query: z.strictObject({ from: daySchema, to: daySchema }),
  response: z.array(ownCostRateSchema),
});

export const createOwnCostRateEndpoint = endpoint({
  method: 'POST',
  path: '/own-cost-rates/',
  summary: 'Добавить расход в процентах от выручки',
  access: 'user',
  body: contentSchema,
  response: ownCostRateSchema,
  status: 201,
  idempotency: 'optional',
});

export const updateOwnCostRateEndpoint = endpoint({
  method: 'PATCH',
  path: '/own-cost-rates/{id}/',
  summary: 'Изменить расход в процентах от выручки',
  access: 'user',
  params: idParams,
  body: contentSchema,
  response: ownCostRateSchema,
  ifMatch: 'required',
  idempotency: 'optional',
});

export const deleteOwnCostRateEndpoint = endpoint({
  method: 'DELETE',
  path: '/own-cost-rates/{id}/',
  summary: 'Удалить расход в процентах от выручки',
  access: 'user',
  params: idParams,
  status: 204,
  ifMatch: 'required',
  idempotency: 'optional',
});
