import { readdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { EndpointDefinition } from '#contract/endpoint.ts';
import { buildTestApp, type TestApp, type TestAppOverrides } from '#tests/setup/test-app.ts';
import type { ApiDocument } from './http/openapi.ts';

const running: TestApp[] = [];
async function build(overrides: TestAppOverrides = {}): Promise<TestApp> {
  const test = await buildTestApp(overrides);
  running.push(test);
  return test;
}
afterEach(async () => {
  for (const test of running.splice(0)) await test.close();
});

const names = readdirSync(new URL('../contract', import.meta.url))
  .filter((file) => file.endsWith('.ts') && !file.includes('.test.'))
  .map((file) => basename(file, '.ts'));
const modules: object[] = await Promise.all(
  names.map(async (name) => (await import(`../contract/${name}.ts`)) as object),
);
const promised = modules.flatMap((module) => Object.values(module)).filter(isEndpoint);

function isEndpoint(value: unknown): value is EndpointDefinition {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value;
}
const nameOf = ({ method, path }: EndpointDefinition) => `${method} ${path}`;

describe('the API', () => {
  it('serves every call of the contract, once', async () => {
    const { app } = await build();
    const served = app.serving.endpoints.map(nameOf).toSorted();
    expect(served).toEqual(promised.map(nameOf).toSorted());
    expect(new Set(served).size).toBe(served.length);
  });

  it('describes itself in OpenAPI 3.1, in the names of the wire', async () => {
    const { app } = await build();
    const document = (await app.inject('/api/v1/openapi.json')).json<ApiDocument>();
    expect(document.openapi).toBe('3.1.0');
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    expect(operations).toHaveLength(promised.length);
    const names = new Set(
      [...JSON.stringify(document).matchAll(/"properties":\{"([^"]+)"/g)].map((match) => match[1] ?? ''),
    );
    expect([...names].filter((name) => !/^([a-z][a-z0-9_]*|[A-Z][A-Z0-9_]*)$/.test(name))).toEqual([]);
    const update = document.paths['/api/v1/cards/{id}/']?.patch;
    expect(update?.parameters.map((parameter) => parameter.name)).toEqual([
      'id',
      'If-Match',
      'Idempotency-Key',
    ]);
    expect(Object.keys(update?.responses ?? {})).toEqual(
      expect.arrayContaining(['200', '400', '401', '404', '412', '428', '422']),
    );
    expect(Object.keys(document.paths['/api/v1/user/refresh/']?.post?.responses ?? {})).toEqual([
      '200',
      '401',
      '500',
      '503',
    ]);
  });

  it('has a page to read that needs no script', async () => {
    const { app } = await build();
    const page = await app.inject('/api/docs');
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.body).not.toMatch(/<script|style="|\son\w+=/i);
    for (const { path } of promised.slice(0, 5)) expect(page.body).toContain(path.split('{')[0]);
    expect((await app.inject('/api/docs/api-page.css')).headers['content-type']).toContain('text/css');
  });

  it('says that it is alive, and that it is ready only while the database answers', async () => {
    const { app, database } = await build();
    expect((await app.inject('/api/v1/health/ready/')).json()).toMatchObject({ status: 'ok' });
    await database.executeSql('ALTER TABLE accounts RENAME TO accounts_gone');
    await database.close();
    running.pop();
    expect((await app.inject('/api/v1/health/live/')).statusCode).toBe(200);
    const ready = await app.inject('/api/v1/health/ready/');
    expect(ready.statusCode).toBe(503);
    expect(ready.headers['retry-after']).toBe('5');
    await app.close();
  });

  it('answers what is under way before it closes', async () => {
    let noteEntry = () => undefined as void;
    const entered = new Promise<void>((resolve) => (noteEntry = resolve));
    const { app } = await build({
      beforeReady: (fastify) => {
        fastify.get('/slow', async () => {
          noteEntry();
          await sleep(300);
          return { done: true };
        });
      },
    });
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const response = fetch(`http://127.0.0.1:${port}/slow`);
    await entered;
    await app.close();
    expect(await (await response).json()).toEqual({ done: true });
  });
});

describe('limits of calls', () => {
  it('refuse a user that asks too often, and say when to come back; others are not touched', async () => {
    const test = await build({ env: { rateLimitScale: 0.01 } });
    const { headers } = await test.signIn('частый');
    const other = await test.signIn('другой');
    const read = async (who = headers) => test.app.inject({ url: '/api/v1/users/me/', headers: who });
    for (let index = 0; index < 6; index += 1) expect((await read()).statusCode).toBe(200);
    const refused = await read();
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toMatchObject({ code: 'too_many_requests' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await read(other.headers)).statusCode).toBe(200);
  });

  it('hold for guests: on health, the API document, signing out', async () => {
    const test = await build({ env: { rateLimitScale: 0.005 } });
    const statuses = async (times: number, ask: () => Promise<number>) => {
      const found: number[] = [];
      for (let index = 0; index < times; index += 1) found.push(await ask());
      return found;
    };
    const get = (url: string) => async () => (await test.app.inject(url)).statusCode;
    expect(await statuses(7, get('/api/v1/health/ready/'))).toEqual([200, 200, 200, 200, 200, 200, 429]);
    expect(await get('/api/v1/health/live/')()).toBe(429);
    // Counted apart from what keeps the server's watchers out.
    expect(await statuses(4, get('/api/v1/openapi.json'))).toEqual([200, 200, 200, 429]);
    expect(await get('/api/docs')()).toBe(429);
    expect(
      await statuses(
        7,
        async () =>
          (
            await test.app.inject({
              method: 'POST',
              url: '/api/v1/user/logout/',
              payload: { refresh: 'никакой' },
            })
          ).statusCode,
      ),
    ).toEqual([204, 204, 204, 204, 204, 204, 429]);
  });

  it('let labels be printed one goods after another, and tables but a few', async () => {
    const test = await build({ env: { rateLimitScale: 1 } });
    const { headers } = await test.signIn();
    const statusesOf = async (url: string) => {
      const statuses: number[] = [];
      for (let index = 0; index < 6; index += 1) {
        statuses.push((await test.app.inject({ method: 'POST', url, headers, payload: {} })).statusCode);
      }
      return statuses;
    };
    expect(await statusesOf('/api/v1/cards/export/')).toEqual([400, 400, 400, 400, 400, 429]);
    expect(await statusesOf('/api/v1/cards/labels/export/')).toEqual([400, 400, 400, 400, 400, 400]);
  });

  it('never sign anybody out: a refresh too many is told to come later', async () => {
    const test = await build({ env: { rateLimitScale: 0.005 } });
    const { refresh } = await test.signIn();
    const ask = () => test.app.inject({ method: 'POST', url: '/api/v1/user/refresh/', payload: { refresh } });
    for (let index = 0; index < 3; index += 1) expect((await ask()).statusCode).toBe(200);
    const refused = await ask();
    expect([refused.statusCode, refused.json()]).toMatchObject([503, { code: 'unavailable' }]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });
});
