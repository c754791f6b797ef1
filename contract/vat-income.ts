import { z } from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { daySchema, idParams, idSchema, kopecksSchema } from './fields.ts';

/** What the income that is held against the VAT threshold adds up from (decision 052). */

const monthOfShopSchema = z.object({
  shopId: idSchema,
  /** The days of the month that are counted: the last month ends today. */
  from: daySchema,
  to: daySchema,
  /** What buyers paid, returns taken off: «Реализовано» of these days and this shop. */
  realizedKopecks: kopecksSchema,
  /** What of it is VAT, by the rates of the days. */
  vatKopecks: kopecksSchema,
  incomeKopecks: kopecksSchema,
});
export type MonthOfShop = z.infer<typeof monthOfShopSchema>;

/** Of one taxpayer since 1 January, by month and shop; those on which nothing was sold are left out. */
export const getVatIncomeEndpoint = endpoint({
  method: 'GET',
  path: '/analytics/vat-thresholds/{id}/income/',
  summary: 'Из чего сложился доход налогоплательщика с 1 января',
  access: 'user',
  params: idParams,
  response: z.object({
    taxpayerId: idSchema,
    name: z.string(),
    year: z.int(),
    from: daySchema,
    to: daySchema,
    /** The months add up to it. */
    incomeKopecks: kopecksSchema,
    months: z.array(monthOfShopSchema),
  }),
});
export type VatIncome = z.infer<typeof getVatIncomeEndpoint.response>;
