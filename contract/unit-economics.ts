import { z } from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { daySchema, idParams, idSchema, kopecksSchema, nmIdSchema } from './fields.ts';

/** Whose sales an estimate is made from: the card's own, its subject's in the shop, all of the shop. */
export const unitSources = ['CARD', 'SUBJECT', 'SHOP'] as const;
export type UnitSource = (typeof unitSources)[number];

/**
 * «≈»: what is likely left of one piece that is sold at a price, from what the marketplace's reports say of pieces sold
 * before. The price less all that is named is the profit, to the kopeck.
 */
export const unitEconomicsSchema = z.object({
  /** With the discount of the seller, before the marketplace's own. */
  priceKopecks: kopecksSchema,
  /** What is left of it for the buyer to pay, by the marketplace's discount of late. Absent from answers of before. */
  buyerPriceKopecks: z.optional(kopecksSchema),
  /** Less than nothing where the marketplace pays for its discount. */
  commissionKopecks: kopecksSchema,
  /** Of the payment. Absent where reports were read before it was kept: then it is in the commission. */
  acquiringKopecks: z.optional(kopecksSchema),
  logisticsKopecks: kopecksSchema,
  storageKopecks: kopecksSchema,
  /** Acceptance, penalties, deductions (advertising among them), loyalty programmes, corrections. */
  otherKopecks: kopecksSchema,
  /** VAT and the simplified tax under the present rule. */
  taxKopecks: kopecksSchema,
  /** null: nobody has said it, so the profit is not known either. */
  costPriceKopecks: z.nullable(kopecksSchema),
  profitKopecks: z.nullable(kopecksSchema),
  /** The lowest price in whole roubles that brings no loss; null: none does, or the cost price is not known. */
  breakEvenKopecks: z.nullable(kopecksSchema),
  source: z.enum(unitSources),
  /** Sold less returned, on these days. */
  pieces: z.int(),
  from: daySchema,
  to: daySchema,
});
export type UnitEconomics = z.infer<typeof unitEconomicsSchema>;

const numberTextSchema = (pattern: RegExp, problem: string) =>
  z.pipe(
    z.string().check(z.regex(pattern, problem)),
    z.transform((text) => Number(text)),
  );
const kopecksTextSchema = numberTextSchema(/^\d{1,11}$/, 'Сумма указывается в копейках');

/** What the card would bring in each of its shops at the price that is being typed. */
export const getCardEconomicsEndpoint = endpoint({
  method: 'GET',
  path: '/analytics/cards/{id}/economics/',
  summary: 'Оценка прибыли с одной штуки по магазинам',
  access: 'user',
  params: idParams,
  query: z.strictObject({
    priceKopecks: kopecksTextSchema,
    discount: numberTextSchema(/^\d{1,2}$/, 'Скидка — от 0 до 99 %'),
    /** Absent: nobody has said it. */
    costPriceKopecks: z.optional(kopecksTextSchema),
  }),
  response: z.array(
    z.object({
      shopId: idSchema,
      shopName: z.string(),
      nmId: nmIdSchema,
      /** null: too little was sold in the shop to tell. */
      economics: z.nullable(unitEconomicsSchema),
    }),
  ),
});
