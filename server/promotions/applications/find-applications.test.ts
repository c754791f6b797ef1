import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import { insertAccount } from '#tests/support/analytics/fixtures.ts';
import { findAppliedCards } from './find-applications.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** The last of each shop first, and shops in turn: nothing but the question says the order. */
async function insertAlike(accountId: number, shopIds: readonly number[], perShop: number): Promise<number> {
  const { db } = database;
  const { rows } = await sql<{ id: number }>`
    WITH owner AS (
      INSERT INTO users (account_id, login, name, password_hash) VALUES (${accountId}, 'applicant', '', '') RETURNING id
    )
    INSERT INTO promotion_applications (account_id, user_id, kind, wb_promotion_id, promotion_name, upload_now, guards, steps)
    SELECT ${accountId}, id, 'JOIN', 1, 'Распродажа', true, '{}', '[]' FROM owner RETURNING id`.execute(db);
  const applicationId = rows[0]?.id ?? 0;
  await sql`
    INSERT INTO promotion_application_cards (application_id, shop_id, nm_id, account_id, vendor_code, title, price_kopecks,
      discount, new_price_kopecks, new_discount, profit_kopecks, state)
    SELECT ${applicationId}, shop_id, nm_id, ${accountId}, '', '', 100, 0, 90, 10, 7, 'WAITING'
    FROM generate_series(1, ${perShop}::int) AS nm_id CROSS JOIN unnest(${[...shopIds]}::bigint[]) AS shop_id
    ORDER BY nm_id DESC, shop_id DESC`.execute(db);
  return applicationId;
}

it('cards that are alike come by shop and number, and so each once through all pages', async () => {
  const { accountId, shopIds } = await insertAccount(database.db, { shops: 2 });
  const perShop = 60;
  const id = await insertAlike(accountId, shopIds, perShop);
  const read: { shopId: number; nmId: number }[] = [];
  for (let offset = 0; offset < 2 * perShop; offset += 7) {
    const { results } = await findAppliedCards(database.db, accountId, id, { limit: 7, offset });
    read.push(...results.map(({ shopId, nmId }) => ({ shopId, nmId })));
  }
  const numbers = Array.from({ length: perShop }, (_, index) => index + 1);
  expect(read).toEqual(shopIds.flatMap((shopId) => numbers.map((nmId) => ({ shopId, nmId }))));
});
