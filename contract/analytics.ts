import { z } from 'zod/mini';
import { endpoint } from './endpoint.ts';
import {
  daySchema,
  flagTextSchema,
  idParams,
  idSchema,
  idTextSchema,
  kopecksSchema,
  nmIdSchema,
  pageOf,
  pageQueryShape,
  repeated,
  timestampSchema,
} from './fields.ts';
import { profitBases } from './users.ts';
import { shopProblemSchema } from './shop-problem.ts';

/** A period of a comparison. */
export const periodChoices = ['SELECTED', 'PREVIOUS'] as const;
export type PeriodChoice = (typeof periodChoices)[number];

/** What a period is compared with: as many days directly before it, or those that began a year earlier. */
export const comparedPeriods = ['BEFORE', 'YEAR_AGO'] as const;
export type ComparedPeriod = (typeof comparedPeriods)[number];

/** How taxes are counted: by one basis for all («а если бы…»), or `OWN`: by each taxpayer's own. */
export const askedBases = [...profitBases, 'OWN'] as const;
export type AskedBasis = (typeof askedBases)[number];

/** What the marketplace sends row by row. */
export const unreadKinds = ['orders', 'sales', 'report'] as const;
export type UnreadKind = (typeof unreadKinds)[number];

/** Sums of a period. Money is kopecks; shares are fractions of one, null where there is nothing to divide by. */
export const profitTotalsSchema = z.object({
  orders: z.int(),
  ordersKopecks: kopecksSchema,
  cancels: z.int(),
  buyouts: z.int(),
  returns: z.int(),
  buyoutShare: z.nullable(z.number()),
  averageCheckKopecks: z.nullable(kopecksSchema),
  revenueKopecks: kopecksSchema,
  realizedKopecks: kopecksSchema,
  forPayKopecks: kopecksSchema,
  commissionKopecks: kopecksSchema,
  logisticsKopecks: kopecksSchema,
  storageKopecks: kopecksSchema,
  acceptanceKopecks: kopecksSchema,
  penaltyKopecks: kopecksSchema,
  deductionKopecks: kopecksSchema,
  /** What of it is said to be for advertising, and for something else; the rest does not say. An older server tells neither. */
  advertisingKopecks: z.optional(kopecksSchema),
  otherDeductionKopecks: z.optional(kopecksSchema),
  loyaltyKopecks: kopecksSchema,
  correctionKopecks: kopecksSchema,
  payoutKopecks: kopecksSchema,
  cogsKopecks: kopecksSchema,
  /** «Прочие расходы»; an older server knows none. */
  ownCostsKopecks: z.optional(kopecksSchema),
  vatKopecks: kopecksSchema,
  taxKopecks: kopecksSchema,
  profitKopecks: kopecksSchema,
  marginShare: z.nullable(z.number()),
  roiShare: z.nullable(z.number()),
});
export type ProfitTotals = z.infer<typeof profitTotalsSchema>;

export const profitDaySchema = z.object({
  day: daySchema,
  orders: z.int(),
  buyouts: z.int(),
  profitKopecks: kopecksSchema,
  /** Part of the day's figures comes from operational data: the weekly report is not there yet. */
  isPreliminary: z.boolean(),
});
export type ProfitDay = z.infer<typeof profitDaySchema>;

const daysShape = { from: daySchema, to: daySchema };

const profitSideSchema = z.object({
  ...daysShape,
  totals: profitTotalsSchema,
  days: z.array(profitDaySchema),
  /**
   * Shops of which part of these days is preliminary, and whether the last one is: their cards are as little whole as the days are. An
   * older server does not say whose.
   */
  preliminaryShops: z.optional(z.array(z.object({ shopId: idSchema, isUnreported: z.boolean() }))),
});

/** Two periods of one length; null: there are no days that may be compared. */
function compared<S extends z.ZodMiniType>(totals: S) {
  const side = z.object({ ...daysShape, totals });
  return z.nullable(z.object({ SELECTED: side, PREVIOUS: side }));
}

/** Which whole days a source has of a shop, and when it was last read to the end; null: never, or nothing. */
const sourceSchema = z.object({
  from: z.nullable(daySchema),
  to: z.nullable(daySchema),
  readAt: z.nullable(timestampSchema),
});

export const profitQueryShape = {
  ...daysShape,
  basis: z._default(z.enum(askedBases), 'INCOME'),
  shop: z.optional(repeated(idTextSchema)),
};

export const getProfitEndpoint = endpoint({
  method: 'GET',
  path: '/analytics/profit/',
  summary: 'Заказы и продажи: период и тот, с которым он сравнивается',
  access: 'user',
  query: z.strictObject({
    ...profitQueryShape,
    /** Without both ends, the last days that the reports of all asked shops cover. */
    from: z.optional(daySchema),
    to: z.optional(daySchema),
    /** Without it, the days directly before. */
    against: z.optional(z.enum(comparedPeriods)),
  }),
  response: z.object({
    basis: z.enum(askedBases),
    SELECTED: profitSideSchema,
    PREVIOUS: profitSideSchema,
    /** Cards sold without a cost price: their profit is too high by it. */
    cardsWithoutCostPrice: z.int(),
    /** The last day that a report covers. */
    reportedUntil: z.nullable(daySchema),
    /** Since this day some shop is told of by daily reports alone: the weekly one has the last word. */
    dailyFrom: z.optional(z.nullable(daySchema)),
    /** The days that a source has of every shop that sold anything; null: there are none. */
    coverage: z.optional(
      z.object({ orders: z.nullable(z.object(daysShape)), report: z.nullable(z.object(daysShape)) }),
    ),
    /**
     * How the periods compare, over the days alone that both have in a source: orders by the feed of orders, everything
     * else by the report. The totals of the whole periods are not alike and must not be compared.
     */
    comparison: z.optional(
      z.object({
        orders: compared(z.pick(profitTotalsSchema, { orders: true, ordersKopecks: true })),
        report: compared(profitTotalsSchema),
      }),
    ),
    syncedAt: z.nullable(timestampSchema),
    /** Of each asked shop, its sources: the feeds of orders and of sales, the reports. */
    sources: z.optional(
      z.array(
        z.object({
          shopId: idSchema,
          orders: sourceSchema,
          sales: sourceSchema,
          report: sourceSchema,
          /** Since this day only daily reports tell of it. */
          dailyFrom: z.nullable(daySchema),
        }),
      ),
    ),
    /** Shops whose orders, sales or reports could not be read, and why. */
    problems: z.optional(
      z.array(
        z.extend(shopProblemSchema, {
          /** Only some rows could not be read, and are in no sum: how many, and some of them in words. */
          unread: z.optional(
            z.object({ kind: z.enum(unreadKinds), count: z.int(), rows: z.array(z.string()) }),
          ),
        }),
      ),
    ),
  }),
});
export type Profit = z.infer<typeof getProfitEndpoint.response>;

/** The same profit parted by shop: over all shops it adds up to the days and the totals of {@link getProfitEndpoint}, to the kopeck. */
export const listProfitShopsEndpoint = endpoint({
  method: 'GET',
  path: '/analytics/profit/shops/',
  summary: 'Заказы и продажи по магазинам и дням',
  access: 'user',
  query: z.strictObject(profitQueryShape),
  response: z.object({
    ...daysShape,
    shops: z.array(
      z.object({
        shopId: idSchema,
        orders: z.int(),
        buyouts: z.int(),
        profitKopecks: kopecksSchema,
        /** In order; only those on which anything is known of the shop. */
        days: z.array(profitDaySchema),
      }),
    ),
  }),
});
export type ProfitShop = z.infer<typeof listProfitShopsEndpoint.response>['shops'][number];

export const profitOrderings = [
  '-profit',
  'profit',
  '-orders',
  'orders',
  '-revenue',
  'revenue',
  '-margin',
  'margin',
] as const;

/**
 * How much of the profit a card makes: the best ones that make 80 % of it, those that make the next 15 %, the rest, and those that
 * lose money.
 */
export const profitGroups = ['A', 'B', 'C', 'LOSS'] as const;
export type ProfitGroup = (typeof profitGroups)[number];

export const profitCardSchema = z.object({
  /** 0: what a shop without cards was charged; see `shopRows`. */
  nmId: z.union([nmIdSchema, z.literal(0)]),
  cardId: z.nullable(idSchema),
  shopId: idSchema,
  vendorCode: z.string(),
  title: z.string(),
  hasCostPrice: z.boolean(),
  totals: profitTotalsSchema,
});
export type ProfitCard = z.infer<typeof profitCardSchema>;

export const listProfitCardsEndpoint = endpoint({
  method: 'GET',
  path: '/analytics/profit/cards/',
  summary: 'Заказы и продажи по карточкам',
  access: 'user',
  query: z.strictObject({
    ...profitQueryShape,
    ...pageQueryShape,
    ordering: z._default(z.enum(profitOrderings), '-profit'),
    search: z.optional(z.string().check(z.maxLength(200))),
    /** Also a row for each shop that was charged and has no card to charge it to: then the rows are the total. */
    shopRows: z.optional(flagTextSchema),
    group: z.optional(z.enum(profitGroups)),
  }),
  response: z.object({
    ...pageOf(profitCardSchema).shape,
    /** All groups of the period and the shops, whatever is looked for: their profits add up to the total of all rows. */
    groups: z.optional(
      z.array(z.object({ group: z.enum(profitGroups), count: z.int(), profitKopecks: kopecksSchema })),
    ),
    /** What the best `count` of the cards of all groups make together, from none to all of them; `group` is that of the last one. */
    curve: z.optional(
      z.array(z.object({ count: z.int(), profitKopecks: kopecksSchema, group: z.enum(profitGroups) })),
    ),
  }),
});
type ProfitCards = z.infer<typeof listProfitCardsEndpoint.response>;
export type ProfitGroupSums = NonNullable<ProfitCards['groups']>[number];
export type ProfitCurvePoint = NonNullable<ProfitCards['curve']>[number];

/** Orders, buy-outs and returns of one card by day and shop. */
export const getCardStatisticsEndpoint = endpoint({
  method: 'GET',
  path: '/analytics/cards/{id}/',
  summary: 'Заказы, выкупы и возвраты карточки по дням',
  access: 'user',
  params: idParams,
  query: z.strictObject({ from: daySchema, to: daySchema }),
  response: z.object({
    days: z.array(
      z.object({
        day: daySchema,
        orders: z.int(),
        ordersKopecks: kopecksSchema,
        buyouts: z.int(),
        /** Sold less returned, in the seller's prices. An older server says nothing of it, nor of what is optional below. */
        revenueKopecks: z.optional(kopecksSchema),
        returns: z.int(),
        cancels: z.int(),
      }),
    ),
    shops: z.array(
      z.object({
        shopId: idSchema,
        shopName: z.string(),
        orders: z.int(),
        ordersKopecks: z.optional(kopecksSchema),
        buyouts: z.int(),
        revenueKopecks: z.optional(kopecksSchema),
        returns: z.int(),
        cancels: z.int(),
      }),
    ),
    /** Each day of each shop on which anything was ordered, bought or returned. */
    shopDays: z.optional(
      z.array(
        z.object({
          day: daySchema,
          shopId: idSchema,
          orders: z.int(),
          ordersKopecks: kopecksSchema,
          buyouts: z.int(),
          revenueKopecks: kopecksSchema,
        }),
      ),
    ),
  }),
});
export type CardStatistics = z.infer<typeof getCardStatisticsEndpoint.response>;
