import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addTestShop, addTestSubjects, addTestWarehouse, cardBody } from '#tests/support/cards/fixtures.ts';
import { SYNC_SHOP, syncShopJob } from '#server/sync/sync-shop-job.ts';
import { openShopTest, type ShopTest } from '#tests/setup/shop-test.ts';
import type { SignedIn } from '#tests/setup/test-app.ts';

let test: ShopTest;
let owner: SignedIn;
let stranger: SignedIn;
let people = 0;
let keys = 0;

beforeAll(async () => {
  test = await openShopTest();
  await addTestSubjects(test.database.db);
  stranger = await test.signIn('stranger');
});

// Each test starts with an empty account.
beforeEach(async () => {
  people += 1;
  owner = await test.signIn(`owner-${people}`);
});

afterAll(() => test.close());

const nextKey = () => `warehouse-key-${(keys += 1)}`;

async function addWarehouses(count: number, person = owner): Promise<number[]> {
  const shopId = await addTestShop(test.database.db, person.accountId);
  const ids = [];
  for (let number = 1; number <= count; number += 1) {
    ids.push(await addTestWarehouse(test.database.db, { accountId: person.accountId, shopId }, number));
  }
  return ids;
}

async function createGroup(name: string, input: { kind?: string; ids?: number[] } = {}) {
  return await test.call(owner, 'POST', '/warehouse-groups/', {
    body: { name, kind: input.kind ?? 'USER', warehouse_ids: input.ids ?? [] },
  });
}

describe('a group of warehouses', () => {
  it('is created, read, changed and deleted by its version', async () => {
    const [first = 0, second = 0] = await addWarehouses(2);
    const { status, body: group } = await createGroup('  Москва\nи МО ', { ids: [first] });
    expect(status).toBe(201);
    expect(group).toMatchObject({ name: 'Москва и МО', kind: 'USER', version: 1 });
    const path = `/warehouse-groups/${group.id}/`;
    const changed = await test.call(owner, 'PATCH', path, {
      body: { name: 'Вся Россия', warehouse_ids: [first, second] },
      version: 1,
    });
    expect(changed.body).toMatchObject({ name: 'Вся Россия', version: 2 });
    expect(changed.body.warehouses).toHaveLength(2);
    const late = await test.call(owner, 'PATCH', path, { body: { name: 'Поздно' }, version: 1 });
    expect(late.status).toBe(412);
    expect(late.body.current).toMatchObject({ name: 'Вся Россия', version: 2 });
    expect((await test.call(owner, 'DELETE', path, { version: 1 })).status).toBe(412);
    expect((await test.call(owner, 'DELETE', path, { version: 2 })).status).toBe(204);
    expect((await test.call(owner, 'GET', path)).status).toBe(404);
  });

  it('has a name of its own, also in capitals', async () => {
    await createGroup('Юг');
    const again = await createGroup('ЮГ');
    expect(again.status).toBe(400);
    expect(again.body.errors[0].field).toBe('name');
  });

  it('for zeroing there is one of', async () => {
    await createGroup('Обнуление', { kind: 'CLEANING' });
    const second = await createGroup('Ещё одна', { kind: 'CLEANING' });
    expect(second.status).toBe(400);
    expect(second.body.errors[0].field).toBe('kind');
    const user = await createGroup('Обычная');
    const turned = await test.call(owner, 'PATCH', `/warehouse-groups/${user.body.id}/`, {
      body: { kind: 'CLEANING' },
      version: 1,
    });
    expect(turned.status).toBe(400);
  });

  it('shares no warehouse with another of its kind, but may with the one for zeroing', async () => {
    const [first = 0] = await addWarehouses(1);
    await createGroup('Первая', { ids: [first] });
    const second = await createGroup('Вторая', { ids: [first] });
    expect(second.status).toBe(400);
    expect(second.body.errors[0].field).toBe('warehouse_ids');
    expect((await createGroup('Обнуление', { kind: 'CLEANING', ids: [first] })).status).toBe(201);
  });

  it('takes no warehouse of another account', async () => {
    const [foreign = 0] = await addWarehouses(1, stranger);
    expect((await createGroup('Чужой склад', { ids: [foreign] })).status).toBe(404);
  });

  it('is not there for another account', async () => {
    const { body: group } = await createGroup('Тайная группа');
    const path = `/warehouse-groups/${group.id}/`;
    const responses = [
      await test.call(stranger, 'GET', path),
      await test.call(stranger, 'PATCH', path, { body: { name: 'Моя' }, version: 1 }),
      await test.call(stranger, 'DELETE', path, { version: 1 }),
      await test.call(stranger, 'GET', `${path}cleaning/`),
      await test.call(stranger, 'POST', `${path}cleaning/`, { key: nextKey() }),
      await test.call(stranger, 'POST', `${path}cleaning/reading/`),
    ];
    expect(responses.map((response) => response.status)).toEqual([404, 404, 404, 404, 404, 404]);
    expect((await test.call(stranger, 'GET', '/warehouse-groups/')).text).not.toContain('Тайная');
    expect((await test.call(owner, 'GET', path)).body.version).toBe(1);
  });

  it('that was the default of a person leaves him without one', async () => {
    const { body: group } = await createGroup('По умолчанию');
    await test.call(owner, 'PATCH', '/users/settings/', { body: { default_warehouse_group_id: group.id } });
    await test.call(owner, 'DELETE', `/warehouse-groups/${group.id}/`, { version: 1 });
    const { body } = await test.call(owner, 'GET', '/users/me/');
    expect(body.settings.default_warehouse_group_id).toBeNull();
  });
});

/** A shop on the stand-in with two warehouses, two cards and stocks, read by the job. */
async function readShop() {
  const sid = await test.createSeller('Чтение');
  const { token } = await test.issueToken({ sid });
  const made: { id: number }[] = [];
  for (const name of ['Коледино', 'Подольск']) {
    made.push(await test.control<{ id: number }>('POST', `/sellers/${sid}/warehouses`, { name }));
  }
  const { cards } = await test.control<{ cards: { nmID: number; sizes: { chrtID: number }[] }[] }>(
    'PUT',
    `/sellers/${sid}/cards`,
    {
      cards: ['READ-1', 'READ-2'].map((vendorCode, index) => ({
        vendorCode,
        title: `Кружка ${index + 1}`,
        subjectID: 812,
        sizes: [{ skus: [] }],
        price: 1000,
        discount: 20,
      })),
    },
  );
  const stocks = cards.flatMap((card) =>
    made.map((warehouse) => ({
      warehouseId: warehouse.id,
      chrtId: card.sizes[0]?.chrtID ?? 0,
      amount: 5,
    })),
  );
  await test.control('PUT', `/sellers/${sid}/stocks`, { stocks });
  const { body: shop } = await test.call(owner, 'POST', '/shops/', { body: { token } });
  await runShopJob(shop.id);
  return { shop, sid, wbWarehouses: made };
}

async function runShopJob(shopId: number): Promise<void> {
  const run = { signal: new AbortController().signal, attempt: 1 };
  await syncShopJob.handler({ accountId: owner.accountId, shopId }, test.deps, run);
}

describe('reading a shop from the marketplace', () => {
  it('brings cards, prices, warehouses and stocks', async () => {
    const { shop } = await readShop();
    const { body } = await test.call(owner, 'GET', '/cards/?ordering=title');
    expect(body.results).toMatchObject([
      { vendor_code: 'READ-1', price_kopecks: 100_000, discount: 20, stock: 10, state: 'PUBLISHED' },
      { vendor_code: 'READ-2', price_kopecks: 100_000, discount: 20, stock: 10, shop_ids: [shop.id] },
    ]);
    const read = await test.call(owner, 'GET', `/shops/${shop.id}/`);
    expect(read.body).toMatchObject({ card_count: 2, warehouse_count: 2 });
    expect(read.body.last_synced_at).not.toBeNull();
    expect(test.enqueued.some((job) => job.name === SYNC_SHOP)).toBe(true);
  });

  it('a second time makes nothing twice and leaves what a person wrote', async () => {
    const { shop } = await readShop();
    const { body: list } = await test.call(owner, 'GET', '/cards/?search=READ-1');
    const [card] = list.results;
    await test.call(owner, 'PATCH', `/cards/${card.id}/`, {
      body: { title: 'Моё наименование', price_kopecks: 70_000 },
      version: card.version,
    });
    await test.database.db.deleteFrom('sync_cursors').where('shop_id', '=', shop.id).execute();
    await runShopJob(shop.id);
    const { body } = await test.call(owner, 'GET', '/cards/?ordering=title');
    expect(body.count).toBe(2);
    const own = await test.call(owner, 'GET', `/cards/${card.id}/`);
    expect(own.body).toMatchObject({ title: 'Моё наименование', price_kopecks: 70_000 });
    const inShops = await test.call(owner, 'GET', `/cards/${card.id}/shop-cards/`);
    expect(inShops.body[0]).toMatchObject({ title: null, price_kopecks: 100_000 });
  });

  it('ties a card that was written here to the one of the shop by its vendor code', async () => {
    await test.call(owner, 'POST', '/cards/', { body: cardBody('READ-2', { title: 'Была раньше' }) });
    await readShop();
    const { body } = await test.call(owner, 'GET', '/cards/?search=READ-2');
    expect(body.results).toMatchObject([{ title: 'Была раньше', state: 'PUBLISHED' }]);
  });

  it('forgets a warehouse that the marketplace does not have any more', async () => {
    const { shop } = await readShop();
    await addTestWarehouse(test.database.db, { accountId: owner.accountId, shopId: shop.id }, 1);
    const { body } = await test.call(owner, 'GET', `/shops/${shop.id}/warehouses/`);
    expect(body.map((warehouse: { name: string }) => warehouse.name)).toEqual(['Коледино', 'Подольск']);
    expect(body[0].office_name).not.toBe('');
  });
});

describe('sending the stocks of a card', () => {
  it('sets what the marketplace takes, and says which rows it did not', async () => {
    const { shop } = await readShop();
    const { body: list } = await test.call(owner, 'GET', '/cards/?ordering=title');
    const [card, other] = list.results;
    const sizeOf = async (id: number) =>
      (await test.call(owner, 'GET', `/cards/${id}/shop-cards/`)).body[0].sizes[0].chrt_id;
    const { body: warehouses } = await test.call(owner, 'GET', `/warehouses/?shop=${shop.id}`);
    const chrtId = await sizeOf(card.id);
    const { status, body } = await test.call(owner, 'POST', `/cards/${card.id}/send-stocks/`, {
      body: {
        stocks: [
          { warehouse_id: warehouses[0].id, chrt_id: chrtId, amount: 77 },
          // A size of another card is none of this card's.
          { warehouse_id: warehouses[0].id, chrt_id: await sizeOf(other.id), amount: 1 },
        ],
      },
      key: nextKey(),
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ sent: 1, failed: 1 });
    expect((await test.call(owner, 'GET', `/cards/${card.id}/`)).body.stock).toBe(82);
    expect((await test.call(owner, 'GET', `/cards/${other.id}/`)).body.stock).toBe(10);
  });

  it('reads what the warehouses hold of the card now', async () => {
    const { shop, sid, wbWarehouses } = await readShop();
    const { body: list } = await test.call(owner, 'GET', '/cards/?ordering=title');
    const path = `/cards/${list.results[0].id}/`;
    const chrtId = (await test.call(owner, 'GET', `${path}shop-cards/`)).body[0].sizes[0].chrt_id;
    const put = [{ warehouseId: wbWarehouses[0]?.id, chrtId, amount: 50 }];
    await test.control('PUT', `/sellers/${sid}/stocks`, { stocks: put });
    const read = await test.call(owner, 'POST', `${path}shop-cards/reading/`);
    const amounts = read.body.shop_cards[0].sizes[0].stocks.map(({ amount }: { amount: number }) => amount);
    expect(amounts.toSorted()).toEqual([5, 50]);
    expect(read.body.unread).toEqual([]);
    expect((await test.call(owner, 'GET', path)).body.stock).toBe(55);
    expect((await test.call(stranger, 'POST', `${path}shop-cards/reading/`)).status).toBe(404);

    await test.database.db.deleteFrom('shop_tokens').where('shop_id', '=', shop.id).execute();
    const unread = (await test.call(owner, 'POST', `${path}shop-cards/reading/`)).body.unread;
    expect(unread).toMatchObject([{ warehouse_name: null, detail: expect.stringContaining('токен') }]);
  });

  it('refuses two amounts for one size in one warehouse, and sends neither', async () => {
    const { shop } = await readShop();
    const { body: list } = await test.call(owner, 'GET', '/cards/?ordering=title');
    const path = `/cards/${list.results[0].id}/`;
    const chrtId = (await test.call(owner, 'GET', `${path}shop-cards/`)).body[0].sizes[0].chrt_id;
    const { body: warehouses } = await test.call(owner, 'GET', `/warehouses/?shop=${shop.id}`);
    const row = { warehouse_id: warehouses[0].id, chrt_id: chrtId };
    const { status, body } = await test.call(owner, 'POST', `${path}send-stocks/`, {
      body: {
        stocks: [
          { ...row, amount: 77 },
          { ...row, warehouse_id: warehouses[1].id, amount: 1 },
          { ...row, amount: 3 },
        ],
      },
      key: nextKey(),
    });
    expect(status).toBe(400);
    const detail = `Размер ${chrtId} на одном складе указан дважды`;
    expect(body).toMatchObject({ detail: [detail], errors: [{ field: 'stocks.2', detail }] });
    expect((await test.call(owner, 'GET', path)).body.stock).toBe(10);
  });

  it('reaches no warehouse of another account', async () => {
    await readShop();
    const { body: list } = await test.call(owner, 'GET', '/cards/');
    const [foreign = 0] = await addWarehouses(1, stranger);
    const { status } = await test.call(owner, 'POST', `/cards/${list.results[0].id}/send-stocks/`, {
      body: { stocks: [{ warehouse_id: foreign, chrt_id: 1, amount: 1 }] },
      key: nextKey(),
    });
    expect(status).toBe(404);
  });
});

describe('zeroing stocks', () => {
  it('says what it will do, does it once and keeps what the marketplace has', async () => {
    const { shop } = await readShop();
    const { body: warehouses } = await test.call(owner, 'GET', `/warehouses/?shop=${shop.id}`);
    const { body: group } = await createGroup('Обнуление', {
      kind: 'CLEANING',
      ids: warehouses.map((warehouse: { id: number }) => warehouse.id),
    });
    const path = `/warehouse-groups/${group.id}/cleaning/`;
    const preview = await test.call(owner, 'GET', path);
    expect(preview.body).toMatchObject({ warehouses: 2, cards: 2, rows: 4, units: 20 });
    const key = nextKey();
    const done = await test.call(owner, 'POST', path, { key });
    expect(done.body).toMatchObject({
      sent: 4,
      failed: 0,
      errors: [],
      units: 20,
      left: { rows: 0, units: 0 },
    });
    expect((await test.call(owner, 'POST', path, { key })).body).toEqual(done.body);
    expect((await test.call(owner, 'GET', path)).body).toMatchObject({ rows: 0, units: 0 });
    const { body } = await test.call(owner, 'GET', '/cards/');
    for (const card of body.results) expect(card.stock).toBe(0);
  });

  /** A card of five sizes that the last reading saw nearly empty, and what its group for zeroing is. */
  async function fiveSizes() {
    const sid = await test.createSeller('Пять размеров');
    const { token } = await test.issueToken({ sid });
    const place = await test.control<{ id: number }>('POST', `/sellers/${sid}/warehouses`, { name: 'Тула' });
    const chrtIds = await putCard(sid, 'FIVE', ['S', 'M', 'L', 'XL', 'XXL']);
    const put = (amounts: Record<number, number>) =>
      test.control('PUT', `/sellers/${sid}/stocks`, {
        stocks: Object.entries(amounts).map(([chrtId, amount]) => ({
          warehouseId: place.id,
          chrtId: Number(chrtId),
          amount,
        })),
      });
    await put({ [chrtIds[0] ?? 0]: 7 });
    const { body: shop } = await test.call(owner, 'POST', '/shops/', { body: { token } });
    await runShopJob(shop.id);
    const { body: warehouses } = await test.call(owner, 'GET', `/warehouses/?shop=${shop.id}`);
    const { body: group } = await createGroup('Обнуление', { kind: 'CLEANING', ids: [warehouses[0].id] });
    const atMarketplace = async (sizes = chrtIds) => {
      const client = await test.deps.marketplace.forShop(test.database.db, owner.accountId, shop.id);
      const stocks = await client.getStocks(place.id, sizes);
      return stocks.reduce((sum, stock) => sum + stock.amount, 0);
    };
    return { sid, shop, chrtIds, put, atMarketplace, path: `/warehouse-groups/${group.id}/cleaning/` };
  }

  async function putCard(sid: string, vendorCode: string, techSizes: string[]): Promise<number[]> {
    const { cards } = await test.control<{ cards: { sizes: { chrtID: number }[] }[] }>(
      'PUT',
      `/sellers/${sid}/cards`,
      {
        cards: [
          {
            vendorCode,
            title: 'Футболка',
            subjectID: 812,
            sizes: techSizes.map((techSize) => ({ techSize, skus: [] })),
            price: 1000,
            discount: 0,
          },
        ],
      },
    );
    return cards[0]?.sizes.map((size) => size.chrtID) ?? [];
  }

  const fiftyOf = (chrtIds: number[]) => Object.fromEntries(chrtIds.map((chrtId) => [chrtId, 50]));

  it('counts and sets to zero what the warehouses hold now, not what was read an hour ago', async () => {
    const { put, chrtIds, path, atMarketplace } = await fiveSizes();
    await put(fiftyOf(chrtIds));
    const stored = await test.call(owner, 'GET', path);
    expect(stored.body).toMatchObject({ rows: 1, units: 7, unread: [] });
    expect(Date.parse(stored.body.read_at)).toBeLessThanOrEqual(Date.now());
    const fresh = await test.call(owner, 'POST', `${path}reading/`);
    expect(fresh.body).toMatchObject({ warehouses: 1, cards: 1, rows: 5, units: 250, unread: [] });
    const { body } = await test.call(owner, 'POST', path, { key: nextKey() });
    expect(await atMarketplace()).toBe(0);
    expect(body).toMatchObject({ sent: 5, failed: 0, units: 250, left: { rows: 0, units: 0 }, unread: [] });
  });

  it('reaches a card that the shop has got since it was read', async () => {
    const { sid, put, path, atMarketplace } = await fiveSizes();
    const sizes = await putCard(sid, 'NEW', ['0']);
    await put(fiftyOf(sizes));
    const fresh = await test.call(owner, 'POST', `${path}reading/`);
    expect(fresh.body).toMatchObject({ cards: 2, rows: 2, units: 57 });
    await test.call(owner, 'POST', path, { key: nextKey() });
    expect(await atMarketplace(sizes)).toBe(0);
  });

  it('does no more than was agreed to: 409 says what it has become', async () => {
    const { put, chrtIds, path, atMarketplace } = await fiveSizes();
    const agreed = { expected: { rows: 1, units: 7 } };
    await put(fiftyOf(chrtIds));
    const { status, body } = await test.call(owner, 'POST', path, { key: nextKey(), body: agreed });
    expect(status).toBe(409);
    expect(body.detail[0]).toBe('Остатки на складах изменились: стало 5 строк, 250 шт. Посчитайте ещё раз');
    expect(await atMarketplace()).toBe(250);
    // Somebody bought a piece meanwhile: less than agreed is no surprise.
    const more = { expected: { rows: 5, units: 251 } };
    expect((await test.call(owner, 'POST', path, { key: nextKey(), body: more })).status).toBe(200);
  });

  it('says what is left, and which warehouses could not be read', async () => {
    const { shop, put, chrtIds, path } = await fiveSizes();
    await put(fiftyOf(chrtIds));
    await test.call(owner, 'POST', `${path}reading/`);
    await test.database.db.deleteFrom('shop_tokens').where('shop_id', '=', shop.id).execute();
    const { body } = await test.call(owner, 'POST', path, { key: nextKey() });
    expect(body).toMatchObject({ sent: 0, failed: 5, units: 0, left: { rows: 5, units: 250 } });
    expect(body.unread).toEqual([
      { shop_name: expect.any(String), warehouse_name: null, detail: expect.stringContaining('токен') },
      { shop_name: expect.any(String), warehouse_name: 'Тула', detail: expect.stringContaining('токен') },
    ]);
  });

  it('is for the group of that kind only', async () => {
    const { body: group } = await createGroup('Обычная');
    const { status } = await test.call(owner, 'POST', `/warehouse-groups/${group.id}/cleaning/`, {
      key: nextKey(),
    });
    expect(status).toBe(409);
  });
});
