import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addTestToken,
  openTestMarket,
  type TestMarket,
  type TestShop,
} from '#tests/support/marketplace/test-market.ts';
import { buildTestApp, type SignedIn, type TestApp } from '#tests/setup/test-app.ts';
import { ADVANCE_SHIPMENT } from './store/runs.ts';
import { insertCards, readDirectory } from '#tests/support/shipments/test-shipments.ts';

let market: TestMarket;
let test: TestApp;
let owner: SignedIn;
let stranger: SignedIn;
let shop: TestShop;

beforeAll(async () => {
  market = await openTestMarket();
  test = await buildTestApp({ marketplace: market.marketplace });
  owner = await test.signIn('owner');
  stranger = await test.signIn('stranger');
  await test.database.db.updateTable('accounts').set({ is_demo: true }).execute();
  shop = await createShop(owner);
  await readDirectory(test.database, market, shop);
});
afterAll(async () => {
  await test.close();
  await market.close();
});

async function createShop(person: SignedIn, input: { readOnly?: boolean } = {}): Promise<TestShop> {
  const made = await market.control('POST', '/sellers', {
    name: 'Магазин',
    tin: '7700000000',
    tradeMark: '',
  });
  const row = await test.database.db
    .insertInto('shops')
    .values({ account_id: person.accountId, name: 'Северика', sid: String(made['sid']) })
    .returning('id')
    .executeTakeFirstOrThrow();
  const result = {
    accountId: person.accountId,
    userId: person.userId,
    shopId: row.id,
    sid: String(made['sid']),
  };
  await addTestToken(test.database, market, result, input);
  return result;
}

async function call(method: 'GET' | 'POST', url: string, body?: object, person = owner, key = randomUUID()) {
  const response = await test.app.inject({
    method,
    url: `/api/v1${url}`,
    headers: { ...person.headers, ...(method === 'POST' ? { 'idempotency-key': key } : {}) },
    ...(body === undefined ? {} : { payload: body }),
  });
  return {
    status: response.statusCode,
    body: response.json<Record<string, never>>() as Record<string, unknown>,
  };
}

const options = { with_prices: true, with_discounts: true, with_images: true };
const cards = (count: number, state?: 'ARCHIVED') =>
  insertCards(
    test.database,
    owner.accountId,
    Array.from({ length: count }, () => ({ vendorCode: randomUUID(), ...(state ? { state } : {}) })),
  );

async function send(ids: number[], shopIds = [shop.shopId], person = owner, key = randomUUID()) {
  return await call('POST', '/cards/send/', { selection: { ids }, shop_ids: shopIds, options }, person, key);
}

async function countShipments(): Promise<number> {
  const { count } = await test.database.db
    .selectFrom('shipments')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

async function setStatus(id: unknown, status: 'HAS_ERRORS' | 'FINISHED', state: 'failed' | 'done') {
  await test.database.db.updateTable('shipments').set({ status }).where('id', '=', Number(id)).execute();
  await test.database.db
    .updateTable('shipment_items')
    .set({ state, stage: state === 'done' ? 'DONE' : 'CARD' })
    .where('shipment_id', '=', Number(id))
    .execute();
}

describe('sending cards', () => {
  it('makes a shipment, its items and a job in one go, once per key', async () => {
    const ids = await cards(2);
    const before = test.enqueued.length;
    const key = randomUUID();
    const first = await send(ids, [shop.shopId], owner, key);
    expect(first).toMatchObject({ status: 201, body: { status: 'NEW', cards: 2, shops: 1 } });
    expect((await send(ids, [shop.shopId], owner, key)).body).toEqual(first.body);
    const added = test.enqueued.slice(before);
    expect(added).toMatchObject([
      { name: ADVANCE_SHIPMENT, singletonKey: `shop:${String(shop.shopId)}`, data: { ticket: 1 } },
    ]);
    const shipment = await call('GET', `/shipments/${String(first.body['id'])}/`);
    expect(shipment.body).toMatchObject({
      status: 'NEW',
      items: 2,
      failed_items: 0,
      is_slow: false,
      waiting_until: null,
      created_by: 'Продавец owner',
      stages: [
        { stage: 'CARD', is_included: true, total: 2, done: 0 },
        { stage: 'DISCOUNTS', is_included: true, total: 2, done: 0 },
        { stage: 'IMAGES', is_included: true, total: 2, done: 0 },
      ],
      events: [{ text: 'Отправка создана: 2 карточки, 1 магазин' }],
    });
    const states = await test.database.db
      .selectFrom('cards')
      .select('state')
      .where('id', 'in', ids)
      .execute();
    expect(states.map((one) => one.state)).toEqual(['UPDATING', 'UPDATING']);
  });

  it('refuses archived cards and nothing with a sentence', async () => {
    const archived = await send(await cards(1, 'ARCHIVED'));
    expect(archived).toMatchObject({
      status: 409,
      body: { detail: [expect.stringContaining('уже в архиве: 1 карточка')] },
    });
    const [kept, moved] = await cards(2);
    const frozen = (body: object) => call('POST', '/cards/selections/', body);
    const { id } = (await frozen({ selection: { ids: [kept, moved] } })).body;
    await call('POST', '/cards/archive/', { selection: { ids: [moved] }, is_archived: true });
    const sent = (selection: object) =>
      call('POST', '/cards/send/', { selection, shop_ids: [shop.shopId], options });
    expect(await sent({ id })).toMatchObject({ status: 409, body: { code: 'selection_changed' } });
    const rest = await frozen({ selection: { id }, without_archived: true });
    expect(await sent({ id: rest.body.id })).toMatchObject({ status: 201, body: { cards: 1 } });
    const none = await call('POST', '/cards/send/', {
      selection: { filter: { search: 'такого точно нет' } },
      shop_ids: [shop.shopId],
      options,
    });
    expect(none).toMatchObject({ status: 400, body: { detail: ['Нет карточек для отправки'] } });
  });

  it('takes ten thousand cards and refuses one more, by number and by filter, in words', async () => {
    const big = await test.signIn('big');
    const bigShop = await createShop(big);
    await test.database.executeSql(
      `INSERT INTO cards (account_id, vendor_code, title, subject_id)
       SELECT $1, 'МНОГО-' || n, 'Кружка', 812 FROM generate_series(1, 10001) AS n`,
      [big.accountId],
    );
    const everything = { selection: { filter: {} }, shop_ids: [bigShop.shopId], options };
    const tooMany = await call('POST', '/cards/send/', everything, big);
    expect(tooMany).toMatchObject({
      status: 400,
      body: { detail: ['В одной отправке — не больше 10 000 карточек. Разделите отправку'] },
    });
    const named = await send(
      Array.from({ length: 10_001 }, (_, index) => index + 1),
      [bigShop.shopId],
      big,
    );
    expect(named.status).toBe(400);
    expect((await call('GET', '/shipments/', undefined, big)).body).toMatchObject({ count: 0 });
    await test.database.executeSql(`DELETE FROM cards WHERE account_id = $1 AND vendor_code = 'МНОГО-1'`, [
      big.accountId,
    ]);
    const shops = await Promise.all(Array.from({ length: 5 }, () => createShop(big)));
    const toSix = [bigShop, ...shops].map((one) => one.shopId);
    expect(await call('POST', '/cards/send/', { ...everything, shop_ids: toSix }, big)).toMatchObject({
      status: 400,
      body: { detail: [expect.stringContaining('не больше 50 000')] },
    });
    expect(await call('POST', '/cards/send/', everything, big)).toMatchObject({
      status: 201,
      body: { cards: 10_000, shops: 1 },
    });
    expect((await call('GET', '/shipments/', undefined, big)).body).toMatchObject({
      results: [{ items: 10_000, cards: 10_000 }],
    });
  });

  it('refuses a shop that takes nothing, with its reason and before anything is made; so do repeat and retry', async () => {
    const readOnly = await createShop(owner, { readOnly: true });
    const ids = await cards(1);
    const before = await countShipments();
    const refused = await send(ids, [shop.shopId, readOnly.shopId]);
    expect(refused.status).toBe(400);
    expect(refused.body['detail']).toEqual([
      '«Северика»: Токен «Контент» только для чтения. Ничего не отправлено: добавьте токен или уберите магазин',
    ]);
    expect(await countShipments()).toBe(before);

    const { body: sent } = await send(ids);
    const tokens = test.database.db.updateTable('shop_tokens').where('shop_id', '=', shop.shopId);
    await tokens.set({ is_read_only: true }).execute();
    await setStatus(sent['id'], 'HAS_ERRORS', 'failed');
    const retried = await call('POST', `/shipments/${String(sent['id'])}/retry/`);
    expect(retried).toMatchObject({
      status: 409,
      body: { detail: [expect.stringContaining('только для чтения')] },
    });
    await setStatus(sent['id'], 'FINISHED', 'done');
    const repeated = await call('POST', `/shipments/${String(sent['id'])}/repeat/`);
    expect(repeated).toMatchObject({
      status: 400,
      body: { detail: [expect.stringContaining('только для чтения')] },
    });
    expect(await countShipments()).toBe(before + 1);
    await tokens.set({ is_read_only: false }).execute();
  });

  it('does not know cards and shops of another account', async () => {
    const [id = 0] = await cards(1);
    const foreignShop = await createShop(stranger);
    expect((await send([id], [foreignShop.shopId])).status).toBe(404);
    expect((await send([id], [foreignShop.shopId], stranger)).status).toBe(404);
  });
});

describe('the list', () => {
  it('counts tabs, filters by group, shop and article, and shows the newest first', async () => {
    const [card = 0] = await cards(1);
    const first = await send([card]);
    const failed = await send([card]);
    await setStatus(failed.body['id'], 'HAS_ERRORS', 'failed');
    const all = await call('GET', '/shipments/?limit=2');
    const results = all.body['results'] as { id: number; status: string }[];
    expect(results.map((row) => row.id)).toEqual([failed.body['id'], first.body['id']]);
    const { vendor_code: code } = await test.database.db
      .selectFrom('cards')
      .select('vendor_code')
      .where('id', '=', card)
      .executeTakeFirstOrThrow();
    const found = await call('GET', `/shipments/?search=${code.slice(4, 20)}&shop=${String(shop.shopId)}`);
    expect(found.body).toMatchObject({
      count: 2,
      counters: { all: 2, running: 1, errors: 1, finished: 0 },
      next: null,
    });
    const errors = await call('GET', `/shipments/?search=${code}&group=errors`);
    expect(errors.body).toMatchObject({ count: 1, results: [{ status: 'HAS_ERRORS', failed_items: 1 }] });
    expect((await call('GET', '/shipments/?search=%25')).body).toMatchObject({ count: 0 });
  });

  it('shows nothing of another account', async () => {
    const { body } = await send(await cards(1));
    const id = String(body['id']);
    expect((await call('GET', '/shipments/', undefined, stranger)).body).toMatchObject({ count: 0 });
    for (const path of ['', 'errors/', 'stocks/']) {
      expect((await call('GET', `/shipments/${id}/${path}`, undefined, stranger)).status).toBe(404);
    }
    for (const path of ['retry/', 'repeat/']) {
      expect((await call('POST', `/shipments/${id}/${path}`, undefined, stranger)).status).toBe(404);
    }
    const stocks = { warehouse_group_id: 1, amount: 5 };
    expect((await call('POST', `/shipments/${id}/send-stocks/`, stocks, stranger)).status).toBe(404);
  });
});

describe('retry and repeat', () => {
  it('answers 409 while the shipment runs, and when there is nothing to mend', async () => {
    const { body } = await send(await cards(1));
    const path = `/shipments/${String(body['id'])}`;
    for (const action of ['retry', 'repeat']) {
      expect(await call('POST', `${path}/${action}/`)).toMatchObject({
        status: 409,
        body: { detail: ['Отправка ещё выполняется'], code: 'forbidden_transition' },
      });
    }
    await setStatus(body['id'], 'FINISHED', 'done');
    expect(await call('POST', `${path}/retry/`)).toMatchObject({
      status: 409,
      body: { detail: ['В отправке нет ошибок'] },
    });
  });

  it('repeats a finished shipment once at a time', async () => {
    const { body } = await send(await cards(3));
    await setStatus(body['id'], 'FINISHED', 'done');
    const path = `/shipments/${String(body['id'])}/repeat/`;
    const repeated = await call('POST', path);
    expect(repeated).toMatchObject({ status: 201, body: { status: 'NEW' } });
    const shipment = await call('GET', `/shipments/${String(repeated.body['id'])}/`);
    expect(shipment.body).toMatchObject({ repeat_of: body['id'], cards: 3 });
    expect((await call('POST', path)).status).toBe(409);
  });
});

describe('stocks of a shipment', () => {
  async function shipped(shops = [shop]) {
    const [card = 0] = await cards(1);
    const { body } = await send(
      [card],
      shops.map(({ shopId }) => shopId),
    );
    const warehouseIds: number[] = [];
    for (const one of shops) warehouseIds.push(await confirmed(one, card));
    return { id: Number(body['id']), card, warehouseId: warehouseIds[0] ?? 0 };
  }

  /** The marketplace has the card in this shop, and a warehouse for it. */
  async function confirmed({ sid, shopId }: TestShop, card: number): Promise<number> {
    const made = await market.control('PUT', `/sellers/${sid}/cards`, {
      cards: [{ vendorCode: randomUUID(), title: 'Кружка', subjectID: 812, price: 900 }],
    });
    const [known] = made['cards'] as { nmID: number; vendorCode: string; sizes: { chrtID: number }[] }[];
    const warehouse = await market.control('POST', `/sellers/${sid}/warehouses`, { name: 'Основной' });
    await test.database.db
      .updateTable('shop_cards')
      .set({
        nm_id: known?.nmID ?? 0,
        sizes: JSON.stringify([{ chrtId: known?.sizes[0]?.chrtID, techSize: '0', skus: [] }]),
      })
      .where('card_id', '=', card)
      .where('shop_id', '=', shopId)
      .execute();
    const row = await test.database.db
      .insertInto('warehouses')
      .values({
        account_id: owner.accountId,
        shop_id: shopId,
        wb_warehouse_id: Number(warehouse['id']),
        name: 'Основной',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return row.id;
  }

  async function groupOf(warehouseIds: number[], kind: 'USER' | 'CLEANING' = 'USER') {
    const group = await test.database.db
      .insertInto('warehouse_groups')
      .values({ account_id: owner.accountId, name: randomUUID(), kind })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const warehouse_id of warehouseIds) {
      await test.database.db
        .insertInto('warehouse_group_warehouses')
        .values({ account_id: owner.accountId, group_id: group.id, warehouse_id })
        .execute();
    }
    return group.id;
  }

  it('are sent to the warehouses of a group, read back and kept', async () => {
    const { id, card, warehouseId } = await shipped();
    const sent = await call('POST', `/shipments/${String(id)}/send-stocks/`, {
      warehouse_group_id: await groupOf([warehouseId]),
      amount: 12,
    });
    expect(sent).toMatchObject({ status: 200, body: { sent: 1, failed: 0, errors: [] } });
    const read = await call('GET', `/shipments/${String(id)}/stocks/`);
    expect(read.body).toMatchObject({
      stocks: [{ card_id: card, warehouse_id: warehouseId, amount: 12 }],
      unread: [],
    });
    const row = await test.database.db
      .selectFrom('cards')
      .select('stock')
      .where('id', '=', card)
      .executeTakeFirstOrThrow();
    expect(row.stock).toBe(12);
  });

  it.each(['whose warehouses were read before', 'whose warehouses nobody could read'])(
    'L-39: of one shop are shown although the other, %s, has no token for them; which, is said',
    async (which) => {
      const here = await createShop(owner);
      const other = await createShop(owner);
      const { id, warehouseId } = await shipped([here, other]);
      await test.database.db
        .deleteFrom('shop_token_categories')
        .where('shop_id', '=', other.shopId)
        .where('category', '=', 'MARKETPLACE')
        .execute();
      if (which.includes('nobody')) {
        await test.database.db.deleteFrom('warehouses').where('shop_id', '=', other.shopId).execute();
      }
      const read = await call('GET', `/shipments/${String(id)}/stocks/`);
      expect(read).toMatchObject({
        status: 200,
        body: {
          stocks: [{ shop_id: here.shopId, warehouse_id: warehouseId, amount: 0 }],
          unread: [
            {
              shop_id: other.shopId,
              shop_name: 'Северика',
              warehouse_name: null,
              detail: 'Нет активного токена категории «Маркетплейс» в магазине «Северика»',
              is_token_missing: true,
            },
          ],
        },
      });
    },
  );

  it('L-39: of a warehouse that the marketplace does not know now leave out that one alone', async () => {
    const here = await createShop(owner);
    const { id, warehouseId } = await shipped([here]);
    await test.database.db
      .insertInto('warehouses')
      .values({ account_id: owner.accountId, shop_id: here.shopId, wb_warehouse_id: 404, name: 'Закрытый' })
      .execute();
    expect((await call('GET', `/shipments/${String(id)}/stocks/`)).body).toMatchObject({
      stocks: [{ warehouse_id: warehouseId }],
      unread: [{ shop_id: here.shopId, warehouse_name: 'Закрытый', is_token_missing: false }],
    });
  });

  it('say per row what the marketplace refused', async () => {
    const { id, card, warehouseId } = await shipped();
    await test.database.db
      .updateTable('shop_cards')
      .set({ sizes: JSON.stringify([{ chrtId: 1, techSize: '0', skus: [] }]) })
      .where('card_id', '=', card)
      .execute();
    const sent = await call('POST', `/shipments/${String(id)}/send-stocks/`, {
      warehouse_group_id: await groupOf([warehouseId]),
      amount: 3,
    });
    expect(sent.body).toMatchObject({
      sent: 0,
      failed: 1,
      errors: [{ warehouse_name: 'Основной', detail: 'Wildberries не нашёл склад или размер товара' }],
    });
  });

  it('are refused for a group that only cleans, for a foreign group and before cards are confirmed', async () => {
    const { id, warehouseId } = await shipped();
    const path = `/shipments/${String(id)}/send-stocks/`;
    const cleaning = await groupOf([warehouseId], 'CLEANING');
    expect((await call('POST', path, { warehouse_group_id: cleaning, amount: 3 })).status).toBe(400);
    expect((await call('POST', path, { warehouse_group_id: cleaning, amount: 0 })).body).toMatchObject({
      sent: 1,
    });
    expect((await call('POST', path, { warehouse_group_id: 999_999, amount: 3 })).status).toBe(404);
    const early = await send(await cards(1));
    const group = await groupOf([warehouseId]);
    const tooEarly = await call('POST', `/shipments/${String(early.body['id'])}/send-stocks/`, {
      warehouse_group_id: group,
      amount: 3,
    });
    expect(tooEarly.status).toBe(409);
  });
});
