import { z } from 'zod/mini';
import { profitQueryShape } from './analytics.ts';
import { endpoint } from './endpoint.ts';
import {
  daySchema,
  idSchema,
  kopecksSchema,
  nmIdSchema,
  nmIdTextSchema,
  pageOf,
  pageQueryShape,
} from './fields.ts';
import { ownCostRateSchema } from './own-cost-rates.ts';
import { ownCostSchema } from './own-costs.ts';
import { profitBases } from './users.ts';

/** What a figure of «Заказы и продажи» is made of, down to the rows of the marketplace (decision 052). */

/** Lines that rows add up to: pieces, then kopecks. */
export const rowLines = [
  'ORDERS',
  'CANCELS',
  'BUYOUTS',
  'RETURNS',
  'ORDERED',
  'REVENUE',
  'REALIZED',
  'FOR_PAY',
  'LOGISTICS',
  'STORAGE',
  'ACCEPTANCE',
  'PENALTY',
  'DEDUCTION',
  'ADVERTISING',
  'OTHER_DEDUCTION',
  'UNNAMED_DEDUCTION',
  'LOYALTY',
  'CORRECTION',
  'COGS',
] as const;
export type RowLine = (typeof rowLines)[number];

/** Lines that no row says: the seller's own costs, and what is owed by the year. */
export const countedLines = ['OWN_COSTS', 'VAT', 'TAX'] as const;
export type PartedLine = RowLine | (typeof countedLines)[number];

/** Where rows come from: the feeds of orders and of sales, the detailed report. */
export const rowSources = ['orders', 'sales', 'report_rows'] as const;
export type RowSource = (typeof rowSources)[number];

/** Of a line: kopecks, or pieces where the line counts them. May be below zero. */
const amount = z.int();

/** Rows of one kind. */
const rowsShape = {
  source: z.enum(rowSources),
  /** As the report calls it; the feeds call nothing. */
  operation: z.string(),
  isReturn: z.boolean(),
};

const rowsPartSchema = z.object({ kind: z.literal('ROWS'), ...rowsShape, count: z.int(), amount });
export type RowsPart = z.infer<typeof rowsPartSchema>;

/** Kopecks since 1 January. */
const owedShape = { vatKopecks: kopecksSchema, taxKopecks: kopecksSchema };

/** How the taxes of a taxpayer's year came about: of all its shops, whichever are asked for. */
const taxYearSchema = z.object({
  taxpayerId: idSchema,
  name: z.string(),
  shopCount: z.int(),
  year: z.int(),
  /** The last of the asked days in that year. */
  until: daySchema,
  /** What was sold since 1 January, by the rates it was sold at: one after the other when they changed. */
  rates: z.array(
    z.object({
      basis: z.enum(profitBases),
      ratePercent: z.number(),
      vatPercent: z.number(),
      /** What buyers paid, VAT taken off. */
      incomeKopecks: kopecksSchema,
      /** Null where expenses lower nothing. */
      expensesKopecks: z.nullable(kopecksSchema),
      ...owedShape,
    }),
  ),
  /** The least that «Доходы минус расходы» costs, 1 % of the income; null where it is not lower than what the rates say. */
  minimumKopecks: z.nullable(kopecksSchema),
  /** Until the day before the asked ones; zeros when they begin the year. */
  before: z.object(owedShape),
  owed: z.object(owedShape),
});
export type TaxYear = z.infer<typeof taxYearSchema>;

/** Of one card alone; its shop, and no other, is in `shop`: a card is a shop's. */
const cardShape = { nmId: z.optional(nmIdTextSchema) };

export const listProfitPartsEndpoint = endpoint({
  method: 'GET',
  path: '/analytics/profit/parts/',
  summary: 'Из чего сложилась строка прибыли',
  access: 'user',
  query: z.strictObject({ ...profitQueryShape, ...cardShape, line: z.enum([...rowLines, ...countedLines]) }),
  response: z.object({
    /** The figure itself; the parts add up to it. */
    total: amount,
    /** The largest first. */
    parts: z.array(
      z.union([
        rowsPartSchema,
        /**
         * What a cost of the seller's is for these days and shops. Of a rate `cost` is what it came to, so that a client that does
         * not know of rates has something to show.
         */
        z.object({
          kind: z.literal('OWN_COST'),
          cost: ownCostSchema,
          rate: z.optional(ownCostRateSchema),
          amount,
        }),
        /** What falls on a shop: taxes are counted by the year and for all shops of a taxpayer together. */
        z.object({ kind: z.literal('SHOP'), shopId: idSchema, amount }),
        /** What falls on the card of what is not any card's: of `of`, which is the whole of it in the shop. */
        z.object({ kind: z.literal('SHARE'), of: amount, amount }),
      ]),
    ),
    /** Of taxes, unless a card's are asked for: what they are counted from. */
    years: z.optional(z.array(taxYearSchema)),
  }),
});
export type ProfitPart = z.infer<typeof listProfitPartsEndpoint.response>['parts'][number];

const profitRowSchema = z.object({
  /** Within its source: the number of the report's row, or the number of the sale or the order. */
  key: z.string(),
  shopId: idSchema,
  day: daySchema,
  /** 0: of no card. */
  nmId: z.union([nmIdSchema, z.literal(0)]),
  cardId: z.nullable(idSchema),
  vendorCode: z.string(),
  title: z.string(),
  srid: z.string(),
  /** What the operation is for, as the report says it; an older server does not. */
  note: z.optional(z.string()),
  quantity: z.int(),
  /** The marketplace's number of the weekly report; null: not in a report. */
  reportId: z.nullable(z.int()),
  /** From a daily report, until the weekly one is there; an older server does not say. */
  isDaily: z.optional(z.boolean()),
  amount,
});
export type ProfitRow = z.infer<typeof profitRowSchema>;

/** The rows of one part, the largest first: they add up to it. */
export const listProfitRowsEndpoint = endpoint({
  method: 'GET',
  path: '/analytics/profit/rows/',
  summary: 'Строки, из которых сложилась строка прибыли',
  access: 'user',
  query: z.strictObject({
    ...profitQueryShape,
    ...pageQueryShape,
    ...cardShape,
    line: z.enum(rowLines),
    source: z.enum(rowSources),
    operation: z._default(z.string().check(z.maxLength(500)), ''),
    isReturn: z.optional(z.enum(['true', 'false'])),
  }),
  response: pageOf(profitRowSchema),
});
