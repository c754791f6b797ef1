import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { ADVISORY_LOCKS } from '#server/db/advisory-locks.ts';
import { openDatabase, type Database } from '#server/db/database.ts';
import { buildTestApp, type SignedIn, type TestApp } from '#tests/setup/test-app.ts';
import { serve } from './serve.ts';

const SERVER_URL = process.env.TEST_DATABASE_URL;

const probe = endpoint({
  method: 'POST',
  path: '/probe/claimed/',
  summary: 'Проба',
  access: 'user',
  body: z.strictObject({ isLong: z.boolean() }),
  response: z.object({ run: z.int() }),
  status: 201,
  idempotency: 'required',
});

let runs = 0;
let noteEntry = () => undefined as void;
let letGo = () => undefined as void;

function serveProbe(app: TestApp['app']) {
  serve(
    app,
    probe,
    async ({ body }) => {
      runs += 1;
      const run = runs;
      if (body.isLong) {
        noteEntry();
        await new Promise<void>((resolve) => (letGo = resolve));
      }
      return { run };
    },
    { callsOut: true },
  );
}

let test: TestApp;
let seller: SignedIn;
beforeAll(async () => {
  test = await buildTestApp({ beforeReady: serveProbe });
  seller = await test.signIn();
});
afterAll(() => test.close());

function send(to: TestApp, key: string, isLong = false) {
  const headers = { ...seller.headers, 'idempotency-key': key };
  const url = '/api/v1/probe/claimed/';
  // Sent at once, not when somebody waits for it.
  return to.app.inject({ method: 'POST', url, headers, payload: { is_long: isLong } }).then((said) => said);
}

/** As it stands in the middle of a request. */
async function leaveUnderWay(key: string, { holder, age }: { holder: number | null; age: string }) {
  await sql`
    UPDATE idempotency_keys SET status = NULL, body = NULL, holder = ${holder}, created_at = now() - ${age}::interval
    WHERE key = ${key}`.execute(test.database.db);
}

const OF_ANOTHER = 1;

describe('a request that was left in the middle', () => {
  it('runs again at once when its process is dead', async () => {
    const key = randomUUID();
    const { body } = await send(test, key);
    await leaveUnderWay(key, { holder: OF_ANOTHER, age: '0 seconds' });
    const again = await send(test, key);
    expect(again.statusCode).toBe(201);
    expect(again.body).not.toBe(body);
    expect((await send(test, key)).body).toBe(again.body);
  });

  it('runs again at once when this process knows that it does not run it any more', async () => {
    const key = randomUUID();
    await send(test, key);
    await leaveUnderWay(key, { holder: test.database.process.number, age: '0 seconds' });
    expect((await send(test, key)).statusCode).toBe(201);
  });

  it('runs once when many ask for it again at the same time', async () => {
    const key = randomUUID();
    await send(test, key);
    await leaveUnderWay(key, { holder: OF_ANOTHER, age: '0 seconds' });
    const before = runs;
    const responses = await Promise.all(Array.from({ length: 10 }, () => send(test, key)));
    expect(runs).toBe(before + 1);
    expect(responses.filter(({ statusCode }) => statusCode === 201).length).toBeGreaterThan(0);
    for (const response of responses) {
      if (response.statusCode !== 201) expect(response.json()).toMatchObject({ code: 'request_in_progress' });
    }
  });

  it('by a build of before, which did not say by which process, runs again after two minutes', async () => {
    const key = randomUUID();
    await send(test, key);
    await leaveUnderWay(key, { holder: null, age: '1 minute' });
    expect((await send(test, key)).json()).toMatchObject({ code: 'request_in_progress' });
    await leaveUnderWay(key, { holder: null, age: '3 minutes' });
    expect((await send(test, key)).statusCode).toBe(201);
  });
});

/** Only PostgreSQL can be shared by two processes. */
describe.runIf(SERVER_URL)('a request that another process runs', () => {
  let other: TestApp;
  let database: Database;
  beforeAll(async () => {
    const { rows } = await test.database.executeSql('SELECT current_database() AS name');
    const url = new URL(SERVER_URL ?? '');
    url.pathname = `/${(rows[0] as { name: string }).name}`;
    database = await openDatabase({ databaseUrl: url.href });
    const env = { secretKey: test.deps.env.secretKey };
    other = await buildTestApp({ database, env, beforeReady: serveProbe });
  });
  afterAll(() => other.close());

  /** Resolves when it is in its middle. */
  async function begin(key: string): Promise<{ response: ReturnType<typeof send> }> {
    const entered = new Promise<void>((resolve) => (noteEntry = resolve));
    const response = send(other, key, true);
    await entered;
    return { response };
  }

  it('is not run beside it, however long it takes', async () => {
    const key = randomUUID();
    const { response } = await begin(key);
    const before = runs;
    await sql`UPDATE idempotency_keys SET created_at = now() - interval '1 hour' WHERE key = ${key}`.execute(
      test.database.db,
    );
    expect((await send(test, key, true)).json()).toMatchObject({ code: 'request_in_progress' });
    expect(runs).toBe(before);
    letGo();
    expect((await send(test, key, true)).body).toBe((await response).body);
  });

  it('is not run beside it where that one has lost its connection for a moment', async () => {
    const key = randomUUID();
    const { response } = await begin(key);
    const before = runs;
    const { rows } = await test.database.executeSql(
      `SELECT pg_terminate_backend(pid) FROM pg_locks
       WHERE locktype = 'advisory' AND classid = $1::oid AND objid = $2::oid`,
      [ADVISORY_LOCKS.process, other.database.process.number],
    );
    expect(rows).toHaveLength(1);
    expect((await send(test, key, true)).json()).toMatchObject({ code: 'request_in_progress' });
    expect(runs).toBe(before);
    letGo();
    expect((await send(test, key, true)).body).toBe((await response).body);
  });

  it('runs here when that one has died', async () => {
    const key = randomUUID();
    const { response } = await begin(key);
    const before = runs;
    await other.database.process.close();
    const endThere = letGo;
    const entered = new Promise<void>((resolve) => (noteEntry = resolve));
    const again = send(test, key, true);
    await entered;
    expect(runs).toBe(before + 1);
    letGo();
    expect((await again).statusCode).toBe(201);
    endThere();
    await response;
    expect((await send(test, key, true)).body).toBe((await again).body);
  });
});
