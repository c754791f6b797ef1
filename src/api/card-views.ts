import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  createCardViewEndpoint,
  deleteCardViewEndpoint,
  listCardViewsEndpoint,
  updateCardViewEndpoint,
  type CardView,
} from '#contract/card-views.ts';
import { api } from './api.ts';
import { fetchQuery } from './fetch-query.ts';
import { newIdempotencyKey } from './idempotency-key.ts';
import { invalidateTag } from './tags.ts';

export const cardViewQueries = {
  list: () =>
    queryOptions({
      queryKey: ['CardViews', 'list'],
      queryFn: (context) => fetchQuery(context, listCardViewsEndpoint),
      meta: { schema: listCardViewsEndpoint.response, errorText: 'Не удалось загрузить виды', isQuiet: true },
    }),
};

type Change =
  | { kind: 'create'; view: Omit<CardView, 'id'> }
  | { kind: 'rename'; id: number; name: string }
  | { kind: 'replace'; id: number; shown: Omit<CardView, 'id' | 'name'> }
  | { kind: 'delete'; id: number };

/** Every change of the saved views. Done at once or not at all: nothing of it waits on the device. */
export function useChangeCardViews() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (change: Change) => {
      const idempotencyKey = newIdempotencyKey();
      if (change.kind === 'create') {
        await api.call(createCardViewEndpoint, { body: change.view, idempotencyKey });
      } else if (change.kind === 'delete') {
        await api.call(deleteCardViewEndpoint, { params: { id: change.id }, idempotencyKey });
      } else {
        const body = change.kind === 'rename' ? { name: change.name } : { shown: change.shown };
        await api.call(updateCardViewEndpoint, { params: { id: change.id }, body, idempotencyKey });
      }
    },
    // Refused because another device was faster: the list says what there is.
    onSettled: () => invalidateTag(queryClient, 'CardViews'),
    meta: { errorText: 'Не удалось изменить виды' },
  });
}
