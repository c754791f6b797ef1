import type { TaxPeriod } from '#contract/users.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sealShopToken } from '#server/secrets/secret-box.ts';
import { buildTestApp, type SignedIn, type TestApp } from '#tests/setup/test-app.ts';

let test: TestApp;
let seller: SignedIn;
let other: SignedIn;
beforeAll(async () => {
  test = await buildTestApp();
  seller = await test.signIn('seller');
  other = await test.signIn('other');
});
afterAll(() => test.close());

async function addShop(accountId: number, name: string) {
  return test.database.db
    .insertInto('shops')
    .values({ account_id: accountId, name, color: 3, sid: crypto.randomUUID() })
    .returning('id')
    .executeTakeFirstOrThrow();
}

async function addToken(
  accountId: number,
  shopId: number,
  expiresAt: string,
  categories: Record<string, 'REVOKED' | null>,
) {
  const token = await test.database.db
    .insertInto('shop_tokens')
    .values({
      account_id: accountId,
      shop_id: shopId,
      wb_token_id: crypto.randomUUID(),
      secret: sealShopToken(test.deps.env.secretKey, 'секрет-канарейка', shopId),
      key_id: 'x',
      last4: 'айка',
      type: 'PERSONAL',
      is_read_only: false,
      expires_at: expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const [category, problem] of Object.entries(categories)) {
    await test.database.db
      .insertInto('shop_token_categories')
      .values({
        token_id: token.id,
        account_id: accountId,
        shop_id: shopId,
        category: category as 'CONTENT',
        problem,
      })
      .execute();
  }
}

const profile = async (who: SignedIn) =>
  (await test.app.inject({ url: '/api/v1/users/me/', headers: who.headers })).json<Record<string, unknown>>();
const change = (payload: object, headers: Record<string, string> = {}, who = seller) =>
  test.app.inject({
    method: 'PATCH',
    url: '/api/v1/users/settings/',
    headers: { ...who.headers, ...headers },
    payload,
  });

describe('the profile', () => {
  it('says of each category whether any token of the shop still works', async () => {
    const shop = await addShop(seller.accountId, '«Ёлка и К°»');
    await addToken(seller.accountId, shop.id, '2099-01-01', { CONTENT: null, STATISTICS: 'REVOKED' });
    await addToken(seller.accountId, shop.id, '2020-01-01', { CONTENT: null, ANALYTICS: null });
    await addToken(seller.accountId, shop.id, '2099-01-01', { STATISTICS: null });
    const body = await profile(seller);
    expect(body).toMatchObject({ login: 'seller', account_name: 'Кабинет seller', is_demo: false });
    expect(body.shops).toEqual([
      {
        id: shop.id,
        name: '«Ёлка и К°»',
        letter: 'Ё',
        color: 3,
        tokens: [
          { category: 'ANALYTICS', status: 'INACTIVE' },
          { category: 'CONTENT', status: 'ACTIVE' },
          { category: 'STATISTICS', status: 'ACTIVE' },
        ],
      },
    ]);
    expect(JSON.stringify(body)).not.toContain('канарейка');
  });

  it('shows an account its own shops only', async () => {
    await addShop(seller.accountId, 'Моя');
    expect(await profile(other)).toMatchObject({ shops: [] });
  });

  it('carries the reseller’s id only when there is one', async () => {
    expect(await profile(seller)).not.toHaveProperty('resellup_id');
    await test.database.db
      .updateTable('accounts')
      .set({ resellup_id: 'r-17' })
      .where('id', '=', seller.accountId)
      .execute();
    expect(await profile(seller)).toMatchObject({ resellup_id: 'r-17' });
  });
});

describe('settings', () => {
  it('begin with the defaults and change one by one', async () => {
    const before = await profile(seller);
    expect(before.settings).toMatchObject({ theme: 'system', default_discount: 30 });
    const response = await change({ theme: 'dark' });
    expect(response.json()).toMatchObject({
      settings: { theme: 'dark', default_discount: 30 },
      settings_version: Number(before.settings_version) + 1,
    });
    await change({ default_discount: 45 });
    expect((await profile(seller)).settings).toMatchObject({ theme: 'dark', default_discount: 45 });
  });

  it('are not overwritten by somebody who saw an older version', async () => {
    const { settings_version: version } = await profile(seller);
    expect((await change({ theme: 'light' }, { 'if-match': `"v${String(version)}"` })).statusCode).toBe(200);
    const late = await change({ theme: 'dark' }, { 'if-match': `"v${String(version)}"` });
    expect(late.statusCode).toBe(412);
    expect(late.json()).toMatchObject({
      code: 'version_conflict',
      current: { settings: { theme: 'light' }, settings_version: Number(version) + 1 },
    });
  });

  it.each([
    [{ account_id: 1 }],
    [{ id: 1 }],
    [{ version: 1 }],
    [{ resellup_id: 'x' }],
    [{ is_admin: true }],
    [{ theme: 'pink' }],
    [{ default_discount: 100 }],
    [{ tax_periods: [] }],
    [{ tax_periods: [{ from: '2026-01-01', basis: 'INCOME', rate_percent: 6, vat_percent: 0, id: 1 }] }],
  ])('refuse %j', async (payload) => {
    const before = await profile(seller);
    expect((await change(payload)).statusCode).toBe(400);
    expect((await profile(seller)).settings).toEqual(before.settings);
  });

  const rate = { basis: 'INCOME', rate_percent: 6, vat_percent: 0 };

  it.each([
    [['2026-02-31'], 0, 'Такого дня нет в календаре'],
    [['2026-01-01', '2026-13-01'], 1, 'Такого дня нет в календаре'],
    [['2026-01-01', '2026-02-01', '2026-01-01'], 2, 'Этот день уже есть'],
  ])('refuse tax rates from %j, and say where', async (days, index, detail) => {
    const refused = await change({ tax_periods: days.map((from) => ({ from, ...rate })) });
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toMatchObject({
      detail: [detail],
      errors: [{ field: `tax_periods.${index}.from`, detail }],
    });
  });

  it('stored before such days were refused are read without them, and profit is counted', async () => {
    const stored = (from: string, ratePercent: number): TaxPeriod => ({
      from,
      basis: 'INCOME',
      ratePercent,
      vatPercent: 0,
    });
    const taxPeriods = [
      stored('2026-02-31', 1),
      stored('2026-01-01', 2),
      stored('2025-01-01', 3),
      stored('2026-01-01', 4),
    ];
    await test.database.db
      .updateTable('taxpayers')
      .set({ tax_rates: JSON.stringify(taxPeriods) })
      .where('account_id', '=', seller.accountId)
      .execute();
    expect((await profile(seller)).settings).toMatchObject({
      tax_periods: [
        { from: '2025-01-01', rate_percent: 3 },
        { from: '2026-01-01', rate_percent: 4 },
      ],
    });
    const cards = await test.app.inject({
      url: '/api/v1/analytics/profit/cards/?from=2026-01-01&to=2026-03-31',
      headers: seller.headers,
    });
    expect(cards.statusCode).toBe(200);
  });

  it('take a warehouse group of the account and no other', async () => {
    const addGroup = (accountId: number) =>
      test.database.db
        .insertInto('warehouse_groups')
        .values({ account_id: accountId, name: 'Склады', kind: 'USER' })
        .returning('id')
        .executeTakeFirstOrThrow();
    const foreign = await addGroup(other.accountId);
    const refused = await change({ default_warehouse_group_id: foreign.id });
    expect(refused.json()).toMatchObject({ errors: [{ field: 'default_warehouse_group_id' }] });
    const own = await addGroup(seller.accountId);
    expect((await change({ default_warehouse_group_id: own.id })).statusCode).toBe(200);
  });

  it('keep every change when many come at once', async () => {
    const { settings_version: before } = await profile(seller);
    await Promise.all(Array.from({ length: 20 }, (_, index) => change({ default_discount: index })));
    expect((await profile(seller)).settings_version).toBe(Number(before) + 20);
  });
});
