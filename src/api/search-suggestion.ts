import { queryOptions } from '@tanstack/react-query';
import { suggestSearchEndpoint } from '#contract/search-suggestion.ts';
import { fetchQuery } from './fetch-query.ts';

/** The nearest search that finds something: advice, and no reason to complain when it does not come. */
export const searchSuggestionQuery = (search: string) =>
  queryOptions({
    queryKey: ['Cards', 'suggestion', search],
    queryFn: (context) => fetchQuery(context, suggestSearchEndpoint, { query: { search } }),
    meta: { schema: suggestSearchEndpoint.response, isQuiet: true, isNotKept: true },
  });
