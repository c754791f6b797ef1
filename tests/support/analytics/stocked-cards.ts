import { storeReportRows } from '#server/analytics/store-sales.ts';
import type { Db } from '#server/db/database.ts';
import { insertAccount, insertCard, reportRow } from './fixtures.ts';

export const NOW = new Date('2026-03-16T12:00:00+03:00');
/** The last reported day: the fourteen days that are averaged over end with it. */
export const REPORTED = '2026-03-15';

let lastNumber = 0;

export interface Stocked {
  shop: number;
  costPriceKopecks: number | null;
  amounts: readonly number[];
  sold: number;
  returned: number;
}

/** Test support: a card in a shop for each; amounts by size, in turns in the two warehouses of the shop. */
export async function stockCards(db: Db, cards: readonly Stocked[]) {
  const { accountId, shopIds } = await insertAccount(db, { shops: 2 });
  const warehouses = new Map<number, number[]>();
  for (const shopId of shopIds) {
    const made = await db
      .insertInto('warehouses')
      .values(
        ['Основной', 'Дальний'].map((name) => {
          lastNumber += 1;
          return { account_id: accountId, shop_id: shopId, wb_warehouse_id: lastNumber, name };
        }),
      )
      .returning('id')
      .execute();
    warehouses.set(
      shopId,
      made.map(({ id }) => id),
    );
    // The first of the days, so that each shop has sold through all of them.
    await storeReportRows(db, accountId, shopId, [
      reportRow({ day: '2026-03-01', operation: 'Хранение' }),
      reportRow({ day: REPORTED, operation: 'Хранение' }),
    ]);
  }
  for (const [index, { shop, costPriceKopecks, amounts, sold, returned }] of cards.entries()) {
    const shopId = shopIds[shop] ?? 0;
    const nmId = index + 1;
    const cardId = await insertCard(db, accountId, { costPriceKopecks, nmIds: { [shopId]: nmId } });
    const { id } = await db
      .selectFrom('shop_cards')
      .select('id')
      .where('account_id', '=', accountId)
      .where('card_id', '=', cardId)
      .executeTakeFirstOrThrow();
    for (const [turn, amount] of amounts.entries()) {
      lastNumber += 1;
      await db
        .insertInto('stocks')
        .values({
          warehouse_id: warehouses.get(shopId)?.[turn % 2] ?? 0,
          chrt_id: lastNumber,
          account_id: accountId,
          shop_card_id: id,
          amount,
          updated_at: NOW,
        })
        .execute();
    }
    const goods = { day: '2026-03-10', nmId };
    await storeReportRows(db, accountId, shopId, [
      reportRow({ ...goods, quantity: sold }),
      reportRow({ ...goods, docTypeName: 'Возврат', operation: 'Возврат', quantity: returned }),
      // Before the days that are averaged over.
      reportRow({ ...goods, day: '2026-03-01', quantity: 5 }),
    ]);
  }
  return { accountId, shopIds };
}
