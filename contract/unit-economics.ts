import { z } from 'zod/mini';
import { endpoint, type EndpointResponse } from './endpoint.ts';
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
  /** What is left of it for the buyer to pay, by the marketplace's discount of late. Absent where no report says it, and from answers of before. */
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
  /** The commission is that of the subject's tariff, in hundredths of a per cent; the rest is by the source. Absent: all of it is. */
  commissionBasisPoints: z.optional(z.int()),
  /**
   * How much of what is ordered is kept: the logistics bear what is not. null: too few orders are known; absent from answers of before.
   */
  buyout: z.optional(
    z.nullable(
      z.object({
        share: z.number(),
        /** Of the card in the shop, or of its subject in all shops. */
        source: z.enum(['CARD', 'SUBJECT']),
        /** Bought, cancelled or returned. */
        outcomes: z.int(),
      }),
    ),
  ),
  /** Sold less returned, on these days. */
  pieces: z.int(),
  from: daySchema,
  to: daySchema,
});
export type UnitEconomics = z.infer<typeof unitEconomicsSchema>;

/** Where nothing that tells was sold in the shop: what is known without, by the tariff of the subject. */
export const tariffEstimateSchema = z.object({
  /** With the discount of the seller. */
  priceKopecks: kopecksSchema,
  commissionBasisPoints: z.int(),
  commissionKopecks: kopecksSchema,
  taxKopecks: kopecksSchema,
  costPriceKopecks: z.nullable(kopecksSchema),
  /** Before the acquiring, logistics and storage, which nobody knows; null: the cost price is not known. */
  leftKopecks: z.nullable(kopecksSchema),
});
export type TariffEstimate = z.infer<typeof tariffEstimateSchema>;

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
      /** In place of it, where the tariff of the subject is known. */
      byTariff: z.optional(tariffEstimateSchema),
    }),
  ),
});
export type ShopEconomics = EndpointResponse<typeof getCardEconomicsEndpoint>[number];
