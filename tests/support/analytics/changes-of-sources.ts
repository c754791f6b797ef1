import * as fc from 'fast-check';
import { sql } from 'kysely';
import { storeOrders, storeReportRows, storeSales } from '#server/analytics/store-sales.ts';
import type { Db } from '#server/db/database.ts';
import { insertAccount, insertCard, orderRow, reportRow, saleRow } from './fixtures.ts';

/** Test support: whatever can happen to what profit is counted from. */

export const NM_IDS = [701, 702];
const BARCODE = '2000000000015';

/** Two shops of an account with two cards, each in both. */
export async function insertScene(db: Db) {
  const { accountId, shopIds } = await insertAccount(db, { shops: 2 });
  const [first = 0, second = 0] = shopIds;
  const cardIds: number[] = [];
  for (const nmId of NM_IDS) {
    cardIds.push(await insertCard(db, accountId, { nmIds: { [first]: nmId, [second]: nmId } }));
  }
  return { db, accountId, shopIds, cardIds };
}

export type Scene = Awaited<ReturnType<typeof insertScene>>;

const day = fc.constantFrom<string>('2026-03-02', '2026-03-09', '2026-03-16', '2026-03-23');
const srid = fc.constantFrom<string>('', 'u1', 'u2');
const one = fc.constantFrom<number>(0, 1);
const kopecks = fc.integer({ min: 0, max: 900 });
const number = fc.integer({ min: 1, max: 4 });
export const anyHow = fc.record({ day, srid, shop: one, card: one, kopecks, number, isSo: fc.boolean() });
export type How = typeof anyHow extends fc.Arbitrary<infer T> ? T : never;

/** Whatever can happen to what profit is counted from; as writers do it, and as nobody does yet. */
export const CHANGES = {
  order: ({ db, accountId, shopIds }, { day: on, shop, kopecks: price, number: n, isSo }) =>
    storeOrders(db, accountId, shopIds[shop] ?? 0, [
      orderRow({
        srid: `o${n}`,
        at: `${on}T12:00:00+03:00`,
        nmId: 701,
        kopecks: price,
        isCancel: isSo,
        lastChangeDate: NOW,
      }),
    ]),
  sale: ({ db, accountId, shopIds }, { day: on, shop, card, srid: unit, kopecks: price, number: n, isSo }) =>
    storeSales(db, accountId, shopIds[shop] ?? 0, [
      {
        ...saleRow({
          saleId: `${isSo ? 'S' : 'R'}${n}`,
          at: `${on}T12:00:00+03:00`,
          nmId: NM_IDS[card] ?? 0,
          kopecks: price,
          forPayKopecks: price,
          srid: unit,
          lastChangeDate: NOW,
        }),
        barcode: BARCODE,
      },
    ]),
  line: (
    { db, accountId, shopIds },
    { day: on, shop, card, srid: unit, kopecks: price, number: n, isSo },
  ) => {
    const operation = n === 4 ? 'Логистика' : isSo ? 'Продажа' : 'Возврат';
    return storeReportRows(db, accountId, shopIds[shop] ?? 0, [
      reportRow({
        rrdId: n,
        day: on,
        srid: unit,
        nmId: n === 4 ? 0 : (NM_IDS[card] ?? 0),
        docTypeName: isSo ? 'Продажа' : 'Возврат',
        operation,
        quantity: 1,
        retailAmountKopecks: price,
        forPayKopecks: price,
        deliveryKopecks: n,
        sku: BARCODE,
      }),
    ]);
  },
  orderGone: ({ db, shopIds }, { shop, number: n }) =>
    sql`DELETE FROM orders WHERE shop_id = ${shopIds[shop]} AND srid = ${`o${n}`}`.execute(db),
  saleGone: ({ db, shopIds }, { shop, number: n, isSo }) =>
    sql`DELETE FROM sales WHERE shop_id = ${shopIds[shop]} AND sale_id = ${`${isSo ? 'S' : 'R'}${n}`}`.execute(
      db,
    ),
  lineGone: ({ db, shopIds }, { shop, number: n }) =>
    sql`DELETE FROM report_rows WHERE shop_id = ${shopIds[shop]} AND rrd_id = ${n}`.execute(db),
  cost: ({ db, cardIds }, { card, kopecks: price, isSo }) =>
    sql`UPDATE cards SET cost_price_kopecks = ${isSo ? price : null} WHERE id = ${cardIds[card]}`.execute(db),
  datedCost: ({ db, accountId, shopIds, cardIds }, { card, shop, day: from, kopecks: price, number: n }) =>
    sql`INSERT INTO card_costs (account_id, card_id, shop_id, tech_size, from_day, cost_kopecks)
      VALUES (${accountId}, ${cardIds[card]}, ${n === 1 ? shopIds[shop] : null}, ${n === 2 ? 'S' : null}, ${from}, ${price})
      ON CONFLICT (account_id, card_id, shop_id, tech_size, from_day) DO UPDATE SET cost_kopecks = excluded.cost_kopecks`.execute(
      db,
    ),
  datedCostGone: ({ db, cardIds }, { card, day: from }) =>
    sql`DELETE FROM card_costs WHERE card_id = ${cardIds[card]} AND from_day = ${from}`.execute(db),
  sizes: ({ db, cardIds }, { card, isSo }) =>
    sql`UPDATE cards SET sizes = ${JSON.stringify(isSo ? [{ techSize: 'S', wbSize: '', skus: [BARCODE] }] : [])}::jsonb
      WHERE id = ${cardIds[card]}`.execute(db),
  listed: ({ db, accountId, shopIds, cardIds }, { shop, card, number: n }) =>
    sql`INSERT INTO shop_cards (account_id, card_id, shop_id, vendor_code, nm_id)
      SELECT ${accountId}, ${cardIds[card]}, ${shopIds[shop]}, ${`again-${n}`}, ${NM_IDS[n % 2]}
      WHERE NOT EXISTS (SELECT FROM shop_cards WHERE shop_id = ${shopIds[shop]} AND (nm_id = ${NM_IDS[n % 2]} OR card_id = ${cardIds[card]}))`.execute(
      db,
    ),
  relisted: ({ db, shopIds, cardIds }, { shop, card }) =>
    sql`UPDATE shop_cards SET card_id = ${cardIds[1 - card]} WHERE shop_id = ${shopIds[shop]} AND card_id = ${cardIds[card]}
      AND NOT EXISTS (SELECT FROM shop_cards other WHERE other.shop_id = ${shopIds[shop]} AND other.card_id = ${cardIds[1 - card]})`.execute(
      db,
    ),
  renumbered: ({ db, shopIds }, { shop, card, isSo }) =>
    sql`UPDATE shop_cards SET nm_id = ${isSo ? NM_IDS[card] : null} WHERE shop_id = ${shopIds[shop]} AND nm_id = ${NM_IDS[1 - card]}
      AND NOT EXISTS (SELECT FROM shop_cards other WHERE other.shop_id = ${shopIds[shop]} AND other.nm_id = ${NM_IDS[card]})`.execute(
      db,
    ),
  unlisted: ({ db, shopIds }, { shop, card }) =>
    sql`DELETE FROM shop_cards WHERE shop_id = ${shopIds[shop]} AND nm_id = ${NM_IDS[card]}`.execute(db),
  swapped: ({ db, shopIds, cardIds }) =>
    sql`UPDATE shop_cards SET nm_id = nm_id + 100 WHERE shop_id = ${shopIds[0]} AND card_id = ${cardIds[0]}`.execute(
      db,
    ),
} satisfies Record<string, (scene: Scene, how: How) => Promise<unknown>>;
const NOW = '2026-04-01T12:00:00';

export const usual: How = {
  day: '2026-03-09',
  srid: 'u1',
  shop: 0,
  card: 0,
  kopecks: 500,
  number: 1,
  isSo: true,
};
