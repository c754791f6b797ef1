import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '#tests/setup/test-app.ts';

let test: TestApp;
beforeAll(async () => (test = await buildTestApp()));
afterAll(() => test.close());

it('answers ping', async () => {
  const response = await test.app.inject('/api/v1/ping/?n=abc');
  expect(response.json()).toEqual({ nonce: 'abc' });
});
