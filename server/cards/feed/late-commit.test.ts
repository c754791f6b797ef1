import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Trx } from '#server/db/database.ts';
import { addTestSubjects, CUPS } from '#tests/support/cards/fixtures.ts';
import { ReplicaOfFeed } from '#tests/support/cards/replica-of-feed.ts';
import { buildTestApp, type TestApp } from '#tests/setup/test-app.ts';

let test: TestApp;
let accountId: number;

beforeAll(async () => {
  test = await buildTestApp();
  await addTestSubjects(test.database.db);
  ({ accountId } = await test.signIn());
  await sql`INSERT INTO cards (account_id, vendor_code, title, subject_id)
    SELECT ${accountId}, 'К-' || n, 'Кружка', ${CUPS} FROM generate_series(1, 20) AS n`.execute(
    test.database.db,
  );
});
afterAll(() => test.close());

const change = (codes: readonly string[], db = test.database.db) =>
  sql`UPDATE cards SET stock = stock + 1
    WHERE account_id = ${accountId} AND vendor_code = any(${codes}::text[])`.execute(db);

/** A transaction that changes cards now and ends when it is told to. */
async function changeAndHold(codes: readonly string[]) {
  let end: () => void = () => undefined;
  let noteChanged: () => void = () => undefined;
  const isChanged = new Promise<void>((resolve) => (noteChanged = resolve));
  const isOver = new Promise<void>((resolve) => (end = resolve));
  const holding = test.database.transaction(async (trx: Trx) => {
    await change(codes, trx);
    noteChanged();
    await isOver;
  });
  await isChanged;
  return { commit: () => (end(), holding) };
}

/** What a device would be told that asks for numbers above the last that it has seen. */
class NaiveDevice {
  #last = '0';
  async ask(): Promise<string[]> {
    const { rows } = await sql<{ code: string; xid: string }>`
      SELECT vendor_code AS code, feed_xid::text AS xid FROM cards
      WHERE account_id = ${accountId} AND feed_xid > ${this.#last}::xid8 ORDER BY feed_xid`.execute(
      test.database.db,
    );
    this.#last = rows.at(-1)?.xid ?? this.#last;
    return rows.map((row) => row.code).sort();
  }
}

/** The embedded database has one connection: there transactions end in the order in which they begin. */
describe.runIf(process.env.TEST_DATABASE_URL)('a transaction that began first and ends last', () => {
  const codesOf = (device: ReplicaOfFeed, ids: readonly number[]) =>
    ids.map((id) => device.rows.get(id)?.vendorCode).sort();

  it('is told of when it ends, though numbers alone would miss it, and nothing is told twice', async () => {
    const device = new ReplicaOfFeed(test.database.db, accountId);
    const naive = new NaiveDevice();
    await device.catchUp();
    await naive.ask();
    const first = await changeAndHold(['К-1']);
    await change(['К-2']);
    expect(codesOf(device, await device.catchUp())).toEqual(['К-2']);
    expect(await naive.ask()).toEqual(['К-2']);
    expect(await device.catchUp()).toEqual([]);
    await first.commit();
    expect(codesOf(device, await device.catchUp())).toEqual(['К-1']);
    expect(await naive.ask()).toEqual([]);
    expect(await device.catchUp()).toEqual([]);
  });

  it('is told of when it ends in the middle of a fill or of a walk over changes', async () => {
    for (const isFill of [true, false]) {
      const device = new ReplicaOfFeed(test.database.db, accountId);
      if (!isFill) await device.catchUp();
      const first = await changeAndHold(['К-1', 'К-19']);
      await change(['К-4', 'К-5', 'К-6', 'К-7']);
      expect((await device.ask(3)).hasMore).toBe(true);
      await first.commit();
      await device.catchUp([3, 3]);
      const whole = new ReplicaOfFeed(test.database.db, accountId);
      await whole.catchUp();
      expect(new Map([...device.rows].sort(([a], [b]) => a - b))).toEqual(whole.rows);
    }
  });

  it('is told of though more were under way than a cursor has room for', async () => {
    const device = new ReplicaOfFeed(test.database.db, accountId);
    await device.catchUp();
    const held = [];
    for (let number = 1; number <= 8; number += 1) {
      held.push(await changeAndHold([`К-${number}`]));
      await change(['К-20']);
    }
    await device.catchUp();
    expect(String(device.cursor).length).toBeLessThan(200);
    for (const one of held) await one.commit();
    expect(await device.catchUp()).toHaveLength(8);
  });
});
