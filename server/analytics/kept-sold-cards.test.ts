import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import { CHANGES, insertScene, usual, type How } from '#tests/support/analytics/changes-of-sources.ts';
import { keepDayLines } from './keep-day-lines.ts';
import { keepSoldCards } from './kept-sold-cards.ts';
import type { Period } from './moscow-days.ts';
import { findCoverage } from './repository.ts';
import { findSoldCards, type FindSoldCards } from './sold-cards.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** In two stretches: the halves of the month. */
const DAYS = { from: '2026-03-01', to: '2026-03-22' };
const STRETCHES: Record<string, string> = { '2026-03-01': 'earlier', '2026-03-16': 'later' };

/** Two shops that sold something in both stretches of days, and days that are summed. */
async function open(limits?: Parameters<typeof keepSoldCards>[0]) {
  const scene = await insertScene(database.db);
  /** Which stretches of which shops were summed from their rows. */
  const summed: string[] = [];
  const counting: FindSoldCards = async (db, accountId, shop, stretches) => {
    const number = scene.shopIds.indexOf(shop.shopId);
    summed.push(...stretches.map(({ from }) => `${number} ${STRETCHES[from] ?? from}`));
    return await findSoldCards(db, accountId, shop, stretches);
  };
  const keep = keepSoldCards(limits, counting, () => '2026-03-25');
  const change = (name: keyof typeof CHANGES, how: Partial<How> = {}) =>
    CHANGES[name](scene, { ...usual, ...how });
  const sum = () => keepDayLines(database, scene.accountId);
  const read = async (find: FindSoldCards, periods: readonly Period[]) => {
    const found = [];
    for (const shop of await findCoverage(database.db, scene.accountId))
      found.push(...(await find(database.db, scene.accountId, shop, periods)));
    return found;
  };
  /** It is what the rows say; the stretches that had to be summed for it. */
  const check = async (...periods: Period[]) => {
    const asked = periods.length > 0 ? periods : [DAYS];
    summed.length = 0;
    expect(await read(keep, asked)).toEqual(await read(findSoldCards, asked));
    return [...summed];
  };
  for (const shop of [0, 1])
    for (const [number, day] of ['2026-03-02', '2026-03-16'].entries()) {
      await change('line', { shop, number: number + 1, day, srid: `l${shop}${number}` });
      await change('order', { shop, number: number + 1, day });
    }
  await sum();
  expect(await check()).toHaveLength(4);
  return { ...scene, keep, read, change, sum, check };
}

describe('what cards have sold, kept', () => {
  it('is summed once', async () => {
    const { check } = await open();
    expect(await check()).toEqual([]);
  });

  it.each<[string, keyof typeof CHANGES, Partial<How>, string[]]>([
    ['an order of a late day', 'order', { shop: 1, number: 4, day: '2026-03-16' }, ['1 later']],
    ['an order of an early day', 'order', { number: 1, day: '2026-03-02', isSo: false }, ['0 earlier']],
    ['a line of an early day', 'line', { shop: 1, number: 3, day: '2026-03-02' }, ['1 earlier']],
    ['a cost of a card', 'cost', { kopecks: 7 }, ['0 earlier', '0 later', '1 earlier', '1 later']],
  ])('is summed again where %s changes, and nowhere else', async (_, name, how, expected) => {
    const { change, sum, check } = await open();
    await change(name, how);
    await sum();
    expect(await check()).toEqual(expected);
    expect(await check()).toEqual([]);
  });

  it('is summed each time while a day of the stretch waits to be, and is then the rows’ too', async () => {
    const { change, check, sum } = await open();
    await change('order', { number: 4, day: '2026-03-16' });
    expect(await check()).toEqual(['0 later']);
    await change('order', { number: 4, day: '2026-03-16', kopecks: 5 });
    expect(await check()).toEqual(['0 later']);
    await sum();
    expect(await check()).toEqual(['0 later']);
    expect(await check()).toEqual([]);
  });

  it.each([
    ['on the next day', { ...DAYS, to: '2026-03-23' }, ['later']],
    ['from a later day', { ...DAYS, from: '2026-03-02' }, ['2026-03-02']],
    [
      'of half a year, by months until the month before',
      { ...DAYS, from: '2025-11-20' },
      ['2025-11-20', '2025-12-01', '2026-01-01', '2026-02-01', '2026-02-16'],
    ],
  ])('is summed %s of the stretches alone that are others', async (_, days, expected) => {
    const { check } = await open();
    expect(await check(days)).toEqual([0, 1].flatMap((shop) => expected.map((name) => `${shop} ${name}`)));
  });

  it('is summed where no part of what is asked for is kept, in parts on which rates change too', async () => {
    const { check } = await open();
    const [earlier, later] = [
      { ...DAYS, to: '2026-03-09' },
      { ...DAYS, from: '2026-03-10' },
    ];
    expect(await check(earlier, later)).toEqual(
      [0, 1].flatMap((shop) => [`${shop} earlier`, `${shop} 2026-03-10`]),
    );
  });

  it.each([
    ['are summed', async () => undefined],
    [
      // What the database says of such days is the same for everybody: the name of what is kept alone tells accounts apart.
      'nothing is known of',
      async (accountId: number) => {
        await sql`DELETE FROM day_lines WHERE account_id = ${accountId}`.execute(database.db);
        await sql`DELETE FROM day_line_marks WHERE account_id = ${accountId}`.execute(database.db);
      },
    ],
  ])(
    'is another account’s for nobody, not even by the number of the shop: of days that %s',
    async (_, prepare) => {
      const { keep, accountId, shopIds } = await open();
      await prepare(accountId);
      const soldBy = async (asking: number) => {
        const [shop] = await findCoverage(database.db, asking);
        if (!shop) throw new Error('Each account has shops');
        const [found] = await keep(database.db, asking, { ...shop, shopId: shopIds[0] ?? 0 }, [DAYS]);
        return found?.nmIds;
      };
      expect(await soldBy(accountId)).not.toHaveLength(0);
      const stranger = await insertScene(database.db);
      expect(await soldBy(stranger.accountId)).toHaveLength(0);
    },
  );

  it('is what was asked for last, as much as there is room for', async () => {
    const { check } = await open({ count: 2, bytes: 1e9 });
    // The first two were let go of while the others came.
    expect(await check()).toHaveLength(4);
    const { check: checkSmall } = await open({ count: 100, bytes: 1 });
    expect(await checkSmall()).toHaveLength(4);
  });
});
