import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '#tests/setup/test-app.ts';

let test: TestApp;

beforeAll(async () => {
  test = await buildTestApp();
});

afterAll(() => test.close());

it('a drawn photo is kept for ever and may load nothing', async () => {
  const { statusCode, headers, body } = await test.app.inject('/media/drawn/mug-148-3.svg');
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toBe('image/svg+xml; charset=utf-8');
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'; sandbox");
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(body).toMatch(/^<svg /);
});

it.each([
  '/media/drawn/mug-148-3.png',
  '/media/drawn/..%2f..%2fpackage.json',
  '/media/drawn/%3Cscript%3E-1-1.svg',
  '/media/drawn/__proto__-1-1.svg',
  '/media/drawn/',
])('%s is not there and is not kept', async (url) => {
  const { statusCode, headers, body } = await test.app.inject(url);
  expect(statusCode).toBe(404);
  expect(headers['cache-control']).toBe('no-store');
  expect(body).not.toContain('<script');
});
