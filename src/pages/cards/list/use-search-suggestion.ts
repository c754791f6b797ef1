import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { searchSuggestionQuery } from '#api/search-suggestion.ts';
import { catalogueStatus } from '#offline/catalogue/catalogue-status.ts';

/** What may have been meant by a search that found nothing: the device says where it has the whole list, the server otherwise. */
export function useSearchSuggestion(search: string): string | undefined {
  const [said, setSaid] = useState<{ search: string; suggestion: string | undefined }>();
  const isOnDevice = useSyncExternalStore(
    catalogueStatus.subscribe,
    () => catalogueStatus.get().current !== null,
  );
  const { data } = useQuery({ ...searchSuggestionQuery(search), enabled: search !== '' && !isOnDevice });
  useEffect(() => {
    let isAsked = true;
    const source = isOnDevice && search !== '' ? catalogueStatus.source() : undefined;
    void source?.suggest(search).then(
      (suggestion) => {
        if (isAsked) setSaid({ search, suggestion });
      },
      // Its worker has ended: there is no advice.
      () => undefined,
    );
    return () => {
      isAsked = false;
    };
  }, [search, isOnDevice]);
  if (isOnDevice) return said?.search === search ? said.suggestion : undefined;
  return data?.search ?? undefined;
}
