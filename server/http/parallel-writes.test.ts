import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type SignedIn, type TestApp } from '#tests/setup/test-app.ts';

/** Faults: one person's many writes at the same time, on PostgreSQL as on the embedded database. */

const WRITES = 30;
const FLOOD = 300;
const POOL_SIZE = 10;

let test: TestApp;
let writer: SignedIn;
let other: SignedIn;
beforeAll(async () => {
  test = await buildTestApp();
  writer = await test.signIn('writer');
  other = await test.signIn('other');
});
afterAll(() => test.close());

const changeSettings = (person: SignedIn, discount: number, key: string = randomUUID()) =>
  test.app
    .inject({
      method: 'PATCH',
      url: '/api/v1/users/settings/',
      headers: { ...person.headers, 'idempotency-key': key },
      payload: { default_discount: discount },
    })
    // The request is sent when somebody waits for it.
    .then((response) => response);

/** Asked of every connection of the pool, because each tells what it has counted when it likes. */
async function countDeadlocks(): Promise<number> {
  if (test.database.kind === 'embedded') return 0;
  let arrived = 0;
  let release = () => undefined as void;
  const everybody = new Promise<void>((resolve) => (release = resolve));
  await Promise.all(
    Array.from({ length: POOL_SIZE }, () =>
      test.database.db.connection().execute(async (connection) => {
        await sql`SELECT pg_stat_force_next_flush()`.execute(connection);
        await sql`SELECT 1`.execute(connection);
        arrived += 1;
        if (arrived === POOL_SIZE) release();
        await everybody;
      }),
    ),
  );
  const { rows } = await sql<{ deadlocks: number }>`
    SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()`.execute(test.database.db);
  return rows[0]?.deadlocks ?? 0;
}

/** Takes the user's row and keeps it, as a transaction that hangs would. */
function holdUser(userId: number): { isHeld: Promise<void>; letGo: () => Promise<void> } {
  let noteHeld = () => undefined as void;
  let end = () => undefined as void;
  const isHeld = new Promise<void>((resolve) => (noteHeld = resolve));
  const isOver = new Promise<void>((resolve) => (end = resolve));
  const holding = test.database.transaction(async (trx) => {
    await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
    noteHeld();
    await isOver;
  });
  return { isHeld, letGo: () => (end(), holding) };
}

/** The embedded database lives in the thread that takes requests: there they come one after another anyway. */
const onPostgres = it.runIf(process.env.TEST_DATABASE_URL);

describe('many writes of one person at once', () => {
  it('thirty with keys of their own all succeed and none deadlocks', async () => {
    const responses = await Promise.all(
      Array.from({ length: WRITES }, (_, index) => changeSettings(writer, 1 + (index % 5))),
    );
    expect(responses.map((response) => response.statusCode)).toEqual(
      Array.from({ length: WRITES }, () => 200),
    );
    const versions = responses.map(
      (response) => response.json<{ settings_version: number }>().settings_version,
    );
    expect(new Set(versions).size).toBe(WRITES);
    expect(await countDeadlocks()).toBe(0);
  });

  onPostgres('leave room for another account: its write is not the last', async () => {
    let done = 0;
    const burst = Array.from({ length: WRITES }, () => changeSettings(writer, 2).finally(() => (done += 1)));
    const response = await changeSettings(other, 3);
    const doneBefore = done;
    await Promise.all(burst);
    expect(response.statusCode).toBe(200);
    expect(doneBefore).toBeLessThan(WRITES / 2);
  });

  onPostgres(
    'beyond what can wait are refused at once with a time to come back, and lose nothing',
    async () => {
      const keys = Array.from({ length: FLOOD }, () => randomUUID());
      const responses = await Promise.all(keys.map((key) => changeSettings(writer, 4, key)));
      const refused = keys.filter((_, index) => responses[index]?.statusCode === 429);
      expect(new Set(responses.map((response) => response.statusCode))).toEqual(new Set([200, 429]));
      const refusal = responses.find((response) => response.statusCode === 429);
      expect(refusal?.headers['retry-after']).toBe('1');
      expect(refusal?.json()).toMatchObject({ code: 'too_many_requests' });
      const again = await changeSettings(writer, 4, refused[0]);
      expect(again.statusCode).toBe(200);
      expect(await countDeadlocks()).toBe(0);
    },
  );

  onPostgres(
    'that wait for a row which is not let go are asked to come back, and hold nobody else',
    async () => {
      const { isHeld, letGo } = holdUser(writer.userId);
      await isHeld;
      const response = await changeSettings(writer, 5);
      const responseToOther = await changeSettings(other, 5);
      await letGo();
      expect(response.json()).toMatchObject({ code: 'unavailable' });
      expect(response.headers['retry-after']).toBe('5');
      expect(responseToOther.statusCode).toBe(200);
      expect((await changeSettings(writer, 5)).statusCode).toBe(200);
    },
  );
});
