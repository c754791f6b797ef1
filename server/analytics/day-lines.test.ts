import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import {
  anyHow,
  CHANGES,
  insertScene,
  usual,
  type How,
} from '#tests/support/analytics/changes-of-sources.ts';
import { findSoldByCard } from '#tests/support/analytics/sold-by-card.ts';
import { countSoldWithoutCost, findDayLines } from './day-lines.ts';
import { keepDayLines, waitForTurn } from './keep-day-lines.ts';
import { findCoverage, findLinesByDay } from './repository.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const period = { from: '2026-03-01', to: '2026-03-31' };
/** What is kept is held against the rows. */
async function open() {
  const { db } = database;
  const inserted = await insertScene(db);
  const { accountId, shopIds } = inserted;
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
    const byCard = await findSoldByCard(db, accountId, { shops, periods: [period] });
    const missing = byCard.filter((row) => row.isCostMissing).map((row) => `${row.shopId}:${row.nmId}`);
    expect(await countSoldWithoutCost(db, accountId, range)).toBe(new Set(missing).size);
    return found;
  };
  const keep = async () => {
    await keepDayLines(database, accountId);
    expect(await marks()).toBe(0);
  };
  return { ...inserted, check, keep };
}

type Scene = Awaited<ReturnType<typeof open>>;

function inOrder<Row extends { shopId: number; day: string; source: string }>(rows: readonly Row[]): Row[] {
  const key = ({ shopId, day, source }: Row) => `${shopId}:${day}:${source}`;
  return rows.toSorted((one, other) => (key(one) < key(other) ? -1 : 1));
}

/** Those that any can make, and that days are summed in between. */
const changes = { ...CHANGES, kept: (scene: Scene) => scene.keep() };

describe('what is kept of days', () => {
  it('is what their rows say, whatever has changed and whenever days were summed', async () => {
    // Rows are what changes mostly, and what all other changes need.
    const names = fc.constantFrom<keyof typeof changes>(
      ...(Object.keys(changes) as (keyof typeof changes)[]),
      ...(['line', 'line', 'sale', 'sale', 'kept', 'kept'] as const),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(names, anyHow), { minLength: 8, maxLength: 16 }), async (made) => {
        const scene = await open();
        for (const [name, how] of made) {
          await changes[name](scene, how);
          await scene.check();
        }
        await scene.keep();
        await scene.check();
      }),
      { numRuns: 6 },
    );
  });

  it.each<[string, keyof typeof changes, Partial<How>]>([
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
    const run = (change: keyof typeof changes, said: Partial<How> = {}) =>
      changes[change](scene, { ...usual, ...said });
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
