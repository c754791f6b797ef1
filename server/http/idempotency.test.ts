import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { buildTestApp, type SignedIn, type TestApp } from '#tests/setup/test-app.ts';
import { badRequest } from '#server/errors/http-error.ts';
import { serve } from './serve.ts';

let test: TestApp;
let seller: SignedIn;
beforeAll(async () => {
  test = await buildTestApp({ beforeReady: serveProbes });
  seller = await test.signIn();
});
afterAll(() => test.close());

const shape = {
  method: 'POST',
  summary: 'Проба',
  access: 'user',
  body: z.strictObject({ name: z.string() }),
  response: z.object({ id: z.int(), version: z.int() }),
  status: 201,
} as const;
const kept = endpoint({ ...shape, path: '/probe/kept/', idempotency: 'required' });
const callingOut = endpoint({ ...shape, path: '/probe/calling-out/', idempotency: 'required' });
const optional = endpoint({ ...shape, path: '/probe/optional/', idempotency: 'optional' });
const versioned = endpoint({ ...shape, path: '/probe/versioned/', ifMatch: 'required' });

let noteEntry = () => undefined as void;
let letGo = () => undefined as void;

function serveProbes(app: TestApp['app']) {
  const addAccount = async (db: TestApp['database']['db'], name: string) => {
    const { id } = await db
      .insertInto('accounts')
      .values({ name, resellup_id: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (name.startsWith('отказ')) throw badRequest('Не вышло');
    return { id, version: 3 };
  };
  serve(app, kept, ({ body, db }) => addAccount(db, body.name));
  serve(app, optional, ({ body, db }) => addAccount(db, body.name));
  serve(app, versioned, async ({ version }) => ({ id: 1, version }));
  serve(
    app,
    callingOut,
    async ({ body, db }) => {
      if (body.name === 'долго') {
        noteEntry();
        await new Promise<void>((resolve) => (letGo = resolve));
      }
      return addAccount(db, body.name);
    },
    { callsOut: true },
  );
}

const send = (path: string, name: string, key?: string, headers: Record<string, string> = {}) =>
  test.app.inject({
    method: 'POST',
    url: `/api/v1/probe/${path}/`,
    headers: { ...seller.headers, ...(key === undefined ? {} : { 'idempotency-key': key }), ...headers },
    payload: { name },
  });

const countOf = async (name: string) =>
  (
    await test.database.db
      .selectFrom('accounts')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
  ).count;

describe.each(['kept', 'calling-out'])('a write with a key (%s)', (path) => {
  it('happens once, and every repetition gets the same answer', async () => {
    const key = randomUUID();
    const first = await send(path, `раз ${path}`, key);
    const again = await send(path, `раз ${path}`, key);
    expect(first.statusCode).toBe(201);
    expect(again.statusCode).toBe(201);
    expect(again.body).toBe(first.body);
    expect(again.headers.etag).toBe('"v3"');
    expect(await countOf(`раз ${path}`)).toBe(1);
  });

  it('is 422 with another body', async () => {
    const key = randomUUID();
    await send(path, `тело ${path}`, key);
    const other = await send(path, `другое ${path}`, key);
    expect(other.statusCode).toBe(422);
    expect(other.json()).toMatchObject({ code: 'idempotency_key_reused' });
    expect(await countOf(`другое ${path}`)).toBe(0);
  });

  it('leaves no key behind when it fails', async () => {
    const key = randomUUID();
    expect((await send(path, `отказ ${path}`, key)).statusCode).toBe(400);
    expect((await send(path, `теперь ${path}`, key)).statusCode).toBe(201);
  });

  it('has keys of its own for each user', async () => {
    const key = randomUUID();
    const other = await test.signIn('other');
    await send(path, `мой ${path}`, key);
    const response = await send(path, `мой ${path}`, key, other.headers);
    expect(response.statusCode).toBe(201);
    expect(await countOf(`мой ${path}`)).toBe(2);
  });

  it('needs a key of a decent shape', async () => {
    expect((await send(path, 'x')).json()).toMatchObject({ code: 'idempotency_key_required' });
    for (const key of ['', 'a'.repeat(129), 'ключ']) {
      expect((await send(path, 'x', key)).statusCode).toBe(400);
    }
  });
});

describe('a write with a key', () => {
  it('happens once also when twenty come at the same time', async () => {
    const key = randomUUID();
    const responses = await Promise.all(Array.from({ length: 20 }, () => send('kept', 'разом', key)));
    expect(new Set(responses.map((response) => response.body)).size).toBe(1);
    expect(await countOf('разом')).toBe(1);
  });

  it('keeps its effect, its key and its answer in one transaction', async () => {
    await send('kept', 'отказ целиком', randomUUID());
    expect(await countOf('отказ целиком')).toBe(0);
    await send('optional', 'отказ без ключа');
    expect(await countOf('отказ без ключа')).toBe(0);
  });

  it('says that it still runs, when it talks to others meanwhile', async () => {
    const key = randomUUID();
    const entered = new Promise<void>((resolve) => (noteEntry = resolve));
    // The request is sent when somebody waits for it.
    const first = send('calling-out', 'долго', key).then((response) => response);
    await entered;
    const second = await send('calling-out', 'долго', key);
    expect(second.statusCode).toBe(409);
    expect(second.json()).toMatchObject({ code: 'request_in_progress' });
    expect(second.headers['retry-after']).toBe('1');
    letGo();
    expect((await first).statusCode).toBe(201);
    expect((await send('calling-out', 'долго', key)).body).toBe((await first).body);
  });
});

describe('a write that needs a version', () => {
  it('is 428 without one and 400 with nonsense', async () => {
    expect((await send('versioned', 'x')).json()).toMatchObject({ code: 'version_required' });
    for (const tag of ['17', 'v17', '"17"', '*']) {
      expect((await send('versioned', 'x', undefined, { 'if-match': tag })).statusCode).toBe(400);
    }
  });

  it('reads it from If-Match, also when a proxy has made the tag weak', async () => {
    for (const tag of ['"v17"', 'W/"v17"']) {
      const response = await send('versioned', 'x', undefined, { 'if-match': tag });
      expect(response.json()).toMatchObject({ version: 17 });
    }
  });
});
