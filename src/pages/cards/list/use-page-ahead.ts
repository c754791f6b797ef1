import { useQuery } from '@tanstack/react-query';
import type { cardQueries } from '#api/cards.ts';

/** The way through the list: down, up, or not known before the first move. */
export type Travel = 1 | -1 | 0;

interface PageAhead {
  firstPage: number;
  lastPage: number;
  travel: Travel;
  /** Of all that match; undefined until it is known. */
  count: number | undefined;
  pageSize: number;
}

/**
 * Asks for the page that comes into sight next, so that its rows are there before they are looked for. Passed by, it is asked
 * for no longer: the request is aborted. Nothing is shown or chosen from it until it is in sight, and it fails without a word.
 */
export function usePageAhead(
  queryOf: (offset: number) => ReturnType<typeof cardQueries.list>,
  place: PageAhead,
) {
  const { firstPage, lastPage, travel, count = 0, pageSize } = place;
  const offset = (travel === -1 ? firstPage - 1 : lastPage + 1) * pageSize;
  const query = queryOf(offset);
  useQuery({
    ...query,
    meta: { ...query.meta, isQuiet: true },
    // The first page is asked for in any case.
    enabled: travel !== 0 && offset > 0 && offset < count,
    notifyOnChangeProps: [],
  });
}
