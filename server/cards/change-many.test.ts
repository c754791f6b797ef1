import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openShopTest, type ShopTest } from '#tests/setup/shop-test.ts';
import type { SignedIn } from '#tests/setup/test-app.ts';
import { addTestSubjects, cardBody } from '#tests/support/cards/fixtures.ts';
import { changeMany } from './change-many.ts';

let test: ShopTest;
let owner: SignedIn;

beforeAll(async () => {
  test = await openShopTest();
  await addTestSubjects(test.database.db);
  owner = await test.signIn('owner');
});
afterAll(() => test.close());

it('a card that gets other names is written once, with what it is found by', async () => {
  const cardIds: number[] = [];
  for (const code of ['ИМЯ-1', 'ИМЯ-2', 'ИМЯ-3']) {
    cardIds.push(Number((await test.call(owner, 'POST', '/cards/', { body: cardBody(code) })).body.id));
  }
  const { brand } = await test.database.db
    .selectFrom('cards')
    .select('brand')
    .where('id', '=', cardIds[0] ?? 0)
    .executeTakeFirstOrThrow();
  const written = await test.database.transaction(async (trx) => {
    const changes = cardIds.map((cardId) => ({ cardId, before: { brand }, after: { brand: 'Малахит' } }));
    expect(await changeMany(trx, owner, changes)).toEqual(cardIds);
    const { rows } = await sql<{ count: number }>`
      SELECT pg_stat_get_xact_tuples_updated('cards'::regclass)::int AS count`.execute(trx);
    return rows[0]?.count;
  });
  expect(written).toBe(cardIds.length);
  const { body } = await test.call(owner, 'GET', '/cards/?search=малахит');
  expect(body.count).toBe(cardIds.length);
});
