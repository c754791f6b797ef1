import { queryOptions } from '@tanstack/react-query';
import { getProfileEndpoint, profileSchema } from '#contract/users.ts';
import { fetchQuery } from './fetch-query.ts';

export const userQueries = {
  me: () =>
    queryOptions({
      queryKey: ['UserMe'],
      queryFn: (context) => fetchQuery(context, getProfileEndpoint),
      meta: { schema: profileSchema, errorText: 'Ошибка получения информации о пользователе' },
    }),
};
