import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addTestSubjects, cardBody } from '#tests/support/cards/fixtures.ts';
import { openShopTest, type ShopTest } from '#tests/setup/shop-test.ts';
import type { SignedIn } from '#tests/setup/test-app.ts';
import { removeDemo } from './remove-demo.ts';

let test: ShopTest;
let demo: SignedIn;
let owner: SignedIn;
beforeAll(async () => {
  test = await openShopTest();
  await addTestSubjects(test.database.db);
  demo = await test.signIn('demo');
  owner = await test.signIn('owner');
});
afterAll(() => test.close());

/** Something of everything that a person can make. */
async function fill(person: SignedIn): Promise<void> {
  const { token } = await test.issueToken({ sid: await test.createSeller() });
  const { body: shop } = await test.call(person, 'POST', '/shops/', { body: { token } });
  const { body: card } = await test.call(person, 'POST', '/cards/', { body: cardBody('К-1'), key: 'card' });
  const group = { name: 'Основные', kind: 'USER', warehouse_ids: [] };
  await test.call(person, 'POST', '/warehouse-groups/', { body: group });
  const input = { selection: { ids: [card.id] }, shop_ids: [shop.id] };
  const options = { options: { with_prices: false, with_discounts: false, with_images: false } };
  const sent = await test.call(person, 'POST', '/cards/send/', {
    body: { ...input, ...options },
    key: 'send',
  });
  expect(sent.text).toContain('"status":"NEW"');
}

async function rowsOf(accountId: number): Promise<Record<string, number>> {
  const { rows: tables } = await sql<{ name: string }>`
    SELECT table_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name = 'account_id' ORDER BY table_name`.execute(
    test.database.db,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{ count: number }>`
      SELECT count(*)::int AS count FROM ${sql.table(name)} WHERE account_id = ${accountId}`.execute(
      test.database.db,
    );
    const count = rows[0]?.count ?? 0;
    if (count > 0) counts[name] = count;
  }
  return counts;
}

it('takes everything of the demonstration and nothing of anybody else', async () => {
  await fill(demo);
  await fill(owner);
  await test.database.db
    .updateTable('accounts')
    .set({ is_demo: true })
    .where('id', '=', demo.accountId)
    .execute();
  const ownersBefore = await rowsOf(owner.accountId);
  const tables = Object.keys(await rowsOf(demo.accountId));
  expect(tables).toEqual(expect.arrayContaining(['cards', 'card_count_changes', 'shipments', 'shop_tokens']));

  expect(await removeDemo(test.database)).toBe(1);

  expect(Object.keys(await rowsOf(demo.accountId)).filter((name) => name !== 'audit_events')).toEqual([]);
  expect(await rowsOf(owner.accountId)).toEqual(ownersBefore);
  expect((await test.call(demo, 'GET', '/users/me/')).status).toBe(401);
  expect((await test.call(owner, 'GET', '/users/me/')).status).toBe(200);
  expect(await removeDemo(test.database)).toBe(0);
});
