import { z } from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** What may have been meant by a search that finds nothing: the nearest words that cards have; null: nothing is near. */
export const suggestSearchEndpoint = endpoint({
  method: 'GET',
  path: '/cards/search-suggestion/',
  summary: 'Похожий поиск, если ничего не нашлось',
  access: 'user',
  query: z.strictObject({ search: z.string().check(z.maxLength(200)) }),
  response: z.object({ search: z.nullable(z.string()) }),
});
