import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refreshCardSummary } from '#server/cards/card-summary.ts';
import type { Database } from '#server/db/database.ts';
import { startSimulator, type RunningSimulator } from '#simulator/start-simulator.ts';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import { seedBig, type BigSeedOptions } from './seed-big.ts';

let database: Database;
let simulator: RunningSimulator;
const progress: number[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
  simulator = await startSimulator({ host: '127.0.0.1', port: 0 });
  await seedBig(database, options({ cards: 1200, login: 'big', onProgress: (done) => progress.push(done) }));
});

afterAll(async () => {
  await simulator.close();
  await database.close();
});

function options(changes: Pick<BigSeedOptions, 'cards' | 'login' | 'onProgress'>): BigSeedOptions {
  return { ...changes, simulatorUrl: simulator.url, secretKey: Buffer.alloc(32, 7) };
}

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

  it('begins with its number of cards added up, so that the first looks at the list are quick, too', async () => {
    const { rows } = await sql<{ state: string }>`
      SELECT state FROM card_count_changes GROUP BY state HAVING count(*) > 1
    `.execute(database.db);
    expect(rows).toEqual([]);
  });

  it('has shops with tokens, which the screens of a shop need', async () => {
    const shops = await database.db
      .selectFrom('shops')
      .leftJoin('shop_tokens', 'shop_tokens.shop_id', 'shops.id')
      .select(({ fn }) => ['shops.id', fn.count<string>('shop_tokens.id').as('tokens')])
      .groupBy('shops.id')
      .execute();
    expect(shops).toHaveLength(5);
    for (const { tokens } of shops) expect(Number(tokens)).toBeGreaterThan(0);
  });

  it('is refused when the login is taken', async () => {
    const again = seedBig(database, options({ cards: 10, login: 'BIG', onProgress: () => undefined }));
    await expect(again).rejects.toThrow('уже есть');
    expect(await cards()).toHaveLength(1200);
  });
});
