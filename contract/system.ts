import { z } from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** Echoes the nonce, so that a captive portal's answer cannot pass for ours. */
export const pingEndpoint = endpoint({
  method: 'GET',
  path: '/ping/',
  summary: 'Проверка связи',
  access: 'guest',
  query: z.strictObject({ n: z.string().check(z.maxLength(64)) }),
  response: z.object({ nonce: z.string() }),
});

export const healthLiveEndpoint = endpoint({
  method: 'GET',
  path: '/health/live/',
  summary: 'Процесс работает',
  access: 'guest',
  response: z.object({ status: z.literal('ok') }),
});

/** 503 when the database does not answer. */
export const healthReadyEndpoint = endpoint({
  method: 'GET',
  path: '/health/ready/',
  summary: 'База данных отвечает, миграции выполнены',
  access: 'guest',
  response: z.object({ status: z.literal('ok'), version: z.string() }),
});
