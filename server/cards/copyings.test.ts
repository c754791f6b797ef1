import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openShopTest, type ShopTest } from '#tests/setup/shop-test.ts';
import type { SignedIn } from '#tests/setup/test-app.ts';
import { addTestSubjects, cardBody, CUPS } from '#tests/support/cards/fixtures.ts';
import { rowsTouched } from '#tests/support/rows-touched.ts';
import { archiveCopies, COPYINGS_PER_PAGE, findCopyings, forgetCopyingsJob } from './copyings.ts';

let test: ShopTest;
let owner: SignedIn;
let people = 0;

beforeAll(async () => {
  test = await openShopTest();
  await addTestSubjects(test.database.db);
});
// Each test starts with an empty account.
beforeEach(async () => {
  people += 1;
  owner = await test.signIn(`copier-${people}`);
});
afterAll(() => test.close());

const list = async (query = '', person = owner) =>
  (await test.call(person, 'GET', `/cards/copies/${query}`)).body;
const archive = (id: number, { person = owner, key = randomUUID() } = {}) =>
  test.call(person, 'POST', `/cards/copies/${id}/archive/`, { key });

/** A card, and copies of it made together; answers the copying with the ids of the copies. */
async function copied(count: number, person = owner): Promise<{ id: number; copyIds: number[] }> {
  const vendorCode = randomUUID();
  const { body: card } = await test.call(person, 'POST', '/cards/', { body: cardBody(vendorCode) });
  const { body } = await test.call(person, 'POST', `/cards/${card.id}/duplicate/`, {
    body: { copies: count },
    key: randomUUID(),
  });
  const { results } = await list('', person);
  return { id: results[0].id, copyIds: body.cards.map((copy: { id: number }) => copy.id) };
}

/** As a shipment leaves it. */
const publish = (cardId: number) =>
  sql`UPDATE cards SET state = 'PUBLISHED' WHERE id = ${cardId}`.execute(test.database.db);

const statesOf = async (ids: number[]) => {
  const rows = await test.database.db
    .selectFrom('cards')
    .select('state')
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
  return rows.map(({ state }) => state);
};

describe('the list of copies', () => {
  it('says how many were made together, when and by whom, the last first, and which they are', async () => {
    const first = await copied(3);
    const { body: card } = await test.call(owner, 'POST', '/cards/', { body: cardBody('А') });
    const { body: other } = await test.call(owner, 'POST', '/cards/', { body: cardBody('Б') });
    const rows = [
      { card_id: card.id, vendor_code: 'А-НОВАЯ', title: 'Кружка А' },
      { card_id: other.id, vendor_code: 'Б-НОВАЯ', title: 'Кружка Б' },
    ];
    const key = randomUUID();
    for (const _ of [1, 2]) await test.call(owner, 'POST', '/cards/copies/', { body: { rows }, key });
    const { results, next_before_id: next } = await list();
    expect(results).toMatchObject([
      { count: 2, draft_count: 2, archived_count: 0, sent_count: 0 },
      { id: first.id, count: 3, draft_count: 3 },
    ]);
    expect(next).toBeNull();
    const { name } = await test.database.db
      .selectFrom('users')
      .select('name')
      .where('id', '=', owner.userId)
      .executeTakeFirstOrThrow();
    expect(results[0].user_name).toBe(name);
    expect(Math.abs(Date.now() - Date.parse(results[0].created_at))).toBeLessThan(600_000);
    const { body: cards } = await test.call(owner, 'GET', `/cards/copies/${results[0].id}/cards/`);
    expect(cards).toMatchObject([
      { vendor_code: 'А-НОВАЯ', title: 'Кружка А' },
      { vendor_code: 'Б-НОВАЯ', title: 'Кружка Б' },
    ]);
  });

  it('has nothing of copies that were refused', async () => {
    const { body: card } = await test.call(owner, 'POST', '/cards/', { body: cardBody('А') });
    const { status } = await test.call(owner, 'POST', '/cards/copies/', {
      body: { rows: [{ card_id: card.id, vendor_code: 'А', title: 'Кружка 2' }] },
      key: randomUUID(),
    });
    expect(status).toBe(400);
    expect((await list()).results).toEqual([]);
  });

  it('of another account has neither copies nor a place to go on from', async () => {
    const stranger = await test.signIn(`stranger-to-copies-${people}`);
    const { id } = await copied(1, stranger);
    const mine = await copied(2);
    expect((await list()).results).toEqual([expect.objectContaining({ id: mine.id, count: 2 })]);
    expect((await list(`?before_id=${id}`)).results).toEqual([]);
    expect((await archive(id)).status).toBe(404);
    expect((await test.call(owner, 'GET', `/cards/copies/${id}/cards/`)).status).toBe(404);
  });

  it('has each once over all its parts, of the same moment too, and none that is older than 30 days', async () => {
    const count = COPYINGS_PER_PAGE * 2 + 3;
    const add = (age: string, times: number) =>
      sql`INSERT INTO card_copyings (account_id, user_id, card_ids, created_at)
        SELECT ${owner.accountId}, ${owner.userId}, '{1}', now() - ${age}::interval - make_interval(mins => n / 60)
        FROM generate_series(1, ${times}) AS n`.execute(test.database.db);
    await add('0 days', count);
    await add('31 days', 1);
    const read: { id: number; createdAt: string }[] = [];
    let beforeId: number | undefined;
    do {
      const part = await findCopyings(test.database.db, owner.accountId, { beforeId });
      read.push(...part.results);
      beforeId = part.nextBeforeId ?? undefined;
    } while (beforeId !== undefined);
    expect(new Set(read.map(({ id }) => id)).size).toBe(count);
    expect(read).toHaveLength(count);
    await forgetCopyingsJob.handler({}, test.deps, { signal: new AbortController().signal, attempt: 1 });
    const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM card_copyings
      WHERE account_id = ${owner.accountId}`.execute(test.database.db);
    expect(rows).toEqual([{ count }]);
  });
});

describe('copies that are put into the archive', () => {
  it('are those that were sent nowhere; the others stay, and it is known how many there are', async () => {
    const { id, copyIds } = await copied(3);
    await publish(copyIds[1]!);
    const { status, body } = await archive(id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ count: 2, is_done: true });
    expect(await statesOf(copyIds)).toEqual(['ARCHIVED', 'PUBLISHED', 'ARCHIVED']);
    expect((await list()).results).toMatchObject([{ draft_count: 0, archived_count: 2, sent_count: 1 }]);
    expect(await archive(id)).toMatchObject({
      status: 409,
      body: { detail: ['Убирать нечего: копии уже в архиве или отправлены в магазины'] },
    });
  });

  it('are a move as any other: it is listed, and taken back', async () => {
    const { id, copyIds } = await copied(2);
    const { body } = await archive(id);
    const { body: moves } = await test.call(owner, 'GET', '/cards/operations/');
    expect(moves.results).toMatchObject([{ id: body.operation_id, is_archived: true, count: 2 }]);
    await test.call(owner, 'POST', `/cards/operations/${body.operation_id}/undo/`);
    expect(await statesOf(copyIds)).toEqual(['DRAFT', 'DRAFT']);
    expect((await archive(id)).body.count).toBe(2);
  });

  it('asked for again by the same request are the same move, also when its process has died', async () => {
    const { id } = await copied(2);
    const ask = () => archiveCopies(test.deps, owner, { copyingId: id, idempotencyKey: 'the-same-request' });
    const first = await ask();
    expect(await ask()).toEqual(first);
    expect((await test.call(owner, 'GET', '/cards/operations/')).body.results).toHaveLength(1);
  });
});

it('a look at the list goes through the copies that it tells of, and through no other cards', async () => {
  const { db } = test.database;
  const COPYINGS = 20;
  const COPIES = 10;
  const { rows } = await sql<{ id: number }>`
    INSERT INTO cards (account_id, vendor_code, title, subject_id, search_text)
    SELECT ${owner.accountId}, gen_random_uuid(), 'Кружка', ${CUPS}, ' кружка'
    FROM generate_series(1, 5000) RETURNING id`.execute(db);
  const ids = rows.map((row) => row.id);
  for (let at = 0; at < COPYINGS; at += 1) {
    await db
      .insertInto('card_copyings')
      .values({
        account_id: owner.accountId,
        user_id: owner.userId,
        card_ids: ids.slice(at * COPIES, (at + 1) * COPIES),
      })
      .execute();
  }
  await sql`ANALYZE`.execute(db);
  const touched = await rowsTouched(
    test.database,
    async () => {
      const { results } = await findCopyings(db, owner.accountId, {});
      expect(results.map(({ draftCount }) => draftCount)).toEqual(Array(COPYINGS).fill(COPIES));
    },
    ['cards'],
  );
  expect(touched).toBeGreaterThanOrEqual(COPYINGS * COPIES);
  expect(touched).toBeLessThan(COPYINGS * COPIES * 4);
}, 120_000);
