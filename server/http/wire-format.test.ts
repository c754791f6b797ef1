import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { errorBodySchema } from '#contract/errors.ts';
import { buildTestApp, type SignedIn, type TestApp } from '#tests/setup/test-app.ts';
import { HttpError } from '#server/errors/http-error.ts';
import { SECURITY_HEADERS } from './security-headers.ts';
import { serve } from './serve.ts';

let test: TestApp;
let seller: SignedIn;
beforeAll(async () => {
  test = await buildTestApp({ beforeReady: serveProbe });
  seller = await test.signIn();
});
afterAll(() => test.close());

const probe = endpoint({
  method: 'POST',
  path: '/probe/{probeId}/',
  summary: 'Проба',
  access: 'user',
  params: z.object({ probeId: z.string() }),
  query: z.strictObject({ dryRun: z.optional(z.string()) }),
  body: z.strictObject({
    title: z.string().check(z.minLength(1, 'Укажите название')),
    sizes: z.optional(z.array(z.strictObject({ techSize: z.string() }))),
    fail: z.optional(z.enum(['throw', 'text', 'secret'])),
  }),
  response: z.object({ titleLength: z.int(), TOTAL: z.int(), version: z.int() }),
});

function serveProbe(app: TestApp['app']) {
  serve(app, probe, async ({ body, db }) => {
    if (body.fail === 'throw') throw new Error('пароль базы: hunter2');
    if (body.fail === 'secret')
      throw new HttpError({
        status: 412,
        code: 'version_conflict',
        detail: ['Занято'],
        current: { titleLength: 1 },
      });
    if (body.fail === 'text')
      await db.insertInto('accounts').values({ name: '\u0000', resellup_id: null }).execute();
    return { titleLength: body.title.length, TOTAL: 1, version: 17 };
  });
}

const send = (payload: unknown, options: Partial<InjectOptions> = {}) =>
  test.app.inject({
    method: 'POST',
    url: '/api/v1/probe/7/',
    headers: { ...seller.headers, 'content-type': 'application/json', ...options.headers },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    ...(options.url === undefined ? {} : { url: options.url }),
  });

describe('an answer', () => {
  it('speaks snake_case, keeps capitals and names its version', async () => {
    const response = await send({ title: 'Стол' });
    expect(response.json()).toEqual({ title_length: 4, TOTAL: 1, version: 17 });
    expect(response.headers.etag).toBe('"v17"');
  });

  it('carries the security headers and is not stored, whatever it is', async () => {
    const responses = await Promise.all([
      test.app.inject('/api/v1/ping/?n=1'),
      test.app.inject('/api/v1/nowhere/'),
      test.app.inject('/api/v1/users/me/'),
      test.app.inject('/api/v1/%E0%A4%A'),
      test.app.inject('/api/docs'),
      send({ title: 'x', fail: 'throw' }),
      send('{'),
    ]);
    expect(responses.map((response) => response.statusCode)).toEqual([200, 404, 401, 400, 200, 500, 400]);
    for (const { headers } of responses) {
      expect(headers).toMatchObject({ ...SECURITY_HEADERS, 'cache-control': 'no-store' });
      expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
      expect(headers.date).toBeDefined();
      expect(headers['set-cookie']).toBeUndefined();
      expect(headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  it('has the policy to the letter', () => {
    expect(SECURITY_HEADERS['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; media-src 'self'; font-src 'self'; " +
        "connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; frame-ancestors 'none'; " +
        "base-uri 'none'; object-src 'none'; require-trusted-types-for 'script'; trusted-types app",
    );
  });
});

describe('a request that is not as agreed', () => {
  it.each([
    ['a missing field', {}, 'title', 'Обязательное поле'],
    ['a wrong type', { title: 1 }, 'title', 'Нужен текст'],
    ['an unknown field', { title: 'x', accountId: 1 }, 'account_id', 'Неизвестное поле'],
    [
      'an unknown field inside',
      { title: 'x', sizes: [{ tech_size: 'M', id: 1 }] },
      'sizes.0.id',
      'Неизвестное поле',
    ],
    ['a rule of the contract', { title: '' }, 'title', 'Укажите название'],
  ])('names %s', async (_, body, field, detail) => {
    const response = await send(body);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ code: 'validation_failed', errors: [{ field, detail }] });
  });

  it('says the contract’s own sentence to people, «Неверный запрос» otherwise', async () => {
    expect((await send({ title: '' })).json()).toMatchObject({ detail: ['Укажите название'] });
    expect((await send({ title: 1 })).json()).toMatchObject({ detail: ['Неверный запрос'] });
  });

  it.each([
    ['JSON that ends early', '{"title":', 400],
    ['a bare text', '"title"', 400],
    ['null', 'null', 400],
    ['a list', '[]', 400],
    ['nothing', '', 400],
    ['__proto__', '{"title":"x","__proto__":{"polluted":1}}', 400],
    ['constructor', '{"title":"x","constructor":{"prototype":{"polluted":1}}}', 400],
    ['a name that becomes __proto__', '{"title":"x","_proto__":1}', 400],
    ['one name twice over', '{"title":"x","dry_run":1,"dryRun":1}', 400],
    ['10 000 levels', `{"title":${'['.repeat(10_000)}${']'.repeat(10_000)}}`, 400],
    ['NaN', '{"title":NaN}', 400],
    ['more than a megabyte', JSON.stringify({ title: 'x'.repeat(1024 * 1024) }), 413],
  ])('refuses %s', async (_, payload, status) => {
    const response = await send(payload);
    expect(response.statusCode).toBe(status);
    expect(errorBodySchema.safeParse(response.json()).success).toBe(true);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it.each([
    ['a form', 'application/x-www-form-urlencoded', 'title=x', 415],
    ['plain text, which another site may send', 'text/plain', '{"title":"x"}', 415],
    ['a patch format', 'application/merge-patch+json', '{"title":"x"}', 415],
  ])('refuses %s with 415', async (_, contentType, payload, status) => {
    const response = await send(payload, { headers: { 'content-type': contentType } });
    expect(response.statusCode).toBe(status);
    expect(response.json()).toMatchObject({ code: 'unsupported_media_type' });
  });

  it('refuses a compressed body', async () => {
    const response = await send({ title: 'x' }, { headers: { 'content-encoding': 'gzip' } });
    expect(response.statusCode).toBe(415);
  });

  it('refuses unknown and repeated query parameters', async () => {
    for (const query of ['other=1', 'dry_run=1&dry_run=2', '__proto__=1']) {
      const response = await send({ title: 'x' }, { url: `/api/v1/probe/7/?${query}` });
      expect([query, response.statusCode]).toEqual([query, 400]);
    }
    const response = await test.app.inject({ url: '/api/v1/users/me/?x=1', headers: seller.headers });
    expect(response.json()).toMatchObject({ errors: [{ field: 'x', detail: 'Неизвестное поле' }] });
  });

  it('is 400 when its text cannot be stored', async () => {
    expect((await send({ title: 'x', fail: 'text' })).statusCode).toBe(400);
  });
});

describe('a failure inside', () => {
  it('is 500 without a word of what happened, and the server goes on', async () => {
    const response = await send({ title: 'x', fail: 'throw' });
    expect(response.statusCode).toBe(500);
    expect(response.json()).toEqual({
      detail: ['Ошибка сервера. Мы уже записали её в журнал'],
      code: 'internal',
    });
    expect((await send({ title: 'x' })).statusCode).toBe(200);
  });

  it('shows the present state with a version conflict', async () => {
    expect((await send({ title: 'x', fail: 'secret' })).json()).toEqual({
      detail: ['Занято'],
      code: 'version_conflict',
      current: { title_length: 1 },
    });
  });
});

describe('bytes that are hardly HTTP', () => {
  /** Sends raw bytes and reads until the server closes. */
  const exchange = async (bytes: string): Promise<string> => {
    const { port } = test.app.server.address() as AddressInfo;
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
      let response = '';
      socket.on('data', (chunk) => (response += chunk.toString()));
      socket.on('close', () => resolve(response));
      socket.on('error', reject);
    });
  };
  beforeAll(() => test.app.listen({ port: 0, host: '127.0.0.1' }));

  it.each([
    ['nonsense', 'HELLO\r\n\r\n', 400],
    ['64 kB of headers', `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(65_536)}\r\n\r\n`, 431],
    [
      'two lengths at once',
      'POST /api/v1/user/auth/ HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
  ])('are answered: %s', async (_, bytes, status) => {
    const response = await exchange(bytes);
    expect(response).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(response).toContain("default-src 'none'");
    expect(response).toContain('"detail":["');
  });
});
