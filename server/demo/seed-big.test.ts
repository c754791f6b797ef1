import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refreshCardSummary } from '#server/cards/card-summary.ts';
import type { Database } from '#server/db/database.ts';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import { seedBig } from './seed-big.ts';

let database: Database;
const progress: number[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
  await seedBig(database, { cards: 1200, login: 'big', onProgress: (done) => progress.push(done) });
});

afterAll(() => database.close());

const cards = () => database.db.selectFrom('cards').selectAll().orderBy('id').execute();

describe('a big account', () => {
  it('has as many cards as were asked for, and says how far it got', async () => {
    expect(await cards()).toHaveLength(1200);
    expect(progress).toEqual([1000, 1200]);
  });

  it('has the summaries that its rows in shops give', async () => {
    const before = await cards();
    const [first] = before;
    await database.transaction((trx) =>
      refreshCardSummary(
        trx,
        first?.account_id ?? 0,
        before.map((card) => card.id),
      ),
    );
    expect(await cards()).toEqual(before);
    expect(new Set(before.map((card) => card.state)).size).toBeGreaterThan(2);
  });

  it('is refused when the login is taken', async () => {
    const again = seedBig(database, { cards: 10, login: 'BIG', onProgress: () => undefined });
    await expect(again).rejects.toThrow('уже есть');
    expect(await cards()).toHaveLength(1200);
  });
});
