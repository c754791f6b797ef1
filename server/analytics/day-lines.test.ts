import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import {
  insertAccount,
  insertCard,
  orderRow,
  reportRow,
  saleRow,
} from '#tests/support/analytics/fixtures.ts';
import { countSoldWithoutCost, findDayLines } from './day-lines.ts';
import { keepDayLines, waitForTurn } from './keep-day-lines.ts';
import { findCoverage, findLinesByCard, findLinesByDay } from './repository.ts';
import { storeOrders, storeReportRows, storeSales } from './store-sales.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const period = { from: '2026-03-01', to: '2026-03-31' };
const NM_IDS = [701, 702];
const BARCODE = '2000000000015';

/** Two shops of an account with two cards, each in both; what is kept is held against the rows. */
async function open() {
  const { db } = database;
  const { accountId, shopIds } = await insertAccount(db, { shops: 2 });
  const [first = 0, second = 0] = shopIds;
  const cardIds: number[] = [];
  for (const nmId of NM_IDS) {
    cardIds.push(await insertCard(db, accountId, { nmIds: { [first]: nmId, [second]: nmId } }));
  }
  const marks = async () =>
    (
      await db
        .selectFrom('day_line_marks')
        .select(sql<number>`count(*)`.as('count'))
        .where('account_id', '=', accountId)
        .executeTakeFirstOrThrow()
    ).count;
  const check = async () => {
    const shops = await findCoverage(db, accountId);
    const range = { shopIds, period };
    const found = inOrder(await findDayLines(db, accountId, range));
    expect(found).toEqual(inOrder(await findLinesByDay(db, accountId, { shops, period })));
    const byCard = await findLinesByCard(db, accountId, { shops, period, newDays: [] });
    const missing = byCard.filter((row) => row.isCostMissing).map((row) => `${row.shopId}:${row.nmId}`);
    expect(await countSoldWithoutCost(db, accountId, range)).toBe(new Set(missing).size);
    return found;
  };
  const keep = async () => {
    await keepDayLines(database, accountId);
    expect(await marks()).toBe(0);
  };
  return { accountId, shopIds, cardIds, check, keep };
}

type Scene = Awaited<ReturnType<typeof open>>;

function inOrder<Row extends { shopId: number; day: string; source: string }>(rows: readonly Row[]): Row[] {
  const key = ({ shopId, day, source }: Row) => `${shopId}:${day}:${source}`;
  return rows.toSorted((one, other) => (key(one) < key(other) ? -1 : 1));
}

const day = fc.constantFrom<string>('2026-03-02', '2026-03-09', '2026-03-16', '2026-03-23');
const srid = fc.constantFrom<string>('', 'u1', 'u2');
const one = fc.constantFrom<number>(0, 1);
const kopecks = fc.integer({ min: 0, max: 900 });
const number = fc.integer({ min: 1, max: 4 });
const any = fc.record({ day, srid, shop: one, card: one, kopecks, number, isSo: fc.boolean() });
type Any = typeof any extends fc.Arbitrary<infer T> ? T : never;

/** Whatever can happen to what profit is counted from; as writers do it, and as nobody does yet. */
const CHANGES = {
  order: ({ accountId, shopIds }, { day: on, shop, kopecks: price, number: n, isSo }) =>
    storeOrders(database.db, accountId, shopIds[shop] ?? 0, [
      orderRow({
        srid: `o${n}`,
        at: `${on}T12:00:00+03:00`,
        nmId: 701,
        kopecks: price,
        isCancel: isSo,
        lastChangeDate: NOW,
      }),
    ]),
  sale: ({ accountId, shopIds }, { day: on, shop, card, srid: unit, kopecks: price, number: n, isSo }) =>
    storeSales(database.db, accountId, shopIds[shop] ?? 0, [
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
  line: ({ accountId, shopIds }, { day: on, shop, card, srid: unit, kopecks: price, number: n, isSo }) => {
    const operation = n === 4 ? 'Логистика' : isSo ? 'Продажа' : 'Возврат';
    return storeReportRows(database.db, accountId, shopIds[shop] ?? 0, [
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
  orderGone: ({ shopIds }, { shop, number: n }) =>
    sql`DELETE FROM orders WHERE shop_id = ${shopIds[shop]} AND srid = ${`o${n}`}`.execute(database.db),
  saleGone: ({ shopIds }, { shop, number: n, isSo }) =>
    sql`DELETE FROM sales WHERE shop_id = ${shopIds[shop]} AND sale_id = ${`${isSo ? 'S' : 'R'}${n}`}`.execute(
      database.db,
    ),
  lineGone: ({ shopIds }, { shop, number: n }) =>
    sql`DELETE FROM report_rows WHERE shop_id = ${shopIds[shop]} AND rrd_id = ${n}`.execute(database.db),
  cost: ({ cardIds }, { card, kopecks: price, isSo }) =>
    sql`UPDATE cards SET cost_price_kopecks = ${isSo ? price : null} WHERE id = ${cardIds[card]}`.execute(
      database.db,
    ),
  datedCost: ({ accountId, shopIds, cardIds }, { card, shop, day: from, kopecks: price, number: n }) =>
    sql`INSERT INTO card_costs (account_id, card_id, shop_id, tech_size, from_day, cost_kopecks)
      VALUES (${accountId}, ${cardIds[card]}, ${n === 1 ? shopIds[shop] : null}, ${n === 2 ? 'S' : null}, ${from}, ${price})
      ON CONFLICT (account_id, card_id, shop_id, tech_size, from_day) DO UPDATE SET cost_kopecks = excluded.cost_kopecks`.execute(
      database.db,
    ),
  datedCostGone: ({ cardIds }, { card, day: from }) =>
    sql`DELETE FROM card_costs WHERE card_id = ${cardIds[card]} AND from_day = ${from}`.execute(database.db),
  sizes: ({ cardIds }, { card, isSo }) =>
    sql`UPDATE cards SET sizes = ${JSON.stringify(isSo ? [{ techSize: 'S', wbSize: '', skus: [BARCODE] }] : [])}::jsonb
      WHERE id = ${cardIds[card]}`.execute(database.db),
  listed: ({ accountId, shopIds, cardIds }, { shop, card, number: n }) =>
    sql`INSERT INTO shop_cards (account_id, card_id, shop_id, vendor_code, nm_id)
      SELECT ${accountId}, ${cardIds[card]}, ${shopIds[shop]}, ${`again-${n}`}, ${NM_IDS[n % 2]}
      WHERE NOT EXISTS (SELECT FROM shop_cards WHERE shop_id = ${shopIds[shop]} AND (nm_id = ${NM_IDS[n % 2]} OR card_id = ${cardIds[card]}))`.execute(
      database.db,
    ),
  relisted: ({ shopIds, cardIds }, { shop, card }) =>
    sql`UPDATE shop_cards SET card_id = ${cardIds[1 - card]} WHERE shop_id = ${shopIds[shop]} AND card_id = ${cardIds[card]}
      AND NOT EXISTS (SELECT FROM shop_cards other WHERE other.shop_id = ${shopIds[shop]} AND other.card_id = ${cardIds[1 - card]})`.execute(
      database.db,
    ),
  renumbered: ({ shopIds }, { shop, card, isSo }) =>
    sql`UPDATE shop_cards SET nm_id = ${isSo ? NM_IDS[card] : null} WHERE shop_id = ${shopIds[shop]} AND nm_id = ${NM_IDS[1 - card]}
      AND NOT EXISTS (SELECT FROM shop_cards other WHERE other.shop_id = ${shopIds[shop]} AND other.nm_id = ${NM_IDS[card]})`.execute(
      database.db,
    ),
  unlisted: ({ shopIds }, { shop, card }) =>
    sql`DELETE FROM shop_cards WHERE shop_id = ${shopIds[shop]} AND nm_id = ${NM_IDS[card]}`.execute(
      database.db,
    ),
  swapped: ({ shopIds, cardIds }) =>
    sql`UPDATE shop_cards SET nm_id = nm_id + 100 WHERE shop_id = ${shopIds[0]} AND card_id = ${cardIds[0]}`.execute(
      database.db,
    ),
  kept: (scene) => scene.keep(),
} satisfies Record<string, (scene: Scene, how: Any) => Promise<unknown>>;
const NOW = '2026-04-01T12:00:00';

const usual: Any = { day: '2026-03-09', srid: 'u1', shop: 0, card: 0, kopecks: 500, number: 1, isSo: true };

describe('what is kept of days', () => {
  it('is what their rows say, whatever has changed and whenever days were summed', async () => {
    // Rows are what changes mostly, and what all other changes need.
    const names = fc.constantFrom<keyof typeof CHANGES>(
      ...(Object.keys(CHANGES) as (keyof typeof CHANGES)[]),
      ...(['line', 'line', 'sale', 'sale', 'kept', 'kept'] as const),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(names, any), { minLength: 8, maxLength: 16 }), async (changes) => {
        const scene = await open();
        for (const [name, how] of changes) {
          await CHANGES[name](scene, how);
          await scene.check();
        }
        await scene.keep();
        await scene.check();
      }),
      { numRuns: 6 },
    );
  });

  it.each<[string, keyof typeof CHANGES, Partial<Any>]>([
    ['an order is added', 'order', { number: 2 }],
    ['an order becomes cancelled', 'order', { isSo: true }],
    ['an order is removed', 'orderGone', {}],
    ['a sale is added', 'sale', { srid: 'u3', number: 4 }],
    ['a sale moves to another day', 'sale', { srid: '', number: 3, day: '2026-03-24' }],
    ['a sale is removed', 'saleGone', { number: 3 }],
    ['the sale of a return in the report is removed', 'saleGone', { number: 2 }],
    ['a line of another day tells of a sale', 'line', { srid: 'u2', number: 3, day: '2026-03-16' }],
    ['the report reaches a sale without a number', 'line', { srid: 'u9', number: 3, day: '2026-03-23' }],
    ['a line changes its amount', 'line', { kopecks: 7 }],
    ['a line becomes another unit’s', 'line', { srid: 'u2' }],
    ['a line is removed', 'lineGone', {}],
    ['the cost of a card changes', 'cost', { kopecks: 3 }],
    ['a cost from a day is said', 'datedCost', { number: 3, day: '2026-03-02', kopecks: 4 }],
    ['a cost from a day is corrected', 'datedCost', { card: 1, number: 3, day: '2026-03-02', kopecks: 4 }],
    ['a cost from a day is taken back', 'datedCostGone', { card: 1, day: '2026-03-02' }],
    ['a barcode becomes that of a size', 'sizes', { card: 1 }],
    ['goods become another card’s', 'swapped', {}],
    ['goods become no card’s', 'unlisted', {}],
    ['goods become a card’s', 'listed', { shop: 1, number: 2 }],
  ])('is looked up anew where %s', async (_, name, how) => {
    const scene = await open();
    const run = (change: keyof typeof CHANGES, said: Partial<Any> = {}) =>
      CHANGES[change](scene, { ...usual, ...said });
    await run('cost');
    await run('datedCost', { card: 1, number: 3, day: '2026-03-02', kopecks: 70 });
    await run('datedCost', { card: 1, number: 2, day: '2026-03-02', kopecks: 80 });
    // The day of its sale decides of the cost of this return.
    await run('datedCost', { card: 1, number: 3, day: '2026-03-10', kopecks: 90 });
    await run('order', { isSo: false });
    await run('line');
    await run('line', { card: 1, number: 2, isSo: false, srid: 'u4', day: '2026-03-16' });
    await run('sale', { card: 1, number: 2, srid: 'u4', day: '2026-03-09' });
    await run('sale', { srid: 'u2', number: 1, day: '2026-03-09' });
    await run('sale', { srid: '', number: 3, day: '2026-03-23' });
    await run('unlisted', { shop: 1 });
    await run('line', { shop: 1, number: 1 });
    await scene.keep();
    const before = await scene.check();
    await run(name, how);
    expect(await scene.check()).not.toEqual(before);
    await scene.keep();
    await scene.check();
  });

  it('of a sale that is written while the cost of its goods changes has the new cost', async ({ skip }) => {
    skip(database.kind === 'embedded', 'One connection: nothing happens meanwhile');
    const scene = await open();
    await CHANGES.cost(scene, usual);
    await scene.keep();
    let commit = () => {};
    const mayCommit = new Promise<void>((done) => (commit = done));
    let said = () => {};
    const isSaid = new Promise<void>((done) => (said = done));
    const change = database.transaction(async (trx) => {
      await sql`UPDATE cards SET cost_price_kopecks = 3 WHERE id = ${scene.cardIds[0]}`.execute(trx);
      said();
      await mayCommit;
    });
    await isSaid;
    await CHANGES.line(scene, usual);
    await scene.keep();
    commit();
    await change;
    expect((await scene.check()).map(({ lines }) => lines.cogsKopecks)).toEqual([3]);
  });

  it('is summed by one at a time', async ({ skip }) => {
    skip(database.kind === 'embedded', 'One connection: there is nobody else');
    const scene = await open();
    await CHANGES.order(scene, usual);
    let end = () => {};
    const mayEnd = new Promise<void>((done) => (end = done));
    let begun = () => {};
    const hasBegun = new Promise<void>((done) => (begun = done));
    const other = database.transaction(async (trx) => {
      await waitForTurn(trx, scene.accountId);
      begun();
      await mayEnd;
    });
    await hasBegun;
    const kept = scene.keep();
    await expect
      .poll(
        async () => {
          const { rows } = await sql<{ count: number }>`
          SELECT count(*) AS count FROM pg_locks WHERE locktype = 'advisory' AND objid = ${scene.accountId}::int
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND NOT granted`.execute(
            database.db,
          );
          return rows[0]?.count;
        },
        { timeout: 30_000 },
      )
      .toBe(1);
    end();
    await Promise.all([other, kept]);
    await scene.check();
  });
});
