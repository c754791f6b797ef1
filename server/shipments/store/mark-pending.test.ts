import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { createTestAccount } from '#tests/support/marketplace/test-market.ts';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import { createShipment } from '#server/shipments/create-shipment.ts';
import { MARKED_AT_ONCE, markPending } from './mark-pending.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const CARDS = 2 * MARKED_AT_ONCE + 100;
const jobs = {
  enqueue: () => Promise.resolve(),
  start: () => Promise.resolve(),
  stop: () => Promise.resolve(),
};

it('the first cards of a big shipment are on their way at once, the rest as soon as the work begins', async () => {
  const owner = await createTestAccount(database);
  const { id: shopId } = await database.db
    .insertInto('shops')
    .values({ account_id: owner.accountId, name: 'Северика', sid: '7b1f4c2e-0000-4000-8000-000000000001' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await database.db.insertInto('subjects').values({ id: 812, name: 'Кружки' }).execute();
  const cards = await database.executeSql(
    `INSERT INTO cards (account_id, vendor_code, title, subject_id)
     SELECT $1, 'МНОГО-' || n, 'Кружка', 812 FROM generate_series(1, $2::int) AS n RETURNING id`,
    [owner.accountId, CARDS],
  );
  const { id } = await database.transaction((trx) =>
    createShipment(trx, jobs, {
      ...owner,
      cardIds: (cards.rows as { id: number }[]).map((card) => card.id),
      shopIds: [shopId],
      options: { withPrices: true, withDiscounts: true, withImages: true },
    }),
  );
  expect(await countOnTheirWay()).toBe(MARKED_AT_ONCE);
  const run = { accountId: owner.accountId, shipmentId: id, shopId };
  const marked: number[] = [];
  for (let call = 0; call < 3; call += 1) {
    marked.push(await database.transaction((trx) => markPending(trx, run)));
  }
  expect(marked).toEqual([MARKED_AT_ONCE, 100, 0]);
  expect(await countOnTheirWay()).toBe(CARDS);
});

async function countOnTheirWay(): Promise<number> {
  const { count } = await database.db
    .selectFrom('cards')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('state', '=', 'UPDATING')
    .executeTakeFirstOrThrow();
  return count;
}
