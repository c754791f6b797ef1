import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '#tests/setup/test-app.ts';
import { PART_HEADERS, SECURITY_HEADERS } from './security-headers.ts';

let test: TestApp;
let folder: string;

const PAGE = '<!doctype html><title>Прилавок</title>';
const NEW_SCRIPT = 'console.log("новая сборка")';
const SMALL_SCRIPT = 'export{}';
const OLD_SCRIPT = 'console.log("прошлая сборка")';

function write(path: string, content: string | Buffer) {
  const full = join(folder, path);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, content);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'prilavok-web-'));
  write('web/index.html', PAGE);
  write('web/sw.js', '');
  write('web/manifest.webmanifest', '{}');
  write('web/.hidden', 'секрет');
  write('web/assets/main-1a2b.js', NEW_SCRIPT);
  write('web/assets/main-1a2b.js.br', brotliCompressSync(NEW_SCRIPT));
  write('web/assets/main-1a2b.js.gz', gzipSync(NEW_SCRIPT));
  write('web/assets/small-7c7c.js', SMALL_SCRIPT);
  write('web/assets/search-worker-9d9d.js', SMALL_SCRIPT);
  write('web/assets/drawing-3c3c.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  write('web/assets/small-7c7c.js.map', '{"sources":[]}');
  write('web-history/000001/index.html', 'прошлая страница');
  write('web-history/000001/assets/main-0f0f.js', OLD_SCRIPT);
  test = await buildTestApp({
    webApp: { root: join(folder, 'web'), historyFolder: join(folder, 'web-history') },
  });
});
afterAll(async () => {
  await test.close();
  rmSync(folder, { recursive: true });
});

/** Asked as it stands: neither a client nor a test double tidies the address. */
async function statusOverHttp(path: string): Promise<number | undefined> {
  if (!test.app.server.listening) await test.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = test.app.server.address() as AddressInfo; // it listens on a TCP port
  return new Promise((resolve, reject) => {
    request({ port, path, host: '127.0.0.1', agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
}

const get = (url: string, headers: Record<string, string> = {}) => test.app.inject({ url, headers });

describe('files of the web app', () => {
  it('come compressed as the browser likes it', async () => {
    const brotli = await get('/assets/main-1a2b.js', { 'accept-encoding': 'gzip, deflate, br' });
    expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(NEW_SCRIPT);
    const gzipped = await get('/assets/main-1a2b.js', { 'accept-encoding': 'gzip' });
    expect(gunzipSync(gzipped.rawPayload).toString()).toBe(NEW_SCRIPT);
    expect((await get('/assets/main-1a2b.js')).body).toBe(NEW_SCRIPT);
  });

  it('come as they are when they are too small to compress, earlier builds or not', async () => {
    const response = await get('/assets/small-7c7c.js', { 'accept-encoding': 'gzip, deflate, br' });
    expect([response.statusCode, response.body]).toEqual([200, SMALL_SCRIPT]);
  });

  it('are kept for ever when their name has a hash, and asked about each time otherwise', async () => {
    const immutable = 'public, max-age=31536000, immutable';
    expect((await get('/assets/main-1a2b.js')).headers['cache-control']).toBe(immutable);
    for (const url of ['/', '/index.html', '/home/cards', '/sw.js', '/manifest.webmanifest']) {
      const { statusCode, headers } = await get(url, { accept: 'text/html' });
      expect([url, statusCode, headers['cache-control']]).toEqual([url, 200, 'no-cache']);
    }
  });

  it('carry the security headers', async () => {
    const pagesAndWorkers = ['/', '/home/cards', '/index.html', '/sw.js', '/assets/search-worker-9d9d.js'];
    for (const url of [
      ...pagesAndWorkers,
      '/manifest.webmanifest',
      '/assets/drawing-3c3c.svg',
      '/assets/gone.js',
    ]) {
      expect((await get(url)).headers, url).toMatchObject(SECURITY_HEADERS);
    }
  });

  it('that are parts of a page leave to the page what only a page obeys', async () => {
    for (const url of ['/assets/main-1a2b.js', '/assets/main-0f0f.js', '/assets/small-7c7c.js']) {
      const { headers } = await get(url);
      expect(headers).toMatchObject(PART_HEADERS);
      for (const name of Object.keys(SECURITY_HEADERS)) {
        expect(name in headers, name).toBe(name in PART_HEADERS);
      }
    }
  });

  it('of an earlier build are still there, its page is not', async () => {
    const response = await get('/assets/main-0f0f.js');
    expect(response.body).toBe(OLD_SCRIPT);
    expect(response.headers['cache-control']).toContain('immutable');
    expect((await get('/')).body).toBe(PAGE);
  });

  it('of a build that was replaced while the server runs are there, too', async () => {
    expect((await get('/assets/main-9d9d.js')).statusCode).toBe(404);
    write('web-history/000002/assets/main-9d9d.js', NEW_SCRIPT);
    expect((await get('/assets/main-9d9d.js')).body).toBe(NEW_SCRIPT);
    expect((await get('/assets/main-0f0f.js')).body).toBe(OLD_SCRIPT);
  });
});

describe('an address that is no file', () => {
  it('is the page for a navigation', async () => {
    for (const url of ['/', '/home/cards/edit?id=1', '/auth/login', '/home/unknown']) {
      expect((await get(url, { accept: 'text/html,*/*;q=0.8' })).body).toBe(PAGE);
    }
  });

  it.each([
    ['a missing asset', '/assets/gone-1234.js'],
    ['a missing file', '/favicon-gone.ico'],
    ['a missing picture', '/media/gone'],
    ['an unknown call', '/api/v1/gone/'],
    ['a hidden file', '/.hidden'],
    ['a way out of the folder', '/..%2f..%2fetc/passwd'],
  ])('is 404 and never the page for %s', async (_, url) => {
    const response = await get(url, { accept: 'text/html' });
    expect(response.statusCode).toBe(404);
    expect(response.json()).toMatchObject({ code: 'not_found' });
  });

  it.each([
    '',
    '/',
    '/.',
    '/./',
    '/%2e',
    '/%2E/',
    '/x/..',
    '/x/../',
    '%2f.',
    '/x%2f..',
    '/..%2fsmall-7c7c.js.map',
  ])(
    'is 404 for a source map that somebody has left in the folder, with «%s» after its name',
    async (tail) => {
      expect(await statusOverHttp('/assets/small-7c7c.js')).toBe(200);
      expect(await statusOverHttp(`/assets/small-7c7c.js.map${tail}`)).toBe(404);
    },
  );

  it('is 404 for what does not want a page and for what writes', async () => {
    expect((await get('/home/cards', { accept: 'application/json' })).statusCode).toBe(404);
    expect((await test.app.inject({ method: 'DELETE', url: '/home/cards' })).statusCode).toBe(404);
  });
});
