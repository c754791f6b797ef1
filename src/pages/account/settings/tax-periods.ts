import { z } from 'zod/mini';
import { isCalendarDay } from '#contract/fields.ts';
import { profitBases, type ProfitBasis, type TaxPeriod } from '#contract/users.ts';

export const basisLabels: Record<ProfitBasis, string> = {
  INCOME: 'Доходы',
  INCOME_MINUS_EXPENSES: 'Доходы − расходы',
};
export const vatRates = [0, 5, 7, 22] as const;
export const MAX_TAX_PERIODS = 20;

/** A period while it is being edited: the rate may be empty for a moment. */
export interface TaxDraft extends Omit<TaxPeriod, 'ratePercent'> {
  key: number;
  ratePercent: number | null;
}

/** What may be kept while it is being typed: any day and rate, the rates of VAT that can be chosen. */
export const taxDraftsSchema: z.ZodMiniType<TaxDraft[]> = z.array(
  z.object({
    key: z.int(),
    from: z.string(),
    basis: z.enum(profitBases),
    ratePercent: z.nullable(z.number()),
    vatPercent: z.union([z.literal(0), z.literal(5), z.literal(7), z.literal(22)]),
  }),
);

const USUAL_RATES: Record<ProfitBasis, number> = { INCOME: 6, INCOME_MINUS_EXPENSES: 15 };

export function draftsOf(periods: readonly TaxPeriod[]): TaxDraft[] {
  return inOrder(periods).map((period, key) => ({ ...period, key }));
}

/** A change of the basis brings its usual rate, unless another one was typed. */
export function withBasis(draft: TaxDraft, basis: ProfitBasis): TaxDraft {
  const isUsual = draft.ratePercent === null || draft.ratePercent === USUAL_RATES[draft.basis];
  return { ...draft, basis, ratePercent: isUsual ? USUAL_RATES[basis] : draft.ratePercent };
}

export function newDraft(drafts: readonly TaxDraft[], today: string): TaxDraft {
  const last = inOrder(drafts).at(-1);
  return {
    key: Math.max(-1, ...drafts.map(({ key }) => key)) + 1,
    from: drafts.some(({ from }) => from === today) ? '' : today,
    basis: last?.basis ?? 'INCOME',
    ratePercent: last?.ratePercent ?? USUAL_RATES.INCOME,
    vatPercent: last?.vatPercent ?? 0,
  };
}

/** What is wrong with a period, by field. */
export function taxErrors(
  draft: TaxDraft,
  all: readonly TaxDraft[],
): { from?: string; ratePercent?: string } {
  const isTwice = all.some(({ key, from }) => key !== draft.key && from === draft.from);
  const { ratePercent } = draft;
  return {
    ...(isTwice ? { from: 'Этот день уже есть' } : {}),
    ...(isCalendarDay(draft.from) ? {} : { from: 'Укажите день' }),
    ...(ratePercent === null || ratePercent < 0 || ratePercent > 100 ? { ratePercent: 'От 0 до 100' } : {}),
  };
}

/** The periods to save, or null while something is wrong. */
export function periodsOf(drafts: readonly TaxDraft[]): TaxPeriod[] | null {
  const periods: TaxPeriod[] = [];
  for (const { key: _key, ratePercent, ...rest } of inOrder(drafts)) {
    if (ratePercent === null) return null;
    periods.push({ ...rest, ratePercent });
  }
  const isSound = drafts.every((draft) => Object.keys(taxErrors(draft, drafts)).length === 0);
  return isSound && periods.length > 0 ? periods : null;
}

export function isSamePeriods(one: readonly TaxPeriod[], other: readonly TaxPeriod[]): boolean {
  return JSON.stringify(inOrder(one).map(facts)) === JSON.stringify(inOrder(other).map(facts));
}

function facts({ from, basis, ratePercent, vatPercent }: TaxPeriod) {
  return [from, basis, ratePercent, vatPercent];
}

function inOrder<Period extends { from: string }>(periods: readonly Period[]): Period[] {
  return periods.toSorted((one, other) => Number(one.from > other.from) - Number(one.from < other.from));
}
