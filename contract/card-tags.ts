import { z } from 'zod/mini';
import { endpoint } from './endpoint.ts';

export const listCardTagsEndpoint = endpoint({
  method: 'GET',
  path: '/cards/tags/',
  summary: 'Ярлыки, которые уже есть в карточках аккаунта, частые первыми',
  access: 'user',
  response: z.array(z.string()),
});

export const listCardWbTagsEndpoint = endpoint({
  method: 'GET',
  path: '/cards/wb-tags/',
  summary: 'Ярлыки WB, которые уже есть на карточках аккаунта, частые первыми',
  access: 'user',
  response: z.array(z.string()),
});
