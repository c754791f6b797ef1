import type { ProfitTotals } from '#contract/analytics.ts';
import type { PartedLine } from '#contract/profit-parts.ts';
import { unnamedDeductionKopecks } from './profit-engine.ts';

type LineTotals = Record<PartedLine, (totals: ProfitTotals) => number>;

/** Where the totals have each line that can be opened: kopecks, or pieces where the line counts them. */
export const lineTotals: LineTotals = {
  ORDERS: (totals) => totals.orders,
  CANCELS: (totals) => totals.cancels,
  BUYOUTS: (totals) => totals.buyouts,
  RETURNS: (totals) => totals.returns,
  ORDERED: (totals) => totals.ordersKopecks,
  REVENUE: (totals) => totals.revenueKopecks,
  REALIZED: (totals) => totals.realizedKopecks,
  FOR_PAY: (totals) => totals.forPayKopecks,
  LOGISTICS: (totals) => totals.logisticsKopecks,
  STORAGE: (totals) => totals.storageKopecks,
  ACCEPTANCE: (totals) => totals.acceptanceKopecks,
  PENALTY: (totals) => totals.penaltyKopecks,
  DEDUCTION: (totals) => totals.deductionKopecks,
  ADVERTISING: (totals) => totals.advertisingKopecks ?? 0,
  OTHER_DEDUCTION: (totals) => totals.otherDeductionKopecks ?? 0,
  UNNAMED_DEDUCTION: ({ deductionKopecks, advertisingKopecks = 0, otherDeductionKopecks = 0 }) =>
    unnamedDeductionKopecks({ deductionKopecks, advertisingKopecks, otherDeductionKopecks }),
  LOYALTY: (totals) => totals.loyaltyKopecks,
  CORRECTION: (totals) => totals.correctionKopecks,
  COGS: (totals) => totals.cogsKopecks,
  OWN_COSTS: (totals) => totals.ownCostsKopecks ?? 0,
  VAT: (totals) => totals.vatKopecks,
  TAX: (totals) => totals.taxKopecks,
};
