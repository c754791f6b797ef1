import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '#tests/setup/test-app.ts';
import { openDrawing, openPicture } from './picture.ts';

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

it('a drawn photo comes small and as pixels, of which a browser makes no document', async () => {
  const { statusCode, headers, rawPayload } = await test.app.inject('/media/drawn/c246x328/mug-148-3.svg');
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toBe('image/webp');
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'webp', width: 246, height: 328 });
  expect(rawPayload.length).toBeLessThan(8 * 1024);
});

it('a drawing that lies in a file is not opened, whoever has put it there', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'prilavok-drawing-'));
  const path = join(folder, 'photo.png');
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="12"/>';
  await writeFile(path, drawing);
  await expect(openPicture(path).png().toBuffer()).rejects.toThrow('unsupported image format');
  expect((await openDrawing(drawing).png().toBuffer()).length).toBeGreaterThan(0);
  await rm(folder, { recursive: true });
});

it.each([
  '/media/drawn/mug-148-3.png',
  '/media/drawn/square/mug-148-3.svg',
  '/media/drawn/c246x328/mug-148-3.webp',
  '/media/drawn/c246x328/__proto__-1-1.svg',
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
