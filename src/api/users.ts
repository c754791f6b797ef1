/**
 * The pattern of a resource module.
 *
 * Reads are query options, made by functions of one object: the key begins with a tag (and the entity's id), the
 * function is `fetchQuery`, `meta.errorText` is what to show when the server says nothing, and `meta.schema` checks
 * what is read back from the device. Screens write `useQuery(userQueries.me())`.
 *
 * Writes are hooks without options: they send through `api.call`, patch what the answer already tells with
 * `setQueryData`, then `await invalidateTag` for everything that the write may have changed. Nothing else clears a
 * cache. They show nothing; screens read `error`, notifications come from the query client and `meta.errorText`.
 */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { EndpointBodyInput } from '#contract/endpoint.ts';
import { changeSettingsEndpoint, getProfileEndpoint, profileSchema } from '#contract/users.ts';
import { api } from './api.ts';
import { fetchQuery } from './fetch-query.ts';
import { invalidateTag } from './tags.ts';

export const userQueries = {
  me: () =>
    queryOptions({
      queryKey: ['UserMe'],
      queryFn: (context) => fetchQuery(context, getProfileEndpoint),
      meta: { schema: profileSchema, errorText: 'Ошибка получения информации о пользователе' },
    }),
};

/** A partial settings object; `version` is `settingsVersion` of the profile it was edited from. */
export interface SettingsChange {
  changes: EndpointBodyInput<typeof changeSettingsEndpoint>;
  version?: number | undefined;
  idempotencyKey?: string | undefined;
}

export function useChangeSettings() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ changes, ...options }: SettingsChange) =>
      api.call(changeSettingsEndpoint, { body: changes, ...options }),
    meta: { errorText: 'Ошибка изменения настроек' },
    async onSuccess(response) {
      queryClient.setQueryData(
        userQueries.me().queryKey,
        (profile) => profile && { ...profile, ...response },
      );
      await invalidateTag(queryClient, 'UserMe');
    },
  });
}
