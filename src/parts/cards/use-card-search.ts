import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { catalogueStatus } from '#offline/catalogue/catalogue-status.ts';
import { useIsReachable } from '#offline/connection/connectivity.ts';
import { findCards, type FoundCards } from './find-cards.ts';

const SEARCH_DELAY_MS = 150;
const MIN_SEARCH_LENGTH = 2;

/** What a picker asks with. */
export const searchQuery = (search: string, withArchived: boolean) => ({
  search,
  limit: '8',
  ordering: '-updated_at' as const,
  ...(withArchived && { withArchived: 'true' as const }),
});

export interface CardSearch {
  /** The text that `found` answers; another than the typed one while that is looked for. */
  search: string;
  found: FoundCards | undefined;
  /** `unanswered`: the list is not whole on this device, and the server does not say. */
  state: 'idle' | 'searching' | 'answered' | 'unanswered';
}

/**
 * The cards that the typed text finds, for every picker: from this device with each key, where it holds the whole list; else from the
 * server, once typing pauses.
 */
export function useCardSearch(typed: string, { withArchived = false } = {}): CardSearch {
  const queryClient = useQueryClient();
  const isReachable = useIsReachable();
  const { current } = useSyncExternalStore(catalogueStatus.subscribe, catalogueStatus.get);
  const wanted = typed.trim();
  const [answered, setAnswered] = useState<Pick<CardSearch, 'search' | 'found'>>({
    search: '',
    found: undefined,
  });
  const isAsked = wanted.length >= MIN_SEARCH_LENGTH;
  const revision = current?.revision;
  useEffect(() => {
    if (!isAsked) return undefined;
    let isWanted = true;
    const ask = async () => {
      const isAnswerable = revision !== undefined || isReachable;
      const found = isAnswerable
        ? await findCards(queryClient, searchQuery(wanted, withArchived)).catch(() => undefined)
        : undefined;
      if (isWanted) setAnswered({ search: wanted, found });
    };
    const timer = setTimeout(() => void ask(), revision === undefined ? SEARCH_DELAY_MS : 0);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [queryClient, wanted, isAsked, withArchived, isReachable, revision]);

  if (!isAsked) return { search: '', found: undefined, state: 'idle' };
  if (answered.search !== wanted) return { ...answered, state: 'searching' };
  return { ...answered, state: answered.found ? 'answered' : 'unanswered' };
}
