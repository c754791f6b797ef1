import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { compressJson, preferredEncoding } from './compression.ts';

const LONG = { rows: Array.from({ length: 200 }, (_, id) => ({ id, title: 'Кружка керамическая' })) };

/** As a portion of the feed of changes. */
const LARGE = { rows: Array.from({ length: 10_000 }, (_, id) => ({ id, title: 'Кружка керамическая' })) };

async function ask(path: string, acceptEncoding?: string) {
  const app = Fastify();
  compressJson(app);
  app.get('/long', () => LONG);
  app.get('/large', () => LARGE);
  app.get('/short', () => ({ ok: true }));
  app.get('/file', (_request, reply) => reply.type('text/csv').send('a;b\n'.repeat(1000)));
  return app.inject({ url: path, headers: acceptEncoding ? { 'accept-encoding': acceptEncoding } : {} });
}

describe('an answer', () => {
  it('of JSON is compressed as the client can read it, and says so to caches', async () => {
    const brotli = await ask('/long', 'gzip, deflate, br, zstd');
    expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
    expect(brotli.headers['content-length']).toBe(String(brotli.rawPayload.length));
    expect(JSON.parse(brotliDecompressSync(brotli.rawPayload).toString())).toEqual(LONG);
    const gzipped = await ask('/long', 'gzip');
    expect(JSON.parse(gunzipSync(gzipped.rawPayload).toString())).toEqual(LONG);
  });

  it('that is large is compressed too, faster, and is the same', async () => {
    const brotli = await ask('/large', 'br');
    expect(JSON.parse(brotliDecompressSync(brotli.rawPayload).toString())).toEqual(LARGE);
    const gzipped = await ask('/large', 'gzip');
    expect(JSON.parse(gunzipSync(gzipped.rawPayload).toString())).toEqual(LARGE);
    expect(gzipped.rawPayload.length).toBe(gzipSync(JSON.stringify(LARGE), { level: 4 }).length);
    expect(gzipped.rawPayload.length).not.toBe(gzipSync(JSON.stringify(LARGE)).length);
    const long = await ask('/long', 'gzip');
    expect(long.rawPayload.length).toBe(gzipSync(JSON.stringify(LONG)).length);
  });

  it('goes as it is to who cannot read it compressed', async () => {
    const plain = await ask('/long');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.headers['vary']).toBe('accept-encoding');
    expect(plain.json()).toEqual(LONG);
  });

  it('that is short, or a file, goes as it is', async () => {
    expect((await ask('/short', 'br')).headers['content-encoding']).toBeUndefined();
    expect((await ask('/file', 'br')).headers['content-encoding']).toBeUndefined();
  });
});

describe('the encoding', () => {
  it.each([
    ['br;q=1.0, gzip;q=0.5', 'br'],
    ['gzip, br;q=0', 'gzip'],
    ['br;q=0.000, GZIP ', 'gzip'],
    ['identity', null],
    ['brotli', null],
    [undefined, null],
  ])('for «%s» is %s', (accepted, encoding) => {
    expect(preferredEncoding(accepted)).toBe(encoding);
  });
});
