import { z } from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { daySchema, idParams, idSchema, kopecksSchema, timestampSchema } from './fields.ts';
import { profitBases } from './users.ts';

/** Whose taxes are counted together: a person or a firm with one shop or several (decision 040). */

/** Percent of VAT that may be inside the price; 0 is «без НДС». */
export const vatRates = [0, 5, 7, 10, 20, 22] as const;

export const MAX_TAX_RATES = 20;
export const MAX_TAXPAYERS = 50;

const vatRateSchema = z.union([
  z.literal(0),
  z.literal(5),
  z.literal(7),
  z.literal(10),
  z.literal(20),
  z.literal(22),
]);

/** Rates are dated, not constants: the last one whose `from` is not after the day applies. */
export const taxRateSchema = z.strictObject({
  from: daySchema,
  basis: z.enum(profitBases),
  /** Percent: 6 for «Доходы», 15 for «Доходы минус расходы» unless the region lowers it. */
  ratePercent: z.number().check(z.minimum(0), z.maximum(100)),
  vatPercent: vatRateSchema,
});
export type TaxRate = z.infer<typeof taxRateSchema>;

/** Which of the rates begins on the day of an earlier one in the list: its index; -1 when each has its own day. */
function repeatedDay(rates: readonly TaxRate[]): number {
  return rates.findIndex(({ from }, index) => rates.findIndex((one) => one.from === from) < index);
}

const taxRatesSchema = z
  .array(taxRateSchema)
  .check(z.minLength(1), z.maxLength(MAX_TAX_RATES), ({ value, issues }) => {
    const index = repeatedDay(value);
    if (index === -1) return;
    issues.push({ code: 'custom', input: value, path: [index, 'from'], message: 'Этот день уже есть' });
  });

export const taxpayerSchema = z.object({
  id: idSchema,
  name: z.string(),
  /** Of every shop that no other has; there is always one, and it cannot be deleted. */
  isDefault: z.boolean(),
  /** In ascending order. A shop has exactly one taxpayer. */
  shopIds: z.array(idSchema),
  /** Earliest first, never empty. */
  taxRates: z.array(taxRateSchema),
  version: z.int(),
  updatedAt: timestampSchema,
});
export type Taxpayer = z.infer<typeof taxpayerSchema>;

const nameSchema = z
  .string()
  .check(z.trim(), z.minLength(1, 'Укажите название'), z.maxLength(100, 'Не длиннее 100 символов'));
const shopIdsSchema = z.array(idSchema).check(z.maxLength(200));

export const listTaxpayersEndpoint = endpoint({
  method: 'GET',
  path: '/taxpayers/',
  summary: 'Налогоплательщики: чьи магазины и какие ставки',
  access: 'user',
  response: z.array(taxpayerSchema),
});

export const getTaxpayerEndpoint = endpoint({
  method: 'GET',
  path: '/taxpayers/{id}/',
  summary: 'Налогоплательщик',
  access: 'user',
  params: idParams,
  response: taxpayerSchema,
});

/** Shops that another taxpayer has go over to the new one. */
export const createTaxpayerEndpoint = endpoint({
  method: 'POST',
  path: '/taxpayers/',
  summary: 'Добавить налогоплательщика',
  access: 'user',
  body: z.strictObject({ name: nameSchema, shopIds: shopIdsSchema, taxRates: taxRatesSchema }),
  response: taxpayerSchema,
  status: 201,
  idempotency: 'optional',
});

/** The shops of the default one are what the others leave: they are not set. */
export const updateTaxpayerEndpoint = endpoint({
  method: 'PATCH',
  path: '/taxpayers/{id}/',
  summary: 'Изменить налогоплательщика',
  access: 'user',
  params: idParams,
  body: z.strictObject({
    name: z.optional(nameSchema),
    shopIds: z.optional(shopIdsSchema),
    taxRates: z.optional(taxRatesSchema),
  }),
  response: taxpayerSchema,
  ifMatch: 'required',
  idempotency: 'optional',
});

/** Its shops go over to the default one. */
export const deleteTaxpayerEndpoint = endpoint({
  method: 'DELETE',
  path: '/taxpayers/{id}/',
  summary: 'Удалить налогоплательщика',
  access: 'user',
  params: idParams,
  status: 204,
  ifMatch: 'required',
  idempotency: 'optional',
});

/** How near a taxpayer's income since 1 January has come to where VAT begins. An estimate: sales elsewhere are not known. */
export const vatThresholdSchema = z.object({
  taxpayerId: idSchema,
  name: z.string(),
  shopIds: z.array(idSchema),
  year: z.int(),
  thresholdKopecks: kopecksSchema,
  /** What buyers paid since 1 January, returns and VAT taken off. */
  incomeKopecks: kopecksSchema,
  /** The first day of the year that the income of every shop is known from; null: nothing is known. */
  knownFrom: z.nullable(daySchema),
  /** Shops whose sales have not been read to the end even once: the income may be more. Absent: an older answer. */
  unreadShopIds: z.optional(z.array(idSchema)),
  /** The first day on which the threshold was passed, and the first of the next month; null: not yet. */
  crossedOn: z.nullable(daySchema),
  vatFrom: z.nullable(daySchema),
  /** The rates already have VAT: today, or from the day on which it begins. */
  isVatSet: z.boolean(),
});
export type VatThreshold = z.infer<typeof vatThresholdSchema>;

export const listVatThresholdsEndpoint = endpoint({
  method: 'GET',
  path: '/analytics/vat-thresholds/',
  summary: 'Доход налогоплательщиков с 1 января и порог НДС',
  access: 'user',
  response: z.array(vatThresholdSchema),
});
