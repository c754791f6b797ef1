import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listCards } from '#server/cards/card-list.ts';
import { countCardsByState } from '#server/cards/card-counts.ts';
import type { Database } from '#server/db/database.ts';
import { findShops } from '#server/shops/repository.ts';
import { ADVANCE_SHIPMENT } from '#server/shipments/store/runs.ts';
import { startSimulator, type RunningSimulator } from '#simulator/start-simulator.ts';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import { seedDemo } from './seed-demo.ts';

let database: Database;
let simulator: RunningSimulator;
const enqueued: { name: string; data: object }[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
  simulator = await startSimulator({ host: '127.0.0.1', port: 0 });
  await seedDemo(
    {
      database,
      env: { secretKey: Buffer.alloc(32, 7) },
      jobs: {
        enqueue: (name, data) => Promise.resolve(void enqueued.push({ name, data })),
        start: () => Promise.resolve(),
        stop: () => Promise.resolve(),
      },
    },
    simulator.url,
  );
});

afterAll(async () => {
  await simulator.close();
  await database.close();
});

async function accountOf(login: string): Promise<number> {
  const user = await database.db
    .selectFrom('users')
    .select('account_id')
    .where('login', '=', login)
    .executeTakeFirstOrThrow();
  return user.account_id;
}

describe('the demo', () => {
  it('has five shops with five states of tokens', async () => {
    const shops = await findShops(database.db, await accountOf('demo'));
    expect(shops.map((shop) => shop.letter)).toEqual(['С', 'Т', 'М', 'К', 'Г']);
    const [severika, ugol, shoes, bricks, gifts] = shops;
    const states = (shop: (typeof shops)[number] | undefined) =>
      (shop?.tokens ?? []).flatMap((token) => token.categories);
    expect(states(severika).every((one) => one.status === 'ACTIVE')).toBe(true);
    const statistics = ugol?.tokens.find((token) => token.categories.length === 1);
    expect(Date.parse(statistics?.expiresAt ?? '') - Date.now()).toBeLessThan(2 * 86_400_000);
    expect(states(shoes).find((one) => one.category === 'MARKETPLACE')).toMatchObject({
      status: 'INACTIVE',
      problem: 'REVOKED',
    });
    expect(bricks?.tokens.every((token) => token.isReadOnly)).toBe(true);
    expect(gifts?.tokens[0]?.type).toBe('BASIC');
  });

  it('has about 400 cards in every state', async () => {
    const { UNSENT, ...counters } = await countCardsByState(database.db, await accountOf('demo'));
    expect(UNSENT).toBe(0);
    expect(counters.all + counters.ARCHIVED).toBe(400);
    expect(Math.min(...Object.values(counters))).toBeGreaterThan(0);
  });

  it('has shipments that are over and shipments on their way, and every failed item has its error', async () => {
    const accountId = await accountOf('demo');
    const shipments = await database.db
      .selectFrom('shipments')
      .select(['id', 'status', 'card_count'])
      .where('account_id', '=', accountId)
      .execute();
    expect(new Set(shipments.map((shipment) => shipment.status))).toEqual(
      new Set(['FINISHED', 'HAS_ERRORS', 'NEW']),
    );
    for (const shipment of shipments) expect(shipment.card_count).toBeGreaterThan(0);
    const withoutError = await database.db
      .selectFrom('shipment_items')
      .leftJoin('shipment_errors', 'shipment_errors.item_id', 'shipment_items.id')
      .select('shipment_items.id')
      .where('shipment_items.state', '=', 'failed')
      .where('shipment_errors.id', 'is', null)
      .execute();
    expect(withoutError).toEqual([]);
    expect(enqueued.filter(({ name }) => name === ADVANCE_SHIPMENT)).toHaveLength(5);
  });

  it('says in the history of a shipment as many cards as its row does', async () => {
    const created = await database.db
      .selectFrom('shipment_events')
      .innerJoin('shipments', 'shipments.id', 'shipment_events.shipment_id')
      .select(['shipment_events.text', 'shipments.card_count'])
      .where('shipments.account_id', '=', await accountOf('demo'))
      .where('shipment_events.text', 'like', 'Отправка создана:%')
      .execute();
    expect(created).not.toHaveLength(0);
    expect(created.filter((one) => !one.text.includes(`создана: ${one.card_count} карточ`))).toEqual([]);
  });

  it('keeps the second account apart', async () => {
    const second = await accountOf('demo2');
    expect(await findShops(database.db, second)).toHaveLength(1);
    const { count, results } = await listCards(database.db, second, {
      ordering: '-updated_at',
      limit: 200,
      offset: 0,
    });
    expect(count).toBeLessThanOrEqual(20);
    const [shop] = await findShops(database.db, second);
    // Written by the statement under test.
    const cards = JSON.parse(results) as { shop_ids: number[] }[];
    expect(cards).toHaveLength(count);
    for (const card of cards) expect([[], [shop?.id]]).toContainEqual(card.shop_ids);
  });

  it('has the prices and stocks that the marketplace has', async () => {
    const accountId = await accountOf('demo2');
    const rows = await database.db
      .selectFrom('stocks')
      .innerJoin('warehouses', 'warehouses.id', 'stocks.warehouse_id')
      .select(['wb_warehouse_id', 'chrt_id', 'amount'])
      .where('stocks.account_id', '=', accountId)
      .execute();
    expect(rows.length).toBeGreaterThan(5);
    const response = await fetch(`${simulator.url}/marketplace/api/v3/stocks/${rows[0]?.wb_warehouse_id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: await tokenFor(accountId) },
      body: JSON.stringify({ chrtIds: rows.map((row) => row.chrt_id) }),
    });
    const body = (await response.json()) as { stocks: { chrtId: number; amount: number }[] };
    const read = new Map(body.stocks.map((stock) => [stock.chrtId, stock.amount]));
    for (const row of rows) expect(read.get(row.chrt_id)).toBe(row.amount);
  });

  it('asks for the sales of each shop to be read', () => {
    expect(enqueued.filter(({ name }) => name === 'sync-sales')).toHaveLength(6);
  });
});

async function tokenFor(accountId: number): Promise<string> {
  const { sid } = await database.db
    .selectFrom('shops')
    .select('sid')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  const response = await fetch(`${simulator.url}/_simulator/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sid, categories: ['marketplace'] }),
  });
  return ((await response.json()) as { token: string }).token;
}
