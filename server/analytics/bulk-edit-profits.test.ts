import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EditedFacts } from '#contract/bulk-rows.ts';
import { storeReportRows } from './store-sales.ts';
import type { Database } from '#server/db/database.ts';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import { insertAccount, insertCard, reportRow } from '#tests/support/analytics/fixtures.ts';
import { findRowProfits } from './bulk-edit-profits.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const CUP = 501;

/** A cup that costs 300 ₽, of which the first of two shops has sold ten at 1 000 ₽: the marketplace keeps a fifth, the tax 6 %. */
async function soldCup({ costPriceKopecks = 300_00 }: { costPriceKopecks?: number | null } = {}) {
  const { db } = database;
  const { accountId, shopIds } = await insertAccount(db, { shops: 2 });
  const [first = 0, second = 0] = shopIds;
  const cardId = await insertCard(db, accountId, {
    costPriceKopecks,
    nmIds: { [first]: CUP, [second]: CUP + 1 },
  });
  await db
    .updateTable('cards')
    .set({ price_kopecks: 2_000_00, discount: 50 })
    .where('id', '=', cardId)
    .execute();
  const sale = { quantity: 1, retailPriceWithDiscKopecks: 1_000_00, retailAmountKopecks: 1_000_00 };
  const rows = Array.from({ length: 10 }, () =>
    reportRow({ day: '2026-11-15', nmId: CUP, forPayKopecks: 800_00, ...sale }),
  );
  await storeReportRows(db, accountId, first, rows);
  const { id: userId } = await db
    .insertInto('users')
    .values({ account_id: accountId, name: 'Анна', login: `anna-${accountId}`, password_hash: '' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const reader = { accountId, userId };
  async function profitsOf(before: EditedFacts, after: EditedFacts, asker = reader) {
    const { id: editId } = await db
      .insertInto('bulk_edits')
      .values({
        account_id: accountId,
        user_id: userId,
        state: 'READY',
        change: JSON.stringify({ kind: 'PRICES' }),
        card_ids: [cardId],
        card_total: 1,
        rollback_ids: null,
        idempotency_key: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('bulk_edit_rows')
      .values({
        edit_id: editId,
        card_id: cardId,
        account_id: accountId,
        before: JSON.stringify(before),
        after: JSON.stringify(after),
        state: 'READY',
        refusal: null,
        mend: null,
        warnings: [],
        sending: null,
      })
      .execute();
    return await findRowProfits(db, asker, editId, [cardId]);
  }
  return { cardId, first, second, accountId, profitsOf };
}

describe('what a piece brings before a change of prices and after', () => {
  it('is reckoned by shop at the old price and at the new one; not known where nothing was sold', async () => {
    const { cardId, first, second, profitsOf } = await soldCup();
    const before = { priceKopecks: 2_000_00, discount: 50 };
    // Of 1 000 ₽: 200 kept, 60 of tax, 300 of cost; of 400 ₽: 80, 24 and 300.
    const economics = {
      priceKopecks: 400_00,
      commissionKopecks: 80_00,
      profitKopecks: -4_00,
      source: 'CARD',
    };
    const [profit] = await profitsOf(before, { priceKopecks: 800_00 });
    expect(profit).toMatchObject({
      cardId,
      isWithoutCost: false,
      shops: [{ shopId: first, before: 440_00, after: -4_00, economics }, {}],
    });
    expect(profit?.shops[1]).toEqual({ shopId: second, before: null, after: null });
    expect(await profitsOf({ discount: 50 }, { discount: 60 })).toMatchObject([
      { shops: [{ before: 440_00, after: 292_00 }, {}] },
    ]);
  });

  it('is that of a shop’s own price, which the card’s does not change', async () => {
    const { first, accountId, profitsOf } = await soldCup();
    const own = (priceKopecks: number | null) => ({ ownPrices: [{ shopId: first, priceKopecks }] });
    expect(await profitsOf(own(null), own(1_600_00))).toMatchObject([
      { shops: [{ before: 440_00, after: 292_00 }, {}] },
    ]);
    await database.db
      .updateTable('shop_cards')
      .set({ own_price_kopecks: 1_600_00 })
      .where('account_id', '=', accountId)
      .where('shop_id', '=', first)
      .execute();
    expect(await profitsOf({ priceKopecks: 2_000_00 }, { priceKopecks: 800_00 })).toMatchObject([
      { shops: [{ before: 292_00, after: 292_00 }, {}] },
    ]);
  });

  it('takes the cost price that the same edit says', async () => {
    const { profitsOf } = await soldCup({ costPriceKopecks: null });
    const before = { priceKopecks: 2_000_00, costPriceKopecks: null };
    expect(await profitsOf(before, { priceKopecks: 1_600_00 })).toMatchObject([
      { isWithoutCost: true, shops: [{ before: null, after: null }, {}] },
    ]);
    expect(await profitsOf(before, { priceKopecks: 1_600_00, costPriceKopecks: 100_00 })).toMatchObject([
      { isWithoutCost: false, shops: [{ before: null, after: 492_00 }, {}] },
    ]);
  });

  it('is nobody else’s to see', async () => {
    const { profitsOf } = await soldCup();
    const stranger = await insertAccount(database.db);
    expect(await profitsOf({}, { priceKopecks: 1 }, { accountId: stranger.accountId, userId: 0 })).toEqual(
      [],
    );
  });
});
