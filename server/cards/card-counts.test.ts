import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CardState } from '#contract/card-states.ts';
import { openShopTest, type ShopTest } from '#tests/setup/shop-test.ts';
import { addUpCardCounts, countCardsByState, countOfStates } from './card-counts.ts';
import { addTestSubjects, CUPS } from '#tests/support/cards/fixtures.ts';

let test: ShopTest;
let accountId: number;
let people = 0;

beforeAll(async () => {
  test = await openShopTest();
  await addTestSubjects(test.database.db);
});

beforeEach(async () => {
  people += 1;
  ({ accountId } = await test.signIn(`owner-${people}`));
});

afterAll(() => test.close());

const states: CardState[] = ['DRAFT', 'PUBLISHED', 'UPDATING', 'HAS_ERRORS', 'ARCHIVED'];
let cards = 0;

async function addCards(
  state: CardState,
  count: number,
  { trx = test.database.db, isUnsent = false } = {},
): Promise<void> {
  const rows = Array.from({ length: count }, () => {
    cards += 1;
    const code = `CODE-${cards}`;
    return {
      account_id: accountId,
      vendor_code: code,
      title: code,
      subject_id: CUPS,
      state,
      has_unsent_changes: isUnsent,
    };
  });
  await trx.insertInto('cards').values(rows).execute();
}

/** What a walk over the cards themselves finds. */
async function truth() {
  const rows = await test.database.db
    .selectFrom('cards')
    .select((eb) => [
      'state',
      eb.fn.countAll<number>().as('count'),
      eb.fn.countAll<number>().filterWhere('has_unsent_changes', '=', true).as('unsent'),
    ])
    .where('account_id', '=', accountId)
    .groupBy('state')
    .execute();
  const found = Object.fromEntries(states.map((state) => [state, 0]));
  for (const { state, count } of rows) found[state] = count;
  const shown = rows.filter((row) => row.state !== 'ARCHIVED');
  const sumOf = (key: 'count' | 'unsent') => shown.reduce((sum, row) => sum + row[key], 0);
  return { ...found, all: sumOf('count'), UNSENT: sumOf('unsent') };
}

describe('the numbers of cards', () => {
  it('are those of the cards, whatever was added, changed, removed and added up', async () => {
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('add' as const),
        state: fc.constantFrom(...states),
        count: fc.integer({ min: 1, max: 4 }),
        isUnsent: fc.boolean(),
      }),
      fc.record({
        kind: fc.constant('move' as const),
        from: fc.constantFrom(...states),
        to: fc.constantFrom(...states),
      }),
      fc.record({ kind: fc.constant('remove' as const), state: fc.constantFrom(...states) }),
      fc.record({ kind: fc.constant('change' as const), isUnsent: fc.boolean() }),
      fc.record({ kind: fc.constant('add up' as const) }),
    );
    const { db } = test.database;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        for (const one of steps) {
          if (one.kind === 'add') await addCards(one.state, one.count, one);
          if (one.kind === 'move') {
            const here = db.updateTable('cards').where('account_id', '=', accountId);
            await here.set({ state: one.to }).where('state', '=', one.from).execute();
          }
          if (one.kind === 'change') {
            const here = db.updateTable('cards').where('account_id', '=', accountId);
            await here.set({ has_unsent_changes: one.isUnsent }).execute();
          }
          if (one.kind === 'remove') {
            const here = db.deleteFrom('cards').where('account_id', '=', accountId);
            await here.where('state', '=', one.state).execute();
          }
          if (one.kind === 'add up') await addUpCardCounts(db);
        }
        expect(await countCardsByState(db, accountId)).toEqual(await truth());
      }),
      { numRuns: 40 },
    );
  });

  it('are asked for by state, without the archive unless it is wanted', async () => {
    await addCards('DRAFT', 3);
    await addCards('ARCHIVED', 2);
    const countOf = async (filter: Parameters<typeof countOfStates>[1]) =>
      (
        await sql<{ count: number }>`SELECT ${countOfStates(accountId, filter)} AS count`.execute(
          test.database.db,
        )
      ).rows[0]?.count;
    expect(await countOf({})).toBe(3);
    expect(await countOf({ withArchived: true })).toBe(5);
    expect(await countOf({ state: 'ARCHIVED' })).toBe(2);
    expect(await countOf({ state: 'PUBLISHED' })).toBe(0);
    expect(await countOf({ changes: 'unsent' })).toBe(0);
  });

  it('of what was rolled back are none', async () => {
    const failed = test.database.transaction(async (trx) => {
      await addCards('DRAFT', 3, { trx });
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(await countCardsByState(test.database.db, accountId)).toEqual(await truth());
  });

  it('are few rows once they are added up', async () => {
    for (let round = 0; round < 5; round += 1) await addCards('DRAFT', 1);
    await addUpCardCounts(test.database.db);
    const rows = await test.database.db
      .selectFrom('card_count_changes')
      .select('change')
      .where('account_id', '=', accountId)
      .execute();
    expect(rows).toEqual([{ change: 5 }]);
  });
});
