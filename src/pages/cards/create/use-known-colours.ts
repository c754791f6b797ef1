import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { directoryQueries } from '#api/card-form.ts';

/** Names of the marketplace's colours in small letters; empty while they are not known. */
export function useKnownColours(): ReadonlySet<string> {
  const { data: colours } = useQuery(directoryQueries.values('COLORS'));
  return useMemo(() => new Set(colours?.map(({ name }) => name.toLowerCase())), [colours]);
}
