import { useQuery } from '@tanstack/react-query';
import { directoryQueries } from '#api/card-form.ts';

/** Names of the marketplace's colours in small letters; empty while they are not known. */
export function useKnownColours(): ReadonlySet<string> {
  const { data: colours } = useQuery(directoryQueries.values('COLORS'));
  return new Set(colours?.map(({ name }) => name.toLowerCase()));
}
