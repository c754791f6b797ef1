import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { openDatabase, type Database } from '#server/db/database.ts';
import { buildTestApp, type TestApp } from '#tests/setup/test-app.ts';
import { testBulkEdits } from '#tests/support/cards/bulk-edits.ts';
import { addTestShop, putIntoShop } from '#tests/support/cards/fixtures.ts';
import { applyRows } from './change-rows.ts';
import { goOnWithBulkEditsJob } from './go-on.ts';
import { endWork } from './row-turns.ts';

const SERVER_URL = process.env['TEST_DATABASE_URL'];

const bulk = testBulkEdits();
const { addCards, create, apply, look, runJob } = bulk;
const db = () => bulk.test.database.db;

const workOf = (editId: number) => {
  const { accountId, userId } = bulk.owner;
  return { accountId, userId, editId };
};

it('BW-15: who finds that another has done his rows takes no larger batches of them', async () => {
  await addCards(300);
  const { body: edit } = await create();
  await db().updateTable('bulk_edits').set({ state: 'APPLYING' }).where('id', '=', edit.id).execute();
  const { database } = bulk.test;
  let batches = 0;
  const slow: Database = {
    ...database,
    transaction: async (write) => {
      batches += 1;
      if (batches === 1) await applyRows(database, workOf(edit.id), () => true);
      return await database.transaction(write);
    },
  };
  await applyRows(slow, workOf(edit.id), () => true);
  // As many as of the first size; each twice as large as the one before, there would be 4 and 2.
  expect(batches).toBeGreaterThanOrEqual(database.kind === 'embedded' ? 15 : 3);
  expect(await look(edit.id)).toMatchObject({ state: 'APPLIED', counts: { applied: 300 } });
});

describe('a process that ends its work', () => {
  it('does not end what somebody has asked to roll back since it last looked', async () => {
    const ids = await addCards(3);
    const { body: edit } = await create({ ids });
    await apply(edit.id, 3);
    await db()
      .updateTable('bulk_edits')
      .set({ state: 'ROLLING_BACK', rollback_ids: ids.slice(0, 1) })
      .where('id', '=', edit.id)
      .execute();
    await endWork(bulk.test.database, workOf(edit.id), { state: 'ROLLING_BACK', from: 'APPLIED' });
    expect(await look(edit.id)).toMatchObject({ state: 'ROLLING_BACK' });
    await runJob(edit.id);
    expect(await look(edit.id)).toMatchObject({ state: 'APPLIED', counts: { applied: 2, rolled_back: 1 } });
  });

  it('does not end what was stopped and is gone on with since it last looked', async () => {
    await addCards(3);
    const { body: edit } = await create();
    await db().updateTable('bulk_edits').set({ state: 'APPLYING' }).where('id', '=', edit.id).execute();
    await endWork(bulk.test.database, workOf(edit.id), { state: 'APPLYING', from: 'READY' });
    expect(await look(edit.id)).toMatchObject({ state: 'APPLYING', counts: { ready: 3 } });
    await runJob(edit.id);
    expect(await look(edit.id)).toMatchObject({ state: 'APPLIED', counts: { applied: 3 } });
  });
});

describe.runIf(SERVER_URL)('one edit that two processes on one PostgreSQL roll back at once', () => {
  const closing: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close();
  });

  /** With connections of its own. */
  async function startAnother(): Promise<TestApp> {
    const { rows } = await sql<{ name: string }>`SELECT current_database() AS name`.execute(db());
    const url = new URL(SERVER_URL ?? '');
    url.pathname = `/${rows[0]?.name}`;
    const database = await openDatabase({ databaseUrl: url.href });
    const { secretKey } = bulk.test.deps.env;
    const other = await buildTestApp({ database, env: { secretKey } });
    closing.push(() => other.close());
    return other;
  }

  /** The whole of it: what an answer leaves, the job of the process does. */
  async function rollBackIn({ app, deps }: Pick<TestApp, 'app' | 'deps'>, editId: number): Promise<number> {
    const { statusCode } = await app.inject({
      method: 'POST',
      url: `/api/v1/cards/bulk-edits/${editId}/rollback/`,
      headers: { ...bulk.owner.headers, 'idempotency-key': crypto.randomUUID() },
      payload: {},
    });
    const turn = { signal: new AbortController().signal, attempt: 1 };
    await goOnWithBulkEditsJob.handler({ editId }, deps, turn);
    return statusCode;
  }

  it('gives each field of each card back once, and fails neither', async () => {
    const { accountId } = bulk.owner;
    const ids = await addCards(600);
    const shopId = await addTestShop(db(), accountId);
    for (const cardId of ids.slice(0, 20)) {
      await putIntoShop(
        bulk.test.database,
        { accountId, shopId, cardId },
        { priceKopecks: 100_000, discount: 20 },
      );
    }
    const rows = ids.map((id, at) => ({
      line: at + 1,
      key: String(id),
      title: 'Чашка',
      price_kopecks: 90_000,
      discount: 30,
      ...(at < 20 && { own_prices: [{ shop_id: shopId, price_kopecks: 80_000 }] }),
    }));
    const { body } = await bulk.test.call(bulk.owner, 'POST', '/cards/bulk-edits/table/', {
      body: { key: 'CARD_ID', rows },
    });
    const { edit } = body;
    await apply(edit.id, 600);
    await runJob(edit.id);
    // Of every second card somebody has changed one field.
    await sql`UPDATE cards SET discount = 50 WHERE account_id = ${accountId} AND id % 2 = 0`.execute(db());
    await sql`UPDATE cards SET version = 1 WHERE account_id = ${accountId}`.execute(db());
    const { rows: last } = await sql<{
      id: number;
    }>`SELECT coalesce(max(id), 0) AS id FROM card_changes`.execute(db());

    const other = await startAnother();
    const statuses = await Promise.all([rollBackIn(bulk.test, edit.id), rollBackIn(other, edit.id)]);

    // Whoever comes when it is over rolls back what is left: nothing.
    expect(statuses).toEqual([200, 200]);
    expect(await look(edit.id)).toMatchObject({
      state: 'APPLIED',
      counts: { applied: 0, rolled_back: 300, kept: 300 },
    });
    const { rows: cards } = await sql<object>`
      SELECT DISTINCT title ~ '^Кружка' AS "hasTitle", price_kopecks, discount, version FROM cards
      WHERE account_id = ${accountId} ORDER BY discount`.execute(db());
    const back = { hasTitle: true, price_kopecks: 100_000, version: 2 };
    expect(cards).toEqual([
      { ...back, discount: 20 },
      { ...back, discount: 50 },
    ]);
    const { rows: own } = await sql<object>`
      SELECT DISTINCT own_price_kopecks FROM shop_cards WHERE account_id = ${accountId}`.execute(db());
    expect(own).toEqual([{ own_price_kopecks: null }]);
    const { rows: told } = await sql<object>`
      SELECT field, count(*)::int AS times, count(DISTINCT card_id)::int AS cards FROM card_changes, jsonb_object_keys(after) AS field
      WHERE account_id = ${accountId} AND id > ${last[0]?.id} GROUP BY field ORDER BY field`.execute(db());
    expect(told).toEqual([
      { field: 'discount', times: 300, cards: 300 },
      { field: 'ownPrices', times: 20, cards: 20 },
      { field: 'priceKopecks', times: 600, cards: 600 },
      { field: 'title', times: 600, cards: 600 },
    ]);
  });
});
