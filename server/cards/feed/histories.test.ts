import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addTestSubjects, CUPS } from '#tests/support/cards/fixtures.ts';
import { ReplicaOfFeed } from '#tests/support/cards/replica-of-feed.ts';
import { buildTestApp, type SignedIn, type TestApp } from '#tests/setup/test-app.ts';
import { readCursor } from './cursors.ts';
import { readPortion } from './portions.ts';
import { beginHistory, forgetRemovedCardsJob } from './upkeep.ts';

let test: TestApp;
let owner: SignedIn;
let device: ReplicaOfFeed;

beforeAll(async () => {
  test = await buildTestApp();
  await addTestSubjects(test.database.db);
  owner = await test.signIn();
});
afterAll(() => test.close());

beforeEach(async () => {
  const { db } = test.database;
  await db.deleteFrom('cards').where('account_id', '=', owner.accountId).execute();
  const card = (code: string) => ({
    account_id: owner.accountId,
    vendor_code: code,
    title: code,
    subject_id: CUPS,
  });
  await db.insertInto('cards').values(['A', 'B', 'C'].map(card)).execute();
  device = new ReplicaOfFeed(db, owner.accountId);
  await device.catchUp();
});

const ask = (since: string) =>
  test.app.inject({
    url: `/api/v1/cards/changes/?since=${encodeURIComponent(since)}`,
    headers: owner.headers,
  });

async function expectReset(): Promise<void> {
  expect(await device.ask()).toMatchObject({ isReset: true, told: [], hasMore: true });
  expect(await device.catchUp()).toHaveLength(3);
  expect(device.resets).toBe(1);
  expect(await device.ask()).toMatchObject({ isReset: false, told: [], hasMore: false });
}

describe('a cursor', () => {
  it('given after a backup was made does not go on in the database that was put back from it', async () => {
    const { db } = test.database;
    // The backup is here; the server starts again, and a device hears of changes that the backup has not.
    await beginHistory(db);
    await device.ask();
    await sql`DELETE FROM catalogue_histories WHERE id = (
      SELECT id FROM catalogue_histories ORDER BY begun_at DESC LIMIT 1)`.execute(db);
    await expectReset();
  });

  it('given before a server was started again goes on', async () => {
    await beginHistory(test.database.db);
    expect(await device.ask()).toMatchObject({ isReset: false, told: [], hasMore: false });
  });

  it('from the future of a database that was put back begins anew', async () => {
    const [history, ownerHash, issued] = String(device.cursor).split('.');
    device.cursor = `${history}.${ownerHash}.${issued}.900000000000:900000000000:`;
    await expectReset();
  });

  it('older than removals are remembered begins anew', async () => {
    const [history, ownerHash, , ...rest] = String(device.cursor).split('.');
    const longAgoS = Math.floor(Date.now() / 1000) - 61 * 24 * 3600;
    device.cursor = [history, ownerHash, longAgoS, ...rest].join('.');
    await expectReset();
  });

  it('that no server has written is answered by a new beginning, and never by an error', async () => {
    const right = String(device.cursor);
    const broken = [
      'x',
      '\u0000',
      right.slice(1),
      `${right}.`,
      `${right}.f.99999999999999999999`,
      `${right}.9.9.9`,
      right.replace(/[^.]*$/, '0:0:'),
      right.replace(/[^.]*$/, '9:1:'),
      right.replace(/[^.]*$/, '5:9:9'),
      right.replace(/[^.]*$/, '5:9:7,6'),
      right.replace(/[^.]*$/, '5:9:,,'),
      right.replace(/[^.]*$/, '1:999999999999999999:'),
    ];
    for (const since of broken) {
      const response = await ask(since);
      expect([since, response.statusCode]).toEqual([since, 200]);
      expect(response.json<object>()).toMatchObject({ is_reset: true, has_more: true });
    }
    expect((await ask('x'.repeat(201))).statusCode).toBe(400);
  });

  it('of any text that looks like one is no error either', async () => {
    const part = fc.stringMatching(/^[0-9:,.f]{0,12}$/);
    const tail = fc.oneof(
      fc.tuple(part, part, part).map((parts) => parts.join(':')),
      fc.tuple(part, part).map((parts) => `5:9:.${parts.join('.')}`),
      fc.tuple(fc.nat(1e6), fc.nat(1e6)).map(([xid, id]) => `1:2:1.${xid}.${id}`),
    );
    const [history, ownerHash, issued] = String(device.cursor).split('.');
    await fc.assert(
      fc.asyncProperty(tail, async (rest) => {
        const portion = await readPortion(
          test.database.db,
          owner.accountId,
          `${history}.${ownerHash}.${issued}.${rest}`,
        );
        expect(readCursor(portion.cursor)).toBeDefined();
      }),
      { numRuns: 80 },
    );
  });
});

it('rows that were brought from another server, with its numbers, are handed out once, and again when they change', async () => {
  const { db } = test.database;
  await sql`ALTER TABLE cards DISABLE TRIGGER USER`.execute(db);
  await sql`UPDATE cards SET feed_xid = '800000000000'`.execute(db);
  await sql`ALTER TABLE cards ENABLE TRIGGER USER`.execute(db);
  const fresh = new ReplicaOfFeed(db, owner.accountId);
  expect(await fresh.catchUp([2, 2])).toHaveLength(3);
  expect(await fresh.catchUp()).toEqual([]);
  await sql`UPDATE cards SET stock = 5 WHERE vendor_code = 'B'`.execute(db);
  expect(await fresh.catchUp()).toHaveLength(1);
});

it('removals are remembered for longer than a cursor is good for, and then forgotten', async () => {
  const { db } = test.database;
  const removedCount = async () =>
    (await sql<{ count: number }>`SELECT count(*)::int AS count FROM removed_cards`.execute(db)).rows[0]
      ?.count ?? 0;
  const forget = () =>
    forgetRemovedCardsJob.handler({}, test.deps, { signal: new AbortController().signal, attempt: 1 });
  await sql`DELETE FROM cards WHERE vendor_code = 'A'`.execute(db);
  const known = await removedCount();
  expect(known).toBeGreaterThan(0);
  await sql`UPDATE removed_cards SET removed_at = now() - interval '89 days'`.execute(db);
  await forget();
  expect(await removedCount()).toBe(known);
  await sql`UPDATE removed_cards SET removed_at = now() - interval '91 days'`.execute(db);
  await forget();
  expect(await removedCount()).toBe(0);
});

it('starts of a server are remembered until cursors given under them are too old', async () => {
  const { db } = test.database;
  const forget = () =>
    forgetRemovedCardsJob.handler({}, test.deps, { signal: new AbortController().signal, attempt: 1 });
  const age = () => sql`UPDATE catalogue_histories SET begun_at = begun_at - interval '91 days'`.execute(db);
  await age();
  await beginHistory(db);
  await forget();
  expect(await device.ask()).toMatchObject({ isReset: false });
  await age();
  await forget();
  expect((await sql`SELECT id FROM catalogue_histories`.execute(db)).rows).toHaveLength(1);
  expect(await device.ask()).toMatchObject({ isReset: false });
});
