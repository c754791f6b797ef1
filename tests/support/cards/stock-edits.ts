import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Marketplace } from '#server/marketplace/marketplace.ts';
import type { ShopClient } from '#server/marketplace/shop-client.ts';
import { goOnWithStockEditJob } from '#server/stocks/edits/stock-edit-job.ts';
import { buildTestApp, type SignedIn, type TestApp } from '#tests/setup/test-app.ts';
import { addTestShop, addTestSubjects, addTestWarehouse, CUPS } from './fixtures.ts';

const CHRT_PER_SHOP = 1_000_000;

interface Written {
  wbWarehouseId: number;
  chrtId: number;
  amount: number;
}

/** The warehouses of a marketplace, in memory. */
function openShelf() {
  const amounts = new Map<string, number>();
  const writes: Written[] = [];
  const keyOf = (wbWarehouseId: number, chrtId: number) => `${wbWarehouseId}:${chrtId}`;
  const shelf = {
    amounts,
    writes,
    keyOf,
    /** Throws what the marketplace would, or what a process dies of. */
    beforeRead: (_shopId: number): void | Promise<void> => undefined,
    beforeWrite: (_rows: readonly Written[]): void | Promise<void> => undefined,
    afterWrite: (_rows: readonly Written[]): void | Promise<void> => undefined,
  };
  const clientOf = (shopId: number): Pick<ShopClient, 'getStocks' | 'putStocks'> => ({
    getStocks: async (wbWarehouseId, chrtIds) => {
      await shelf.beforeRead(shopId);
      return chrtIds.flatMap((chrtId) => {
        const amount = amounts.get(keyOf(wbWarehouseId, chrtId));
        return amount === undefined ? [] : [{ chrtId, amount }];
      });
    },
    putStocks: async (wbWarehouseId, stocks) => {
      const rows = stocks.map(({ chrtId, amount }) => ({ wbWarehouseId, chrtId, amount }));
      await shelf.beforeWrite(rows);
      writes.push(...rows);
      for (const { chrtId, amount } of rows) amounts.set(keyOf(wbWarehouseId, chrtId), amount);
      await shelf.afterWrite(rows);
      return undefined;
    },
  });
  const marketplace: Marketplace = {
    // Nothing else of a client is called.
    forShop: async (_db, _accountId, shopId) => clientOf(shopId) as ShopClient,
    forToken: async () => Promise.reject(new Error('no token is asked for')),
  };
  return { shelf, marketplace };
}

type Shelf = ReturnType<typeof openShelf>['shelf'];

/** Each test of the file starts with an empty account and empty warehouses. */
export function testStockEdits() {
  let test: TestApp;
  let owner: SignedIn;
  let people = 0;
  const { shelf, marketplace } = openShelf();
  const calm: Shelf = { ...shelf };

  beforeAll(async () => {
    test = await buildTestApp({ marketplace });
    await addTestSubjects(test.database.db);
  });
  beforeEach(async () => {
    people += 1;
    owner = await test.signIn(`stock-editor-${people}`);
    shelf.amounts.clear();
    shelf.writes.length = 0;
    Object.assign(shelf, {
      beforeRead: calm.beforeRead,
      beforeWrite: calm.beforeWrite,
      afterWrite: calm.afterWrite,
    });
  });
  afterAll(() => test.close());

  async function call(method: 'GET' | 'POST', path: string, body?: object) {
    const response = await test.app.inject({
      method,
      url: `/api/v1${path}`,
      headers: owner.headers,
      ...(body === undefined ? {} : { payload: body }),
    });
    return { status: response.statusCode, body: response.json() };
  }

  const run = (editId: number) =>
    goOnWithStockEditJob.handler({ editId }, test.deps, {
      signal: new AbortController().signal,
      attempt: 1,
    });

  async function addCards(count: number): Promise<number[]> {
    const { rows } = await sql<{ id: number }>`
      INSERT INTO cards (account_id, vendor_code, title, subject_id, price_kopecks, discount, search_text)
      SELECT ${owner.accountId}, 'K-' || n, 'Кружка ' || n, ${CUPS}, 100000, 20, ' кружка ' || n
      FROM generate_series(1, ${count}) AS n RETURNING id`.execute(test.database.db);
    return rows.map((row) => row.id).sort((a, b) => a - b);
  }

  /** One that may write stocks; nobody opens it. */
  async function addToken(shopId: number): Promise<void> {
    const { db } = test.database;
    const place = { account_id: owner.accountId, shop_id: shopId };
    const { id } = await db
      .insertInto('shop_tokens')
      .values({
        ...place,
        wb_token_id: crypto.randomUUID(),
        secret: Buffer.from('sealed'),
        key_id: 'key',
        last4: 'abcd',
        type: 'PERSONAL',
        is_read_only: false,
        expires_at: new Date('2100-01-01'),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('shop_token_categories')
      .values({ ...place, token_id: id, category: 'MARKETPLACE' })
      .execute();
  }

  /** A shop with warehouses of these numbers at the marketplace, and the cards in it, of one size each. */
  async function addShop(name: string, wbWarehouseIds: number[], cardIds: readonly number[]) {
    const { accountId } = owner;
    const shopId = await addTestShop(test.database.db, accountId, name);
    await addToken(shopId);
    const warehouseIds = [];
    for (const id of wbWarehouseIds) {
      warehouseIds.push(await addTestWarehouse(test.database.db, { accountId, shopId }, id));
    }
    await sql`
      INSERT INTO shop_cards (account_id, card_id, shop_id, vendor_code, nm_id, state, sizes)
      SELECT ${accountId}, id, ${shopId}, 'V-' || id, 120000000 + id, 'PUBLISHED',
        jsonb_build_array(jsonb_build_object('chrtId', ${shopId}::bigint * ${CHRT_PER_SHOP} + id, 'techSize', '0', 'skus', '[]'::jsonb))
      FROM unnest(${[...cardIds]}::bigint[]) AS id`.execute(test.database.db);
    return { shopId, warehouseIds };
  }

  const chrtOf = (shopId: number, cardId: number) => shopId * CHRT_PER_SHOP + cardId;

  const create = (change: object, selection: object = { filter: {} }) =>
    call('POST', '/cards/bulk-edits/', { selection, change: { kind: 'STOCKS', name: 'Склад', ...change } });
  const look = async (id: number) => (await call('GET', `/cards/bulk-edits/${id}/`)).body;
  const rowsOf = async (id: number) => (await call('GET', `/cards/bulk-edits/${id}/rows/`)).body.results;

  return {
    get test() {
      return test;
    },
    get owner() {
      return owner;
    },
    shelf,
    addCards,
    addShop,
    chrtOf,
    call,
    create,
    look,
    rowsOf,
    run,
    signInStranger: () => test.signIn(`stock-stranger-${people}`),
    /** Looked at, to the end. */
    async prepare(change: object, selection?: object) {
      const { body } = await create(change, selection);
      await run(body.id);
      return await look(body.id);
    },
    async apply(id: number) {
      const { counts } = await look(id);
      await call('POST', `/cards/bulk-edits/${id}/apply/`, { expected_count: counts.ready });
      await run(id);
      return await look(id);
    },
    async rollBack(id: number, cardIds?: number[]) {
      await call('POST', `/cards/bulk-edits/${id}/rollback/`, cardIds ? { card_ids: cardIds } : {});
      await run(id);
      return await look(id);
    },
  };
}
