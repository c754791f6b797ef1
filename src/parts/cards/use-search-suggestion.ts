import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { searchSuggestionQuery } from '#api/search-suggestion.ts';
import { catalogueStatus } from '#offline/catalogue/catalogue-status.ts';
import { findCards, type CardsQuery } from './find-cards.ts';

/**
 * What may have been meant by a search of cards that found nothing, where it finds something with the same filters: the device says where
 * it has the whole list, the server otherwise. `query`: the question that found nothing; null: nothing was looked for in vain.
 */
export function useSearchSuggestion(query: CardsQuery | null): string | undefined {
  const queryClient = useQueryClient();
  const asked = query?.search ? JSON.stringify(query) : '';
  const [said, setSaid] = useState<{ asked: string; suggestion: string | undefined }>();
  useEffect(() => {
    if (asked === '') return undefined;
    let isAsked = true;
    void findableSuggestion(queryClient, JSON.parse(asked)).then(
      (suggestion) => {
        if (isAsked) setSaid({ asked, suggestion });
      },
      // Neither the device nor the server says: there is no advice.
      () => undefined,
    );
    return () => {
      isAsked = false;
    };
  }, [queryClient, asked]);
  return said?.asked === asked ? said.suggestion : undefined;
}

async function findableSuggestion(
  queryClient: QueryClient,
  query: CardsQuery & { search: string },
): Promise<string | undefined> {
  const suggestion = await suggestionFor(queryClient, query.search);
  if (suggestion === undefined) return undefined;
  const { count } = await findCards(queryClient, { ...query, search: suggestion, offset: '0', limit: '1' });
  return count > 0 ? suggestion : undefined;
}

async function suggestionFor(queryClient: QueryClient, search: string): Promise<string | undefined> {
  const source = catalogueStatus.get().current ? catalogueStatus.source() : undefined;
  if (source) return source.suggest(search);
  const { search: suggestion } = await queryClient.fetchQuery(searchSuggestionQuery(search));
  return suggestion ?? undefined;
}
