import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import { CHANGES, insertScene, usual } from '#tests/support/analytics/changes-of-sources.ts';
import { keepDayLines } from './keep-day-lines.ts';
import { keepCards } from './kept-cards.ts';
import { readProfitCards } from './read-profit-cards.ts';
import { keepCatchingUp, reckonAhead } from './reckon-ahead.ts';

const HOUR_MS = 60 * 60_000;

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const query = {
  from: '2026-03-01',
  to: '2026-03-31',
  basis: 'OWN' as const,
  limit: 50,
  offset: 0,
  ordering: '-profit' as const,
  shopRows: true,
};

/** A process: what it keeps, and how often it has reckoned. */
function begin(now = { ms: 0 }) {
  const reckoned = { count: 0 };
  const counting: Database = {
    ...database,
    transaction: (work) => {
      reckoned.count += 1;
      return database.transaction(work);
    },
  };
  const ahead = reckonAhead(counting, keepCards(counting), () => now.ms);
  const look = (accountId: number, part: Partial<typeof query> = {}) =>
    readProfitCards(database.db, { accountId }, { ...query, ...part }, ahead.reckonCards);
  /** By how much the count grows. */
  const countOf = async (work: () => Promise<unknown>) => {
    const before = reckoned.count;
    await work();
    return reckoned.count - before;
  };
  return { ...ahead, look, countOf, now };
}

async function scene() {
  await sql`TRUNCATE profit_looks`.execute(database.db);
  const made = await insertScene(database.db);
  await CHANGES.order(made, usual);
  await keepDayLines(database, made.accountId);
  /** An order that changes, and its day summed again. */
  const change = async (number: number) => {
    await CHANGES.order(made, { ...usual, number });
  };
  const sum = () => keepDayLines(database, made.accountId);
  return { ...made, change, sum };
}

describe('the profit that was looked at', () => {
  it('is ready for the next look when its days have changed, and is what the sources say', async () => {
    const { accountId, change, sum } = await scene();
    const { look, catchUp, countOf } = begin();
    await look(accountId);
    await change(2);
    await sum();
    expect(await countOf(catchUp)).toBe(1);
    expect(await countOf(() => look(accountId))).toBe(0);
    expect(await look(accountId)).toEqual(await readProfitCards(database.db, { accountId }, query));
  });

  it('is not reckoned while nothing has changed, nor before its days are summed', async () => {
    const { accountId, change, sum } = await scene();
    const { look, catchUp, countOf } = begin();
    await look(accountId);
    expect(await countOf(catchUp)).toBe(0);
    await change(2);
    expect(await countOf(catchUp)).toBe(0);
    await sum();
    expect(await countOf(catchUp)).toBe(1);
  });

  it('is let be an hour after the last look', async () => {
    const { accountId, change, sum } = await scene();
    const { look, catchUp, countOf, now } = begin();
    await look(accountId);
    now.ms = HOUR_MS + 1;
    await change(2);
    await sum();
    expect(await countOf(catchUp)).toBe(0);
  });

  it('is as much as a process has room for, the last first', async () => {
    const { accountId, change, sum } = await scene();
    const { look, catchUp, countOf } = begin();
    const days = ['05', '06', '07', '08', '09'].map((day) => ({ from: `2026-03-${day}` }));
    for (const part of days) await look(accountId, part);
    await change(2);
    await sum();
    expect(await countOf(catchUp)).toBe(4);
    expect(await countOf(() => look(accountId, days.at(-1)))).toBe(0);
    expect(await countOf(() => look(accountId, days[0]))).toBe(1);
  });

  it('is ready in a process that begins after the look, each account’s own', async () => {
    const [one, other] = [await scene(), await insertScene(database.db)];
    const before = begin();
    await before.look(one.accountId, { to: '2026-03-20' });
    await before.look(one.accountId);
    const after = begin();
    await after.takeOver();
    expect(await after.countOf(after.catchUp)).toBe(1);
    expect(await after.countOf(() => after.look(one.accountId))).toBe(0);
    expect(await after.look(one.accountId)).toEqual(
      await readProfitCards(database.db, { accountId: one.accountId }, query),
    );
    expect(await after.countOf(() => after.look(other.accountId))).toBe(1);
  });

  it('is given when it cannot be remembered, too', async () => {
    const { accountId } = await scene();
    await sql`ALTER TABLE profit_looks RENAME TO elsewhere`.execute(database.db);
    const page = await begin().look(accountId);
    await sql`ALTER TABLE elsewhere RENAME TO profit_looks`.execute(database.db);
    expect(page).toEqual(await readProfitCards(database.db, { accountId }, query));
  });

  it('is not taken over a day after the look', async () => {
    const { accountId } = await scene();
    await begin().look(accountId);
    await sql`UPDATE profit_looks SET asked_at = now() - interval '25 hours'`.execute(database.db);
    const after = begin();
    await after.takeOver();
    expect(await after.countOf(after.catchUp)).toBe(0);
  });
});

describe('catching up', () => {
  it('goes on after a failure that it tells of, and stops when what is under way has ended', async () => {
    const calls: string[] = [];
    let end = (): void => undefined;
    const warn = vi.fn();
    const catching = keepCatchingUp(
      {
        takeOver: async () => {
          calls.push('takeOver');
          if (calls.length === 1) throw new Error('no connection');
        },
        catchUp: () => {
          calls.push('catchUp');
          return new Promise((resolve) => (end = resolve));
        },
      },
      { warn },
      1,
    );
    await vi.waitFor(() => expect(calls).toEqual(['takeOver', 'takeOver', 'catchUp']));
    expect(warn).toHaveBeenCalledOnce();
    let isStopped = false;
    const stopped = catching.stop().then(() => (isStopped = true));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(isStopped).toBe(false);
    end();
    await stopped;
    expect(calls).toHaveLength(3);
  });
});
