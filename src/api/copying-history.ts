import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  archiveCopiesEndpoint,
  listCopiesMadeEndpoint,
  listCopyingsEndpoint,
} from '#contract/copying-history.ts';
import { api } from './api.ts';
import { cardsMoved, followOperation } from './card-operations.ts';
import { fetchQuery } from './fetch-query.ts';
import { newIdempotencyKey } from './idempotency-key.ts';
import { invalidateTag } from './tags.ts';

/** Figures of a moment, not kept on the device. */
const meta = { isNotKept: true, isShownInPlace: true } as const;

export const copyingQueries = {
  /** Copies that were made together, the last first. */
  history: () =>
    infiniteQueryOptions({
      queryKey: ['Cards', 'copyings'],
      queryFn: (context) =>
        fetchQuery(context, listCopyingsEndpoint, {
          query: context.pageParam > 0 ? { beforeId: String(context.pageParam) } : {},
        }),
      initialPageParam: 0,
      getNextPageParam: (page) => page.nextBeforeId ?? undefined,
      meta: { ...meta, errorText: 'Не удалось загрузить историю изменений' },
    }),
  cards: (id: number) =>
    queryOptions({
      queryKey: ['Cards', 'copyings', id],
      queryFn: (context) => fetchQuery(context, listCopiesMadeEndpoint, { params: { id } }),
      meta: { ...meta, errorText: 'Не удалось загрузить карточки' },
    }),
};

/** Puts the copies into the archive that were sent nowhere. Resolves with how many these were. */
export function useArchiveCopies() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: ['Cards', 'archive-copies'],
    mutationFn: async (id: number) => {
      const started = await api.call(archiveCopiesEndpoint, {
        params: { id },
        idempotencyKey: newIdempotencyKey(),
      });
      const { count } = await followOperation(started, () => undefined);
      return { count, operationId: started.operationId };
    },
    onSuccess: () => cardsMoved(queryClient),
    // Somebody may have sent them, or put them there.
    onError: () => invalidateTag(queryClient, 'Cards'),
    meta: { errorText: 'Не удалось убрать копии в архив' },
  });
}
