/**
 * The pattern of a resource module.
 *
 * Reads are query options, made by functions of one object: the key begins with a tag (and the entity's id), the
 * function is `fetchQuery`, `meta.errorText` is what to show when the server says nothing, and `meta.schema` checks
 * what is read back from the device. Screens write `useQuery(deviceSessionQueries.all())`.
 *
 * Writes are hooks without options: they send through `api.call`, patch what the answer already tells with
 * `setQueryData`, then `await invalidateTag` for everything that the write may have changed. Nothing else clears a
 * cache. They show nothing; screens read `error`, notifications come from the query client and `meta.errorText`.
 */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod/mini';
import {
  changePasswordEndpoint,
  deviceSessionSchema,
  endSessionEndpoint,
  listSessionsEndpoint,
} from '#contract/device-sessions.ts';
import type { EndpointBodyInput } from '#contract/endpoint.ts';
import { api } from './api.ts';
import { fetchQuery } from './fetch-query.ts';
import { invalidateTag } from './tags.ts';

export const deviceSessionQueries = {
  all: () =>
    queryOptions({
      queryKey: ['Sessions'],
      queryFn: (context) => fetchQuery(context, listSessionsEndpoint),
      meta: {
        schema: z.array(deviceSessionSchema),
        errorText: 'Ошибка получения сеансов',
        isShownInPlace: true,
        isNotKept: true,
      },
    }),
};

/** Ends the user's other sessions too. */
export function useChangePassword() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointBodyInput<typeof changePasswordEndpoint>) =>
      api.call(changePasswordEndpoint, { body }),
    meta: { errorText: 'Ошибка смены пароля', isQuiet: true },
    onSuccess: () => invalidateTag(queryClient, 'Sessions'),
  });
}

export function useEndDeviceSession() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => api.call(endSessionEndpoint, { params: { id } }),
    meta: { errorText: 'Не удалось завершить сеанс' },
    onSuccess: () => invalidateTag(queryClient, 'Sessions'),
  });
}
