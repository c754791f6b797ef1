import { periodChoices, profitOrderings, type PeriodChoice } from '#contract/analytics.ts';
import { isCalendarDay } from '#contract/fields.ts';
import { profitBases, type ProfitBasis } from '#contract/users.ts';
import { addDays, daysBetween } from '#lib/dates.ts';

/** What the profit screen shows; it lives in the address. */
export const presetDays = [7, 14, 30, 90] as const;
export type PresetDays = (typeof presetDays)[number];

export const chartMetrics = ['profit', 'orders', 'buyouts'] as const;
export type ChartMetric = (typeof chartMetrics)[number];

export type ProfitOrdering = (typeof profitOrderings)[number];

/** A preset moves on with the days; own dates stay. */
export type ChosenPeriod = { days: PresetDays } | { from: string; to: string };

export interface ProfitState {
  period: ChosenPeriod;
  shopIds: number[];
  /** Null: as the account's settings say. */
  basis: ProfitBasis | null;
  side: PeriodChoice;
  metric: ChartMetric;
  ordering: ProfitOrdering;
  search: string;
}

export const MAX_PERIOD_DAYS = 366;
const DEFAULT_DAYS = 14;
const DEFAULT_ORDERING: ProfitOrdering = '-profit';

export function parseProfitState(params: URLSearchParams): ProfitState {
  return {
    period: parsePeriod(params),
    shopIds: parseShopIds(params),
    basis: oneOf(profitBases, params.get('basis')),
    side: oneOf(periodChoices, params.get('show')) ?? 'SELECTED',
    metric: oneOf(chartMetrics, params.get('chart')) ?? 'profit',
    ordering: oneOf(profitOrderings, params.get('ordering')) ?? DEFAULT_ORDERING,
    search: (params.get('q') ?? '').slice(0, 200),
  };
}

/** The shops that an address names; none means all. */
export function parseShopIds(params: URLSearchParams): number[] {
  const named = params.getAll('shop').filter((text) => /^[1-9]\d{0,14}$/.test(text));
  return [...new Set(named.map(Number))];
}

/** The period that an address names, else the last days. */
export function parsePeriod(params: URLSearchParams, defaultDays: PresetDays = DEFAULT_DAYS): ChosenPeriod {
  const from = params.get('from');
  const to = params.get('to');
  if (from !== null && to !== null && periodProblem(from, to) === null) return { from, to };
  return { days: presetDays.find((days) => String(days) === params.get('days')) ?? defaultDays };
}

export function profitSearch(state: ProfitState): string {
  const params = new URLSearchParams();
  writePeriod(params, state.period);
  for (const shopId of state.shopIds) params.append('shop', String(shopId));
  if (state.basis) params.set('basis', state.basis);
  if (state.side !== 'SELECTED') params.set('show', state.side);
  if (state.metric !== 'profit') params.set('chart', state.metric);
  if (state.ordering !== DEFAULT_ORDERING) params.set('ordering', state.ordering);
  if (state.search) params.set('q', state.search);
  return params.toString();
}

/** Writes a period into an address; the last days that are shown anyway are left out. */
export function writePeriod(
  params: URLSearchParams,
  period: ChosenPeriod,
  defaultDays: PresetDays = DEFAULT_DAYS,
): void {
  if ('from' in period) {
    params.set('from', period.from);
    params.set('to', period.to);
  } else if (period.days !== defaultDays) params.set('days', String(period.days));
}

/** The days of a period. A preset ends yesterday: today is not over and would look like a loss. */
export function periodDays(period: ChosenPeriod, today: string): { from: string; to: string } {
  if ('from' in period) return period;
  const to = addDays(today, -1);
  return { from: addDays(to, 1 - period.days), to };
}

/** The same number of days directly before. */
export function daysBefore({ from, to }: { from: string; to: string }): { from: string; to: string } {
  const end = addDays(from, -1);
  return { from: addDays(end, -daysBetween(from, to)), to: end };
}

/** Why the two days are no period that can be asked for; null: they are. */
export function periodProblem(from: string, to: string): string | null {
  if (!isCalendarDay(from) || !isCalendarDay(to)) return 'Укажите обе даты';
  if (from > to) return 'Начало периода позже конца';
  if (daysBetween(from, to) + 1 > MAX_PERIOD_DAYS) return `Период — не больше ${MAX_PERIOD_DAYS} дней`;
  return null;
}

function oneOf<Value extends string>(values: readonly Value[], text: string | null): Value | null {
  return values.find((value) => value === text) ?? null;
}
