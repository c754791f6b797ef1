import type { HttpHandler } from 'msw';
import { pingEndpoint } from '#contract/system.ts';
import { mock } from './mock-endpoint.ts';

export function systemHandlers(): HttpHandler[] {
  return [mock(pingEndpoint, ({ query }) => ({ nonce: query.n }))];
}
