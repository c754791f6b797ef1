import type { ProfitTotals } from '#contract/analytics.ts';
import { isForAdvertising } from './advertising-words.ts';
import { mulDivRound } from './kopeck-math.ts';

/**
 * From rows of the marketplace's reports to profit. Pure; money is whole kopecks, quantities are pieces.
 *
 * A line is a sum that simply adds up: over rows, days, cards and shops. VAT and tax do not, see taxes.ts.
 * Costs (logistics … correction) are positive when they are taken from the seller.
 */
export interface ProfitLines {
  /** Orders placed, cancelled ones too. Source: supplier/orders. */
  orders: number;
  /** Of all orders, in the seller's prices (`priceWithDisc`). */
  ordersKopecks: number;
  cancels: number;
  /** Pieces sold. Source: the sales report, or supplier/sales while the day is not in it. */
  buyouts: number;
  /** Pieces returned after a sale. */
  returns: number;
  /** Выручка: sold less returned, in the seller's prices. */
  revenueKopecks: number;
  /** «Вайлдберриз реализовал Товар (Пр)»: what buyers paid, after the marketplace's own discount. */
  realizedKopecks: number;
  /** «К перечислению за товар» of sales and returns. */
  forPayKopecks: number;
  /** «К перечислению» of operations that are neither a sale nor a return; part of the correction line. */
  otherForPayKopecks: number;
  logisticsKopecks: number;
  storageKopecks: number;
  acceptanceKopecks: number;
  penaltyKopecks: number;
  deductionKopecks: number;
  /** What of the withholdings is said to be for advertising. */
  advertisingKopecks: number;
  /** What of them is said to be for something else. The rest does not say what it is for. */
  otherDeductionKopecks: number;
  loyaltyKopecks: number;
  /** «Корректировка ВВ» as the report has it. */
  additionalPaymentKopecks: number;
  /** Себестоимость of what was sold less what came back. */
  cogsKopecks: number;
  /** Прочие расходы: what the seller has said himself (spread-own-costs.ts). */
  ownCostsKopecks: number;
  /** Those of them that lower the base of «Доходы минус расходы». */
  deductibleCostsKopecks: number;
}

export const NO_LINES: ProfitLines = {
  orders: 0,
  ordersKopecks: 0,
  cancels: 0,
  buyouts: 0,
  returns: 0,
  revenueKopecks: 0,
  realizedKopecks: 0,
  forPayKopecks: 0,
  otherForPayKopecks: 0,
  logisticsKopecks: 0,
  storageKopecks: 0,
  acceptanceKopecks: 0,
  penaltyKopecks: 0,
  deductionKopecks: 0,
  advertisingKopecks: 0,
  otherDeductionKopecks: 0,
  loyaltyKopecks: 0,
  additionalPaymentKopecks: 0,
  cogsKopecks: 0,
  ownCostsKopecks: 0,
  deductibleCostsKopecks: 0,
};

/** Every line's name; the cast only gives Object.keys the type it has. */
export const lineNames = Object.keys(NO_LINES) as (keyof ProfitLines)[];

/** The document type whose rows count backwards. */
export const RETURN_DOCUMENT = 'Возврат';
/** Operations whose quantity is goods. All others carry a quantity too, but of deliveries or of nothing. */
export const GOODS_OPERATIONS: readonly string[] = ['Продажа', 'Возврат'];

/** A row of the detailed sales report, named as in the table `report_rows`. */
export interface ReportRow {
  docTypeName: string;
  operation: string;
  /** What it is for; null in a row that was read before it was kept. */
  operationNote: string | null;
  quantity: number;
  retailPriceWithDiscKopecks: number;
  retailAmountKopecks: number;
  forPayKopecks: number;
  deliveryKopecks: number;
  rebillLogisticKopecks: number;
  storageKopecks: number;
  acceptanceKopecks: number;
  penaltyKopecks: number;
  deductionKopecks: number;
  /** cashbackAmount + cashbackCommissionChange − cashbackDiscount. */
  loyaltyKopecks: number;
  correctionKopecks: number;
}

/**
 * What one row of the report adds. The sign is minus when the document is «Возврат». The vocabulary of operations is
 * open: money that an unknown one is «к перечислению» goes to the correction line, its other columns to theirs.
 */
export function linesOfReportRow(row: ReportRow, costPriceKopecks: number | null): ProfitLines {
  const isReturn = row.docTypeName === RETURN_DOCUMENT;
  const sign = isReturn ? -1 : 1;
  const isGoods = GOODS_OPERATIONS.includes(row.operation);
  const quantity = isGoods ? row.quantity : 0;
  const isAdvertising = isForAdvertising(row.operationNote);
  return withoutNegativeZeros({
    ...NO_LINES,
    buyouts: isReturn ? 0 : quantity,
    returns: isReturn ? quantity : 0,
    revenueKopecks: sign * row.retailPriceWithDiscKopecks * quantity,
    realizedKopecks: sign * row.retailAmountKopecks,
    forPayKopecks: isGoods ? sign * row.forPayKopecks : 0,
    otherForPayKopecks: isGoods ? 0 : sign * row.forPayKopecks,
    logisticsKopecks: row.deliveryKopecks + row.rebillLogisticKopecks,
    storageKopecks: row.storageKopecks,
    acceptanceKopecks: row.acceptanceKopecks,
    penaltyKopecks: row.penaltyKopecks,
    deductionKopecks: row.deductionKopecks,
    advertisingKopecks: isAdvertising === true ? row.deductionKopecks : 0,
    otherDeductionKopecks: isAdvertising === false ? row.deductionKopecks : 0,
    loyaltyKopecks: row.loyaltyKopecks,
    additionalPaymentKopecks: row.correctionKopecks,
    cogsKopecks: sign * quantity * (costPriceKopecks ?? 0),
  });
}

/** An operational sale or return: one piece. Logistics, storage and the like are not known before the report. */
export interface OperationalSale {
  isReturn: boolean;
  priceWithDiscKopecks: number;
  finishedPriceKopecks: number;
  forPayKopecks: number;
}

/** What one operational sale adds on a day that no report covers yet. Amounts are taken by size: returns count back. */
export function linesOfSale(sale: OperationalSale, costPriceKopecks: number | null): ProfitLines {
  const sign = sale.isReturn ? -1 : 1;
  return withoutNegativeZeros({
    ...NO_LINES,
    buyouts: sale.isReturn ? 0 : 1,
    returns: sale.isReturn ? 1 : 0,
    revenueKopecks: sign * Math.abs(sale.priceWithDiscKopecks),
    realizedKopecks: sign * Math.abs(sale.finishedPriceKopecks),
    forPayKopecks: sign * Math.abs(sale.forPayKopecks),
    cogsKopecks: sign * (costPriceKopecks ?? 0),
  });
}

/** −0 is equal to 0 but does not look it in JSON's readers and in tests. */
function withoutNegativeZeros(lines: ProfitLines): ProfitLines {
  return mapLines((name) => lines[name] + 0);
}

function mapLines(valueOf: (name: keyof ProfitLines) => number): ProfitLines {
  const result = { ...NO_LINES };
  for (const name of lineNames) result[name] = valueOf(name);
  return result;
}

export function sumLines(all: Iterable<ProfitLines>): ProfitLines {
  const result = { ...NO_LINES };
  for (const lines of all) for (const name of lineNames) result[name] += lines[name];
  return result;
}

/** What of the withholdings does not say what it is for: it may be advertising, and may be none. */
export function unnamedDeductionKopecks(
  of: Pick<ProfitLines, 'deductionKopecks' | 'advertisingKopecks' | 'otherDeductionKopecks'>,
): number {
  return of.deductionKopecks - of.advertisingKopecks - of.otherDeductionKopecks;
}

/** VAT and tax that fall on some lines, kopecks. A part's share may be negative: its returns lower the whole's. */
export interface Taxes {
  vatKopecks: number;
  taxKopecks: number;
}

export const NO_TAXES: Taxes = { vatKopecks: 0, taxKopecks: 0 };

/**
 * The totals that are shown:
 * - commission = revenue − for pay (acquiring is in it; negative when the marketplace pays the discount),
 * - correction = «Корректировка ВВ» − for pay of unknown operations,
 * - payout = for pay − logistics − storage − acceptance − penalty − deduction − loyalty − correction,
 * - profit = payout − cost of goods − own costs − VAT − tax.
 * Shares are fractions of one, null where there is nothing to divide by.
 */
export function profitTotals(lines: ProfitLines, taxes: Taxes): ProfitTotals {
  const correctionKopecks = lines.additionalPaymentKopecks - lines.otherForPayKopecks;
  const payoutKopecks =
    lines.forPayKopecks -
    lines.logisticsKopecks -
    lines.storageKopecks -
    lines.acceptanceKopecks -
    lines.penaltyKopecks -
    lines.deductionKopecks -
    lines.loyaltyKopecks -
    correctionKopecks;
  const profitKopecks =
    payoutKopecks - lines.cogsKopecks - lines.ownCostsKopecks - taxes.vatKopecks - taxes.taxKopecks;
  return {
    orders: lines.orders,
    ordersKopecks: lines.ordersKopecks,
    cancels: lines.cancels,
    buyouts: lines.buyouts,
    returns: lines.returns,
    buyoutShare: share(lines.buyouts, lines.buyouts + lines.cancels + lines.returns),
    averageCheckKopecks: lines.orders > 0 ? mulDivRound(lines.ordersKopecks, 1, lines.orders) : null,
    revenueKopecks: lines.revenueKopecks,
    realizedKopecks: lines.realizedKopecks,
    forPayKopecks: lines.forPayKopecks,
    commissionKopecks: lines.revenueKopecks - lines.forPayKopecks,
    logisticsKopecks: lines.logisticsKopecks,
    storageKopecks: lines.storageKopecks,
    acceptanceKopecks: lines.acceptanceKopecks,
    penaltyKopecks: lines.penaltyKopecks,
    deductionKopecks: lines.deductionKopecks,
    advertisingKopecks: lines.advertisingKopecks,
    otherDeductionKopecks: lines.otherDeductionKopecks,
    loyaltyKopecks: lines.loyaltyKopecks,
    correctionKopecks,
    payoutKopecks,
    cogsKopecks: lines.cogsKopecks,
    ownCostsKopecks: lines.ownCostsKopecks,
    vatKopecks: taxes.vatKopecks,
    taxKopecks: taxes.taxKopecks,
    profitKopecks,
    marginShare: share(profitKopecks, lines.revenueKopecks),
    roiShare: share(profitKopecks, lines.cogsKopecks),
  };
}

function share(part: number, whole: number): number | null {
  return whole > 0 ? part / whole : null;
}
