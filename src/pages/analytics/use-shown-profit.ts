import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { analyticsQueries } from '#api/analytics.ts';
import type { AskedBasis } from '#contract/analytics.ts';
import { comparedDays, periodDays, type ProfitState } from './profit-address.ts';
import { marksOf } from './profit-marks.ts';
import { useToday } from './use-today.ts';

export type ShownProfit = ReturnType<typeof useShownProfit>;

/** What the address asks of the server, what has come of it, and what the cards below are to be asked of. */
export function useShownProfit(state: ProfitState) {
  const today = useToday();
  const basis: AskedBasis = state.basis ?? 'OWN';
  const dated = state.period && periodDays(state.period, today);
  const shop = state.shopIds.map(String);
  const query = useQuery({
    ...analyticsQueries.profit({
      ...dated,
      basis,
      shop,
      ...(state.against === 'BEFORE' ? {} : { against: state.against }),
    }),
    placeholderData: keepPreviousData,
  });
  const profit = query.data;
  // Which days the reports cover, the answer says; while the next is asked for, those of the last one stand.
  const selected = dated ?? profit?.SELECTED;
  const shownDays = state.side === 'SELECTED' ? selected : selected && comparedDays(selected, state.against);
  const question = shownDays && { from: shownDays.from, to: shownDays.to, basis, shop };
  return {
    query,
    profit,
    marks: profit && marksOf(profit, state.side),
    today,
    basis,
    shop,
    selected,
    /** Of the shown days; undefined until it is known which these are. */
    question,
    cardsQuestion: question && {
      ...question,
      ordering: state.ordering,
      shopRows: true,
      ...(state.search ? { search: state.search } : {}),
      ...(state.group ? { group: state.group } : {}),
    },
  };
}
