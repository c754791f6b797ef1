import type { HttpHandler } from 'msw';
import { ping } from '#contract/system.ts';
import { mock } from './mock-endpoint.ts';

export function systemHandlers(): HttpHandler[] {
  return [mock(ping, ({ query }) => ({ nonce: query.n }))];
}
