import { setupServer } from 'msw/node';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createHandlers } from '#tests/mocks/handlers.ts';

/** The mocked server of page tests. Each test starts with fresh data; `mockServer.use(mock(…))` overrides one answer. */
export const mockServer = setupServer();

beforeAll(() => {
  // A request that nobody expected fails its test: it prints an error, and printing fails tests here.
  mockServer.listen({ onUnhandledRequest: 'error' });
});

beforeEach(() => {
  mockServer.resetHandlers(...createHandlers());
});

afterAll(() => {
  mockServer.close();
});
