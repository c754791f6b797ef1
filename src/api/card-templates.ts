import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  createCardTemplateEndpoint,
  deleteCardTemplateEndpoint,
  getCardTemplateEndpoint,
  listCardTemplatesEndpoint,
  restoreCardTemplateEndpoint,
  updateCardTemplateEndpoint,
} from '#contract/card-templates.ts';
import { api } from './api.ts';
import { fetchQuery } from './fetch-query.ts';
import { newIdempotencyKey } from './idempotency-key.ts';
import { invalidateTag } from './tags.ts';

export const cardTemplateQueries = {
  list: () =>
    queryOptions({
      queryKey: ['CardTemplates', 'list'],
      queryFn: (context) => fetchQuery(context, listCardTemplatesEndpoint),
      meta: {
        schema: listCardTemplatesEndpoint.response,
        errorText: 'Не удалось загрузить шаблоны',
        isQuiet: true,
      },
    }),
};

/** Values for the form, as the template has them now. */
export function useReadCardTemplate() {
  return useMutation({
    mutationFn: (id: number) => api.call(getCardTemplateEndpoint, { params: { id } }),
    meta: { errorText: 'Не удалось открыть шаблон' },
  });
}

/** Its refusal is said in the dialog that asks for a name. */
export function useCreateCardTemplate() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({
      idempotencyKey,
      ...body
    }: {
      name: string;
      cardId: number;
      withPhotos: boolean;
      idempotencyKey: string;
    }) => api.call(createCardTemplateEndpoint, { body, idempotencyKey }),
    onSuccess: () => invalidateTag(queryClient, 'CardTemplates'),
    meta: { isQuiet: true },
  });
}

type Change =
  | { kind: 'rename'; id: number; name: string }
  | { kind: 'delete'; id: number }
  | { kind: 'restore'; id: number };

/** Done at once or not at all: nothing of it waits on the device. */
export function useChangeCardTemplates() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (change: Change) => {
      const call = { params: { id: change.id }, idempotencyKey: newIdempotencyKey() };
      if (change.kind === 'rename') {
        await api.call(updateCardTemplateEndpoint, { ...call, body: { name: change.name } });
      } else {
        await api.call(
          change.kind === 'delete' ? deleteCardTemplateEndpoint : restoreCardTemplateEndpoint,
          call,
        );
      }
    },
    // Refused because another device was faster: the list says what there is.
    onSettled: () => invalidateTag(queryClient, 'CardTemplates'),
    meta: { errorText: 'Не удалось изменить шаблоны' },
  });
}
