import type { ProfitBasis } from '#contract/users.ts';

/** What a tax is taken from. */
export const basisLabels: Record<ProfitBasis, string> = {
  INCOME: 'Доходы',
  INCOME_MINUS_EXPENSES: 'Доходы − расходы',
};
