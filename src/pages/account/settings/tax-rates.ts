import { z } from 'zod/mini';
import { isCalendarDay } from '#contract/fields.ts';
import { vatRates, type TaxRate } from '#contract/taxpayers.ts';
import { profitBases, type ProfitBasis } from '#contract/users.ts';

/** A rate while it is being edited: the percentage may be empty for a moment. */
export interface TaxDraft extends Omit<TaxRate, 'ratePercent'> {
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
    vatPercent: z.pipe(
      z.number(),
      z.transform((said) => vatRates.find((rate) => rate === said) ?? 0),
    ),
  }),
);

const USUAL_RATES: Record<ProfitBasis, number> = { INCOME: 6, INCOME_MINUS_EXPENSES: 15 };

export function draftsOf(rates: readonly TaxRate[]): TaxDraft[] {
  return inOrder(rates).map((rate, key) => ({ ...rate, key }));
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

/** What is wrong with a rate, by field. */
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

/** The rates to save, or null while something is wrong. */
export function ratesOf(drafts: readonly TaxDraft[]): TaxRate[] | null {
  const rates: TaxRate[] = [];
  for (const { key: _key, ratePercent, ...rest } of inOrder(drafts)) {
    if (ratePercent === null) return null;
    rates.push({ ...rest, ratePercent });
  }
  const isSound = drafts.every((draft) => Object.keys(taxErrors(draft, drafts)).length === 0);
  return isSound && rates.length > 0 ? rates : null;
}

export function isSameRates(one: readonly TaxRate[], other: readonly TaxRate[]): boolean {
  return JSON.stringify(inOrder(one).map(facts)) === JSON.stringify(inOrder(other).map(facts));
}

function facts({ from, basis, ratePercent, vatPercent }: TaxRate) {
  return [from, basis, ratePercent, vatPercent];
}

function inOrder<Rate extends { from: string }>(rates: readonly Rate[]): Rate[] {
  return rates.toSorted((one, other) => Number(one.from > other.from) - Number(one.from < other.from));
}
