import { queryOptions } from '@tanstack/react-query';
import { getVatIncomeEndpoint } from '#contract/vat-income.ts';
import { fetchQuery } from './fetch-query.ts';

const TIMEOUT_MS = 60_000;

/** What the income that is held against the VAT threshold adds up from. Money is looked at, not kept. */
export const vatIncomeQueries = {
  income: (taxpayerId: number) =>
    queryOptions({
      queryKey: ['Profit', 'vat-income', taxpayerId],
      queryFn: (context) =>
        fetchQuery(context, getVatIncomeEndpoint, { params: { id: taxpayerId }, timeoutMs: TIMEOUT_MS }),
      meta: { isNotKept: true, isQuiet: true, errorText: 'Не удалось разобрать доход' },
    }),
};
