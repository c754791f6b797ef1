import {
  comparedPeriods,
  periodChoices,
  profitGroups,
  profitOrderings,
  type ComparedPeriod,
  type PeriodChoice,
  type ProfitGroup,
} from '#contract/analytics.ts';
import { profitBases, type ProfitBasis } from '#contract/users.ts';
import { addDays, daysBetween } from '#lib/dates.ts';
import { periodProblem, type Days } from '#parts/period/period-problem.ts';
import { figureNames, type FigureName } from './figure-names.ts';
import { isCost, signOf } from './figure-signs.ts';
import { measureNames, type MeasureName } from './profit-measures.ts';

/** What the profit screen shows; it lives in the address. */
export const presetDays = [7, 14, 30, 90, 365] as const;
export type PresetDays = (typeof presetDays)[number];

export const presetMonths = ['THIS', 'LAST'] as const;
export type PresetMonth = (typeof presetMonths)[number];

export const chartMetrics = ['profit', 'orders', 'buyouts'] as const;
export type ChartMetric = (typeof chartMetrics)[number];

export const stockWindows = ['money', 'days'] as const;
export type StockWindow = (typeof stockWindows)[number];

export type ProfitOrdering = (typeof profitOrderings)[number];

/** A preset moves on with the days; own dates stay. */
export type ChosenPeriod = { days: PresetDays } | { month: PresetMonth } | Days;

export interface ProfitState {
  /** Null: the last days that the reports of the shops cover; which these are, the server says. */
  period: ChosenPeriod | null;
  against: ComparedPeriod;
  shopIds: number[];
  /** Null: as the rates of each taxpayer say. */
  basis: ProfitBasis | null;
  side: PeriodChoice;
  metric: ChartMetric;
  ordering: ProfitOrdering;
  /** Null: cards of all groups. */
  group: ProfitGroup | null;
  /** Days × shops are open. */
  isByShop: boolean;
  /** The figure that is open. */
  figure: FigureName | null;
  /** It is said as what it does to the profit: a cost with a minus. */
  isEffect: boolean;
  /** The measure that is open, or that the figure was opened from. */
  measure: MeasureName | null;
  /** What of the stocks of now is open: the money in them, or how long they last. */
  stock: StockWindow | null;
  /** Whose income since 1 January is open; null: nobody's. */
  taxpayerId: number | null;
  /** Whose figure it is; null: of everything that is shown. */
  card: CardOfFigure | null;
  search: string;
}

/** What no window shows any more. */
export const NOTHING_OPEN = {
  figure: null,
  isEffect: false,
  measure: null,
  stock: null,
  taxpayerId: null,
  card: null,
} satisfies Partial<ProfitState>;

export interface CardOfFigure {
  shopId: number;
  nmId: number;
}

const DEFAULT_ORDERING: ProfitOrdering = '-profit';

export function parseProfitState(params: URLSearchParams): ProfitState {
  return {
    period: parsePeriod(params),
    against: oneOf(comparedPeriods, params.get('against')) ?? 'BEFORE',
    shopIds: parseShopIds(params),
    basis: oneOf(profitBases, params.get('basis')),
    side: oneOf(periodChoices, params.get('show')) ?? 'SELECTED',
    metric: oneOf(chartMetrics, params.get('chart')) ?? 'profit',
    ordering: oneOf(profitOrderings, params.get('ordering')) ?? DEFAULT_ORDERING,
    group: oneOf(profitGroups, params.get('group')),
    isByShop: params.get('by') === 'shops',
    ...parseFigure(params.get('of') ?? ''),
    measure: oneOf(measureNames, params.get('measure')),
    stock: oneOf(stockWindows, params.get('stock')),
    taxpayerId: parseId(params.get('vat')),
    card: ['of', 'measure', 'stock'].some((name) => params.has(name)) ? parseCard(params.get('card')) : null,
    search: (params.get('q') ?? '').slice(0, 200),
  };
}

/** «-LOGISTICS»: with a minus. */
function parseFigure(text: string): Pick<ProfitState, 'figure' | 'isEffect'> {
  const figure = oneOf(figureNames, text.replace(/^-/, ''));
  return { figure, isEffect: figure !== null && isCost(figure) && text.startsWith('-') };
}

function parseCard(text: string | null): CardOfFigure | null {
  const [, shopId, nmId] = /^([1-9]\d{0,14})-([1-9]\d{0,11})$/.exec(text ?? '') ?? [];
  return shopId && nmId ? { shopId: Number(shopId), nmId: Number(nmId) } : null;
}

function parseId(text: string | null): number | null {
  return /^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : null;
}

/** The shops that an address names; none means all. */
export function parseShopIds(params: URLSearchParams): number[] {
  const named = params.getAll('shop').filter((text) => /^[1-9]\d{0,14}$/.test(text));
  return [...new Set(named.map(Number))];
}

/** The period that an address names. */
export function parsePeriod(params: URLSearchParams): ChosenPeriod | null {
  const from = params.get('from');
  const to = params.get('to');
  if (from !== null && to !== null && periodProblem(from, to) === null) return { from, to };
  const month = oneOf(presetMonths, params.get('month'));
  if (month) return { month };
  const days = presetDays.find((preset) => String(preset) === params.get('days'));
  return days ? { days } : null;
}

export function profitSearch(state: ProfitState): string {
  const params = new URLSearchParams();
  if (state.period) writePeriod(params, state.period);
  if (state.against !== 'BEFORE') params.set('against', state.against);
  for (const shopId of state.shopIds) params.append('shop', String(shopId));
  if (state.basis) params.set('basis', state.basis);
  if (state.side !== 'SELECTED') params.set('show', state.side);
  if (state.metric !== 'profit') params.set('chart', state.metric);
  if (state.ordering !== DEFAULT_ORDERING) params.set('ordering', state.ordering);
  if (state.group) params.set('group', state.group);
  if (state.isByShop) params.set('by', 'shops');
  if (state.search) params.set('q', state.search);
  if (state.figure) params.set('of', `${signOf(state.figure, state.isEffect) < 0 ? '-' : ''}${state.figure}`);
  if (state.measure) params.set('measure', state.measure);
  if (state.taxpayerId !== null) params.set('vat', String(state.taxpayerId));
  if (state.stock) params.set('stock', state.stock);
  if ((state.figure ?? state.measure ?? state.stock) && state.card)
    params.set('card', `${state.card.shopId}-${state.card.nmId}`);
  return params.toString();
}

/** Writes a period into an address. */
export function writePeriod(params: URLSearchParams, period: ChosenPeriod): void {
  if ('from' in period) {
    params.set('from', period.from);
    params.set('to', period.to);
  } else if ('month' in period) params.set('month', period.month);
  else params.set('days', String(period.days));
}

/**
 * The days of a period. A preset ends yesterday: today is not over and would look like a loss. On the first of a month
 * there is no other day of it.
 */
export function periodDays(period: ChosenPeriod, today: string): Days {
  if ('from' in period) return period;
  const yesterday = addDays(today, -1);
  if ('month' in period) {
    const first = firstOfMonth(today);
    if (period.month === 'THIS') return { from: first, to: yesterday < first ? first : yesterday };
    const last = addDays(first, -1);
    return { from: firstOfMonth(last), to: last };
  }
  return { from: addDays(today, -period.days), to: yesterday };
}

/** As many days as are compared with: directly before, or from the same date of the year before (29 February: the 28th). */
export function comparedDays({ from, to }: Days, against: ComparedPeriod): Days {
  const length = daysBetween(from, to);
  const start = against === 'YEAR_AGO' ? sameDateYearBefore(from) : addDays(from, -1 - length);
  return { from: start, to: addDays(start, length) };
}

/** The last week, from Monday to Sunday, that the reports cover to its end. */
export function lastReportedWeek(reportedUntil: string): Days {
  const weekday = new Date(`${reportedUntil}T00:00:00Z`).getUTCDay();
  const sunday = addDays(reportedUntil, -weekday);
  return { from: addDays(sunday, -6), to: sunday };
}

function sameDateYearBefore(day: string): string {
  const date = day.slice(4) === '-02-29' ? '-02-28' : day.slice(4);
  return `${Number(day.slice(0, 4)) - 1}${date}`;
}

function firstOfMonth(day: string): string {
  return `${day.slice(0, 7)}-01`;
}

function oneOf<Value extends string>(values: readonly Value[], text: string | null): Value | null {
  return values.find((value) => value === text) ?? null;
}
