import * as fc from 'fast-check';
import { sql, type KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import {
  anyHow,
  CHANGES,
  insertScene,
  usual,
  type How,
  type Scene,
} from '#tests/support/analytics/changes-of-sources.ts';
import { keepDayLines } from './keep-day-lines.ts';
import { keepCards } from './kept-cards.ts';
import { readProfitCards } from './read-profit-cards.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** What days do not know of, and what they say the same of. */
const OF_CARDS_ALONE = {
  orderOfOtherGoods: ({ db, shopIds }, { card }) =>
    sql`UPDATE orders SET nm_id = ${702 - card} WHERE shop_id = ${shopIds[0]}`.execute(db),
  orderUnderOtherCode: ({ db, shopIds }, { kopecks }) =>
    sql`UPDATE orders SET vendor_code = ${`Я-${kopecks}`} WHERE shop_id = ${shopIds[0]}`.execute(db),
  saleOfOtherGoods: ({ db, shopIds }, { card }) =>
    sql`UPDATE sales SET nm_id = ${702 - card} WHERE shop_id = ${shopIds[0]}`.execute(db),
  lineOfOtherGoods: ({ db, shopIds }, { card }) =>
    sql`UPDATE report_rows SET nm_id = ${702 - card} WHERE shop_id = ${shopIds[0]} AND nm_id <> 0`.execute(
      db,
    ),
  taxRate: ({ db, accountId }, { number, isSo, day }) => {
    const rate = { basis: isSo ? 'INCOME' : 'INCOME_MINUS_EXPENSES', ratePercent: number, vatPercent: 0 };
    const rates = JSON.stringify([
      { ...rate, from: '2024-01-01' },
      { ...rate, ratePercent: number + 1, from: day },
    ]);
    return sql`UPDATE taxpayers SET tax_rates = ${rates}::jsonb WHERE account_id = ${accountId} AND is_default`.execute(
      db,
    );
  },
  taxpayer: ({ db, accountId, shopIds }, { shop, number }) =>
    sql`WITH made AS (
        INSERT INTO taxpayers (account_id, name, tax_rates)
        VALUES (${accountId}, ${`ИП ${number}`}, '[{"from": "2024-01-01", "basis": "INCOME", "ratePercent": 11, "vatPercent": 5}]')
        ON CONFLICT (account_id, lower(name)) DO UPDATE SET version = taxpayers.version + 1 RETURNING id)
      INSERT INTO taxpayer_shops (shop_id, account_id, taxpayer_id) SELECT ${shopIds[shop]}, ${accountId}, id FROM made
      ON CONFLICT (shop_id) DO UPDATE SET taxpayer_id = excluded.taxpayer_id`.execute(db),
  taxpayerGone: ({ db, accountId }, { number }) =>
    sql`DELETE FROM taxpayers WHERE account_id = ${accountId} AND name = ${`ИП ${number}`}`.execute(db),
  ownCost: ({ db, accountId, shopIds }, { shop, card, day, kopecks, number, isSo }) =>
    sql`INSERT INTO own_costs (account_id, kind, name, amount_kopecks, from_day, to_day, shop_id, nm_id, is_tax_deductible)
      VALUES (${accountId}, 'OTHER', 'Расход', ${kopecks + 1}, '2026-03-01', ${day},
        ${number > 2 ? null : shopIds[shop]}, ${number === 1 ? 701 + card : null}, ${isSo})`.execute(db),
  ownCostChanged: ({ db, accountId }, { kopecks }) =>
    sql`UPDATE own_costs SET amount_kopecks = ${kopecks + 1} WHERE account_id = ${accountId}`.execute(db),
  ownCostGone: ({ db, accountId }) => sql`DELETE FROM own_costs WHERE account_id = ${accountId}`.execute(db),
  costRate: ({ db, accountId, shopIds }, { shop, day, number, isSo }) =>
    sql`INSERT INTO own_cost_rates (account_id, kind, name, rate_hundredths, from_day, to_day, shop_id, is_tax_deductible)
      VALUES (${accountId}, 'OTHER', 'Процент', ${number * 100}, ${day}, null, ${isSo ? null : shopIds[shop]}, ${isSo})`.execute(
      db,
    ),
  costRateChanged: ({ db, accountId }, { number }) =>
    sql`UPDATE own_cost_rates SET rate_hundredths = ${number * 111} WHERE account_id = ${accountId}`.execute(
      db,
    ),
  costRateGone: ({ db, accountId }) =>
    sql`DELETE FROM own_cost_rates WHERE account_id = ${accountId}`.execute(db),
} satisfies Record<string, (scene: Scene, how: How) => Promise<unknown>>;

const changes = {
  ...CHANGES,
  ...OF_CARDS_ALONE,
  summed: ({ accountId }: Scene) => keepDayLines(database, accountId),
};
type Change = keyof typeof changes;

/** A scene whose cards are read with and without what is kept. */
async function open(limits?: Parameters<typeof keepCards>[1]) {
  const scene = await insertScene(database.db);
  const { accountId, shopIds } = scene;
  const made = { count: 0 };
  const counting: Database = {
    ...database,
    transaction: (work) => {
      made.count += 1;
      return database.transaction(work);
    },
  };
  const kept = keepCards(counting, limits);
  const whole = {
    from: '2026-03-01',
    to: '2026-03-31',
    basis: 'OWN' as const,
    limit: 50,
    offset: 0,
    ordering: '-profit' as const,
    shopRows: true,
  };
  const ofAShop = { ...whole, shop: [shopIds[1] ?? 0], ordering: 'margin' as const, search: '0' };
  const ofDays = { ...whole, from: '2026-03-05', to: '2026-03-20', basis: 'INCOME_MINUS_EXPENSES' as const };
  type Query = Parameters<typeof readProfitCards>[2];
  const read = (query: Query, reckon?: typeof kept) =>
    readProfitCards(database.db, { accountId }, query, reckon);
  /** It is what the sources say now, asked twice. */
  const check = async (queries: Query[] = [whole, ofAShop, ofDays]) => {
    for (const query of queries) {
      const now = await read(query);
      expect(await read(query, kept)).toEqual(now);
      expect(await read(query, kept)).toEqual(now);
    }
    return await read(whole);
  };
  const change = async (name: Change, how: Partial<How> = {}) => {
    await changes[name](scene, { ...usual, ...how });
  };
  const check1 = () => check([whole]);
  return { ...scene, kept, made, whole, ofAShop, ofDays, read, check, check1, change };
}

/** Something of everything, and days that are summed. */
async function openFilled(limits?: Parameters<typeof keepCards>[1]) {
  const scene = await open(limits);
  const { change } = scene;
  await change('cost');
  await change('datedCost', { card: 1, number: 3, day: '2026-03-02', kopecks: 70 });
  await change('datedCost', { card: 1, number: 2, day: '2026-03-02', kopecks: 80 });
  await change('datedCost', { card: 1, number: 3, day: '2026-03-10', kopecks: 90 });
  await change('order', { isSo: false });
  await change('line');
  await change('line', { card: 1, number: 2, isSo: false, srid: 'u4', day: '2026-03-16' });
  await change('sale', { card: 1, number: 2, srid: 'u4', day: '2026-03-09' });
  await change('sale', { srid: 'u2', number: 1, day: '2026-03-09' });
  await change('sale', { srid: '', number: 3, day: '2026-03-23' });
  await change('sale', { card: 1, number: 4, srid: 'u5', day: '2026-03-16' });
  await change('ownCost', { number: 3 });
  await change('costRate', { number: 2 });
  // The second shop sold nothing: its logistics are on the goods that it has.
  await change('line', { shop: 1, number: 4, srid: '' });
  await change('unlisted', { shop: 1 });
  await change('summed');
  await scene.check1();
  scene.made.count = 0;
  return scene;
}

describe('cards that are kept', () => {
  it('are what the sources say, whatever has changed and whenever days were summed', async () => {
    const names = fc.constantFrom<Change>(
      ...(Object.keys(changes) as Change[]),
      ...(['line', 'sale', 'order', 'summed', 'summed', 'summed', 'summed'] as const),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(names, anyHow), { minLength: 8, maxLength: 14 }), async (some) => {
        const { change, check, whole, ofAShop, ofDays } = await open();
        for (const [index, [name, how]] of some.entries()) {
          await change(name, how);
          // In turns: each is asked for behind several changes at once, too.
          await check([[whole, ofAShop, ofDays][index % 3] ?? whole]);
        }
        await change('summed');
        await check();
      }),
      { numRuns: 4 },
    );
  });

  it('are asked for once by all pages, orders, groups and searches of a question', async () => {
    const { read, kept, whole, made } = await openFilled();
    for (const part of [
      {},
      { offset: 1, limit: 1 },
      { ordering: 'margin' as const },
      { ordering: '-orders' as const },
      { group: 'LOSS' as const },
      { search: '702' },
      { shopRows: undefined },
    ]) {
      const query = { ...whole, ...part };
      expect(await read(query, kept)).toEqual(await read(query));
    }
    expect(made.count).toBe(0);
  });

  it.each<[string, Change, Partial<How>]>([
    ['an order is added', 'order', { number: 2 }],
    ['an order becomes cancelled', 'order', { isSo: true }],
    ['an order is removed', 'orderGone', {}],
    ['an order becomes one of other goods', 'orderOfOtherGoods', { card: 0 }],
    ['a sale is added', 'sale', { srid: 'u3', number: 4, isSo: false }],
    ['a sale becomes one of other goods', 'saleOfOtherGoods', {}],
    ['a sale is removed', 'saleGone', { number: 3 }],
    ['a line changes its amount', 'line', { kopecks: 7 }],
    ['a line becomes one of other goods', 'lineOfOtherGoods', {}],
    ['a line is removed', 'lineGone', {}],
    ['the cost of a card changes', 'cost', { kopecks: 3 }],
    ['a cost from a day is said', 'datedCost', { number: 3, day: '2026-03-02', kopecks: 4 }],
    ['a cost from a day is taken back', 'datedCostGone', { card: 1, day: '2026-03-02' }],
    ['a barcode becomes that of a size', 'sizes', { card: 1 }],
    ['goods become another card’s', 'swapped', {}],
    ['goods of a shop that sold none become a card’s', 'listed', { shop: 1, number: 2 }],
    ['goods of a shop that sold none get another number', 'renumbered', { shop: 1 }],
    ['a tax rate changes', 'taxRate', { number: 3 }],
    ['a shop becomes another taxpayer’s', 'taxpayer', {}],
    ['an own cost is added', 'ownCost', { number: 2 }],
    ['an own cost changes', 'ownCostChanged', { kopecks: 7000 }],
    ['an own cost is removed', 'ownCostGone', {}],
    ['a rate is added', 'costRate', {}],
    ['a rate changes', 'costRateChanged', { number: 3 }],
    ['a rate is removed', 'costRateGone', {}],
  ])('are reckoned anew where %s', async (_, name, how) => {
    const { read, whole, kept, made, change, check1 } = await openFilled();
    const before = await read(whole, kept);
    expect(made.count).toBe(0);
    await change(name, how);
    // Nobody has looked meanwhile: no day is marked, and only the versions tell.
    await change('summed');
    expect(await check1()).not.toEqual(before);
    made.count = 0;
    await check1();
    expect(made.count).toBe(0);
  });

  it('are reckoned anew where a shop goes from one taxpayer to another', async () => {
    const { change, check1 } = await openFilled();
    await change('taxpayer', { shop: 1 });
    const before = await check1();
    await change('taxpayer', { shop: 0 });
    expect(await check1()).not.toEqual(before);
  });

  it('are reckoned anew of two parts of the days, of which the later alone has changed', async () => {
    const { change, check1 } = await openFilled();
    await change('taxRate', { number: 3, day: '2026-03-12' });
    const before = await check1();
    await change('line', { number: 3, day: '2026-03-16', kopecks: 7, srid: 'u8' });
    await change('summed');
    expect(await check1()).not.toEqual(before);
  });

  it('have the code that orders have of goods that are no card’s', async () => {
    const { change, check1 } = await openFilled();
    await change('swapped');
    await change('summed');
    const before = await check1();
    await change('orderUnderOtherCode');
    const after = await check1();
    expect(after).not.toEqual(before);
    await change('summed');
    expect(await check1()).toEqual(after);
  });

  it('are not kept while a day of theirs is not summed, and are while one of others is not', async () => {
    const { made, change, check1 } = await openFilled();
    await change('order', { number: 2, day: '2026-04-02' });
    await check1();
    expect(made.count).toBe(0);
    await change('order', { number: 3 });
    await check1();
    expect(made.count).toBe(2);
  });

  it('are of the tax year: what was sold before the period changes them', async () => {
    const { made, change, check, ofDays } = await openFilled();
    await check([ofDays]);
    made.count = 0;
    await change('line', { number: 3, srid: 'u7', day: '2026-03-02' });
    await change('summed');
    await check([ofDays]);
    expect(made.count).toBe(1);
  });

  it.each([
    ['of so many questions', { count: 1, bytes: 1e9 }],
    ['of so many bytes', { count: 9, bytes: 700 }],
  ])('are those %s alone, the last ones', async (_, limits) => {
    const { made, read, kept, whole, ofDays } = await openFilled(limits);
    for (const query of [whole, ofDays, ofDays, whole]) await read(query, kept);
    expect(made.count).toBe(2);
  });

  it('are another account’s for nobody', async () => {
    const { whole, kept } = await openFilled();
    const other = await insertScene(database.db);
    const asOther = (reckon?: typeof kept) =>
      readProfitCards(database.db, { accountId: other.accountId }, whole, reckon);
    expect(await asOther(kept)).toEqual(await asOther());
  });

  it('are made once for two that ask at once', async () => {
    const { made, read, kept, ofDays } = await openFilled();
    const [one, other] = await Promise.all([read(ofDays, kept), read(ofDays, kept)]);
    expect(one).toEqual(other);
    await expect.poll(() => made.count).toBe(1);
  });
});

describe('cards that are kept while others write', () => {
  /** A promise that somebody else ends. */
  function gate() {
    let open = () => {};
    const opened = new Promise<void>((done) => (open = done));
    return { open: () => open(), opened };
  }

  it('have nothing of a change before it is committed, and all of it after', async ({ skip }) => {
    skip(database.kind === 'embedded', 'One connection: nothing happens meanwhile');
    const scene = await openFilled();
    const [said, mayCommit] = [gate(), gate()];
    const change = database.transaction(async (trx) => {
      await sql`UPDATE cards SET cost_price_kopecks = 3 WHERE id = ${scene.cardIds[0]}`.execute(trx);
      said.open();
      await mayCommit.opened;
    });
    await said.opened;
    const before = await scene.check1();
    await scene.change('summed');
    expect(await scene.check1()).toEqual(before);
    expect(scene.made.count).toBe(0);
    mayCommit.open();
    await change;
    const after = await scene.check1();
    expect(after).not.toEqual(before);
    await scene.change('summed');
    expect(await scene.check1()).toEqual(after);
  });

  it.for(['a line', 'a cost'])(
    'are not those of two moments: %s changes between two readings',
    async (what, { skip }) => {
      skip(database.kind === 'embedded', 'One connection: nothing happens meanwhile');
      const scene = await openFilled();
      const made = { count: 0, reading: 0 };
      /** Behind which reading of the making something is changed; those of one kind come after one another. */
      for (let behind = 1; behind <= 12; behind += 1) {
        const [reached, mayGoOn] = [gate(), gate()];
        made.reading = 0;
        const plugin: KyselyPlugin = {
          transformQuery: ({ node }) => node,
          transformResult: async ({ result }) => {
            made.reading += 1;
            if (made.reading === behind) {
              reached.open();
              await mayGoOn.opened;
            }
            return result;
          },
        };
        const kept = keepCards({
          ...database,
          transaction: (work) =>
            database.transaction(async (trx) => {
              made.count += 1;
              return await work(trx.withPlugin(plugin));
            }),
        });
        const first = scene.read(scene.whole, kept);
        await Promise.race([reached.opened, first]);
        await (what === 'a line'
          ? scene.change('line', { kopecks: 1000 + behind })
          : scene.change('ownCostChanged', { kopecks: 1000 + behind }));
        await scene.change('summed');
        mayGoOn.open();
        await first;
        expect(await scene.read(scene.whole, kept)).toEqual(await scene.read(scene.whole));
      }
      expect(made.reading).toBeGreaterThanOrEqual(0);
    },
  );

  it('of a making that began before a change are not given to who asks after it', async ({ skip }) => {
    skip(database.kind === 'embedded', 'One connection: nothing happens meanwhile');
    const scene = await openFilled();
    const [begun, mayGoOn] = [gate(), gate()];
    const kept = keepCards({
      ...database,
      transaction: (work) =>
        database.transaction(async (trx) => {
          const result = await work(trx);
          begun.open();
          await mayGoOn.opened;
          return result;
        }),
    });
    const first = scene.read(scene.whole, kept);
    await begun.opened;
    await scene.change('line', { kopecks: 4321 });
    await scene.change('summed');
    const second = scene.read(scene.whole, kept);
    mayGoOn.open();
    await first;
    expect(await second).toEqual(await scene.read(scene.whole));
  });
});
