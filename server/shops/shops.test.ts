import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignedIn } from '#tests/setup/test-app.ts';
import { openShopTest, type ShopTest } from '#tests/setup/shop-test.ts';

let test: ShopTest;
let owner: SignedIn;
let stranger: SignedIn;

beforeAll(async () => {
  test = await openShopTest();
  owner = await test.signIn('owner');
  stranger = await test.signIn('stranger');
});

afterAll(() => test.close());

async function addShop(person: SignedIn, input: { name?: string } = {}) {
  const sid = await test.createSeller();
  const { token } = await test.issueToken({ sid });
  const response = await test.call(person, 'POST', '/shops/', { body: { token, ...input } });
  return { sid, token, response, shop: response.body };
}

const readingsOf = (shopId: number) =>
  test.enqueued.filter(({ data }) => 'shopId' in data && data.shopId === shopId).map(({ name }) => name);

describe('adding a shop', () => {
  it('names it as the marketplace does, asks about every category and starts reading its cards, sales and tariffs', async () => {
    const { response, shop, sid } = await addShop(owner);
    expect(response.status).toBe(201);
    expect(shop).toMatchObject({ name: 'Северика', sid, tin: '770512345601', letter: 'С', card_count: 0 });
    expect(shop.tokens).toHaveLength(1);
    expect(shop.tokens[0].categories).toHaveLength(6);
    for (const category of shop.tokens[0].categories) expect(category).toMatchObject({ status: 'ACTIVE' });
    expect(readingsOf(shop.id)).toEqual(['sync-shop', 'sync-sales', 'sync-tariffs']);
    // The clock's round over all shops would hold up who waits for the first cards and sums.
    expect(test.enqueued.filter(({ isAwaited }) => isAwaited).map(({ name }) => name)).toEqual([
      'sync-shop',
      'sync-sales',
    ]);
  });

  it('takes the name that a person gives', async () => {
    const { shop } = await addShop(owner, { name: '  Мой магазин  ' });
    expect(shop.name).toBe('Мой магазин');
  });

  it('refuses what is no token, an expired one and one that the marketplace has revoked', async () => {
    const sid = await test.createSeller();
    const expired = await test.issueToken({ sid, expiresAt: '2020-01-01T00:00:00Z' });
    const revoked = await test.issueToken({ sid, revoked: true });
    for (const token of ['просто текст', 'a.b.c', expired.token, revoked.token]) {
      const { status, body } = await test.call(owner, 'POST', '/shops/', { body: { token } });
      expect(status).toBe(400);
      expect(body.errors[0].field).toBe('token');
    }
  });

  it('refuses a seller that the account has already, but not one of another account', async () => {
    const { sid } = await addShop(owner);
    const { token } = await test.issueToken({ sid });
    const again = await test.call(owner, 'POST', '/shops/', { body: { token } });
    expect(again.status).toBe(400);
    expect(again.body.detail[0]).toContain('уже добавлен');
    const elsewhere = await test.call(stranger, 'POST', '/shops/', { body: { token } });
    expect(elsewhere.status).toBe(201);
  });

  it('is done once however often it is sent with one key', async () => {
    const sid = await test.createSeller();
    const { token } = await test.issueToken({ sid });
    const first = await test.call(owner, 'POST', '/shops/', { body: { token }, key: 'shop-once-1' });
    const second = await test.call(owner, 'POST', '/shops/', { body: { token }, key: 'shop-once-1' });
    expect(first.status).toBe(201);
    expect(second.status).toBe(201);
    expect(second.body.id).toBe(first.body.id);
  });
});

describe('tokens of a shop', () => {
  it('are added when they are of the same seller, once each', async () => {
    const { shop, sid } = await addShop(owner);
    const more = await test.issueToken({ sid, categories: ['statistics'] });
    const added = await test.call(owner, 'POST', `/shops/${shop.id}/tokens/`, {
      body: { token: more.token },
    });
    expect(added.status).toBe(201);
    expect(added.body.tokens).toHaveLength(2);
    expect(readingsOf(shop.id)).toEqual([
      'sync-shop',
      'sync-sales',
      'sync-tariffs',
      'sync-shop',
      'sync-sales',
      'sync-tariffs',
    ]);
    const twice = await test.call(owner, 'POST', `/shops/${shop.id}/tokens/`, {
      body: { token: more.token },
    });
    expect(twice.body.detail).toEqual(['Этот токен уже добавлен']);
    const foreign = await test.issueToken({ sid: await test.createSeller() });
    const refused = await test.call(owner, 'POST', `/shops/${shop.id}/tokens/`, {
      body: { token: foreign.token },
    });
    expect(refused.body.detail[0]).toContain('другому продавцу');
  });

  it('are not stored while nobody can be asked about them', async () => {
    const { shop, sid } = await addShop(owner);
    const { token } = await test.issueToken({ sid, categories: ['statistics'] });
    const add = () => test.call(owner, 'POST', `/shops/${shop.id}/tokens/`, { body: { token } });
    // The marketplace says whose a token is once a minute.
    const spent = { operation: 'common/seller-info', kind: '429', delayMs: 60_000 };
    await test.control('PUT', '/faults', { rules: [spent, { operation: '*', kind: '500' }] });
    const unasked = await add();
    expect(unasked.status).toBe(503);
    expect(unasked.body.detail[0]).toContain('Не удалось проверить токен');
    await test.control('PUT', '/faults', { rules: [spent] });
    const taken = await add();
    await test.control('PUT', '/faults', { rules: [] });
    expect(taken.status).toBe(201);
    expect(taken.body.tokens).toHaveLength(2);
  });

  it('show at a check what the marketplace has revoked since', async () => {
    const sid = await test.createSeller();
    const { id, token } = await test.issueToken({ sid });
    const { body: shop } = await test.call(owner, 'POST', '/shops/', { body: { token } });
    await test.control('POST', '/revoke', { id });
    const { body } = await test.call(owner, 'POST', `/shops/${shop.id}/tokens/check/`);
    for (const category of body.tokens[0].categories) {
      expect(category).toMatchObject({ status: 'INACTIVE', problem: 'REVOKED' });
    }
  });

  it('show that they have expired without asking anybody', async () => {
    const { shop } = await addShop(owner);
    await test.database.db
      .updateTable('shop_tokens')
      .set({ expires_at: '2024-01-01T00:00:00Z' })
      .where('shop_id', '=', shop.id)
      .execute();
    const { body } = await test.call(owner, 'GET', `/shops/${shop.id}/`);
    expect(body.tokens[0].categories[0]).toMatchObject({ status: 'INACTIVE', problem: 'EXPIRED' });
  });

  it('are removed for good', async () => {
    const { shop } = await addShop(owner);
    const [{ id }] = shop.tokens;
    expect((await test.call(owner, 'DELETE', `/shops/${shop.id}/tokens/${id}/`)).status).toBe(204);
    expect((await test.call(owner, 'DELETE', `/shops/${shop.id}/tokens/${id}/`)).status).toBe(404);
    const rows = await test.database.db
      .selectFrom('shop_token_categories')
      .select('token_id')
      .where('token_id', '=', id)
      .execute();
    expect(rows).toEqual([]);
  });
});

describe('a shop of another account', () => {
  it('is not there for reading, changing, adding, checking or removing', async () => {
    const { shop, sid } = await addShop(owner);
    const { token } = await test.issueToken({ sid });
    const path = `/shops/${shop.id}/`;
    const responses = await Promise.all([
      test.call(stranger, 'GET', path),
      test.call(stranger, 'PATCH', path, { body: { name: 'Чужой' } }),
      test.call(stranger, 'POST', `${path}tokens/`, { body: { token } }),
      test.call(stranger, 'POST', `${path}tokens/check/`),
      test.call(stranger, 'DELETE', `${path}tokens/${shop.tokens[0].id}/`),
      test.call(stranger, 'GET', `${path}warehouses/`),
    ]);
    expect(responses.map((response) => response.status)).toEqual([404, 404, 404, 404, 404, 404]);
    const { body } = await test.call(owner, 'GET', path);
    expect(body).toMatchObject({ name: shop.name, tokens: [{ id: shop.tokens[0].id }] });
    expect((await test.call(stranger, 'GET', '/shops/')).text).not.toContain(`"id":${shop.id},`);
  });
});

describe('the secret of a token', () => {
  it('is in no answer and lies sealed in the database', async () => {
    const { shop, token } = await addShop(owner);
    const canary = token.split('.')[2] ?? '';
    expect(canary.length).toBeGreaterThan(20);
    const path = `/shops/${shop.id}/`;
    const responses = [
      await test.call(owner, 'GET', '/shops/'),
      await test.call(owner, 'GET', path),
      await test.call(owner, 'POST', `${path}tokens/check/`),
      await test.call(owner, 'POST', `${path}tokens/`, { body: { token } }),
      await test.call(owner, 'POST', '/shops/', { body: { token } }),
      await test.call(owner, 'POST', '/shops/', { body: { token: `${token}x` } }),
      await test.call(owner, 'GET', '/users/me/'),
    ];
    for (const response of responses) {
      expect(response.text).not.toContain(canary);
      expect(JSON.stringify(response.headers)).not.toContain(canary);
    }
    expect(shop.tokens[0].last4).toBe(token.slice(-4));
    const row = await test.database.db
      .selectFrom('shop_tokens')
      .select('secret')
      .where('shop_id', '=', shop.id)
      .executeTakeFirstOrThrow();
    expect(row.secret.toString('utf8')).not.toContain(canary);
    expect(JSON.stringify(test.enqueued)).not.toContain(canary);
  });
});

it('changes name and description as one line and as text', async () => {
  const { shop } = await addShop(owner);
  const { body } = await test.call(owner, 'PATCH', `/shops/${shop.id}/`, {
    body: { name: 'Новое\nимя', description: 'Первая строка\r\nвторая' },
  });
  expect(body).toMatchObject({ name: 'Новое имя', description: 'Первая строка\nвторая' });
});
