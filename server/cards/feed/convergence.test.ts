import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addTestSubjects, CUPS } from '#tests/support/cards/fixtures.ts';
import { ReplicaOfFeed } from '#tests/support/cards/replica-of-feed.ts';
import { buildTestApp, type TestApp } from '#tests/setup/test-app.ts';
import { readPortion } from './portions.ts';
import { readPortionsAhead } from './read-ahead.ts';
import { addUpCardChecksumsJob } from './upkeep.ts';

let test: TestApp;

beforeAll(async () => {
  test = await buildTestApp();
  await addTestSubjects(test.database.db);
});
afterAll(() => test.close());

const step = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), count: fc.integer({ min: 1, max: 9 }) }),
  fc.record({
    kind: fc.constant('change' as const),
    rest: fc.integer({ min: 0, max: 3 }),
    times: fc.integer({ min: 1, max: 2 }),
  }),
  fc.record({ kind: fc.constant('remove' as const), rest: fc.integer({ min: 0, max: 6 }) }),
  fc.record({ kind: fc.constant('roll back' as const) }),
  fc.record({ kind: fc.constant('add up' as const) }),
  // One portion only: what follows happens in the middle of a walk.
  fc.record({ kind: fc.constant('ask' as const), size: fc.integer({ min: 1, max: 6 }) }),
);

it.each([
  ['when they are asked for', () => readPortion],
  ['ahead', readPortionsAhead],
])('a copy becomes what the server has, whatever happens between portions read %s', async (_, reading) => {
  const { db } = test.database;
  let cards = 0;
  const run = { signal: new AbortController().signal, attempt: 1 };
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 14 }),
      fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 40, maxLength: 40 }),
      async (steps, sizes) => {
        const { id: accountId } = await db
          .insertInto('accounts')
          .values({ name: 'Свой', is_demo: false })
          .returning('id')
          .executeTakeFirstOrThrow();
        const device = new ReplicaOfFeed(db, accountId, reading());
        const change = (rest: number) =>
          sql`UPDATE cards SET stock = stock + 1, title = title || 'ё',
              wb_tags = CASE WHEN stock % 3 = 0 THEN '[]' ELSE jsonb_build_array('Вывод ' || stock % 3) END
            WHERE account_id = ${accountId} AND id % 4 = ${rest}`;
        for (const one of steps) {
          if (one.kind === 'add') {
            cards += one.count;
            await sql`INSERT INTO cards (account_id, vendor_code, title, subject_id)
              SELECT ${accountId}, 'К-' || n, 'Кружка', ${CUPS}
              FROM generate_series(${cards - one.count + 1}::int, ${cards}::int) AS n`.execute(db);
          }
          if (one.kind === 'change') {
            await test.database.transaction(async (trx) => {
              for (let time = 0; time < one.times; time += 1) await change(one.rest).execute(trx);
            });
          }
          if (one.kind === 'remove') {
            await sql`DELETE FROM cards WHERE account_id = ${accountId} AND id % 7 = ${one.rest}`.execute(db);
          }
          if (one.kind === 'roll back') {
            const failed = test.database.transaction(async (trx) => {
              await change(1).execute(trx);
              throw new Error('no');
            });
            await expect(failed).rejects.toThrow('no');
          }
          if (one.kind === 'add up') await addUpCardChecksumsJob.handler({}, test.deps, run);
          if (one.kind === 'ask') await device.ask(one.size);
        }
        await device.catchUp(sizes);
        const whole = new ReplicaOfFeed(db, accountId);
        await whole.catchUp();
        expect(new Map([...device.rows].sort(([a], [b]) => a - b))).toEqual(whole.rows);
        expect(device.resets).toBe(0);
      },
    ),
    { numRuns: 60 },
  );
});
