import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_BASE } from '#contract/endpoint.ts';
import { openShopTest, type ShopTest } from '#tests/setup/shop-test.ts';
import { storeWeeklyReports } from './analytics/store-weekly-reports.ts';
import { weeklyReport } from '#tests/support/analytics/fixtures.ts';
import { putIntoShop } from '#tests/support/cards/fixtures.ts';
import type { SignedIn } from '#tests/setup/test-app.ts';

/**
 * Every call that names something by its id, in the path or in the body, is made by a stranger with the ids of somebody
 * else's things. A new route that takes an id fails this test until it stands in the table.
 */
let test: ShopTest;
let owner: SignedIn;
let stranger: SignedIn;
let ids: Record<string, number>;

beforeAll(async () => {
  test = await openShopTest();
  owner = await test.signIn('owner');
  stranger = await test.signIn('stranger');
  ids = await makeThings(owner);
});
afterAll(() => test.close());

const ownCost = {
  kind: 'OTHER',
  name: 'Моё',
  amount_kopecks: 100,
  from: '2026-11-01',
  to: '2026-11-01',
  nm_id: null,
  is_tax_deductible: false,
};
const newCard = {
  vendor_code: 'NEW',
  title: 'Кружка',
  description: '',
  subject_id: 0,
  brand: '',
  dimensions: { length_cm: 0, width_cm: 0, height_cm: 0, weight_kg: 0 },
  characteristics: [],
  sizes: [],
  photos: [],
  tags: [],
  price_kopecks: 0,
  discount: 0,
  club_discount: 0,
  cost_price_kopecks: null,
};
const ownCostRate = {
  kind: 'OTHER',
  name: 'Моё',
  rate_hundredths: 300,
  from: '2026-11-01',
  to: null,
  is_tax_deductible: false,
};
type Body = Record<string, unknown> | undefined;
/** By `METHOD path`: what stands for `{id}`, and a body that would be right for the owner. */
const calls: Record<string, { params: () => Record<string, number>; body?: () => Body }> = {
  'DELETE /users/sessions/{id}/': { params: () => pick('session') },
  'GET /shops/{id}/': { params: () => pick('shop') },
  'PATCH /shops/{id}/': { params: () => pick('shop'), body: () => ({ name: 'Чужой' }) },
  'POST /shops/{id}/tokens/': { params: () => pick('shop'), body: () => ({ token: 'a.b.c' }) },
  'DELETE /shops/{id}/tokens/{tokenId}/': { params: () => ({ ...pick('shop'), tokenId: ids['token'] ?? 0 }) },
  'POST /shops/{id}/tokens/check/': { params: () => pick('shop') },
  'GET /shops/{id}/warehouses/': { params: () => pick('shop') },
  'PATCH /own-costs/{id}/': { params: () => pick('cost'), body: () => ({ ...ownCost, shop_id: null }) },
  'DELETE /own-costs/{id}/': { params: () => pick('cost') },
  'POST /own-costs/': { params: () => ({}), body: () => ({ ...ownCost, shop_id: ids['shop'] }) },
  'PATCH /own-cost-rates/{id}/': {
    params: () => pick('costRate'),
    body: () => ({ ...ownCostRate, shop_id: null }),
  },
  'DELETE /own-cost-rates/{id}/': { params: () => pick('costRate') },
  'POST /own-cost-rates/': {
    params: () => ({}),
    body: () => ({ ...ownCostRate, shop_id: ids['shop'] }),
  },
  'GET /taxpayers/{id}/': { params: () => pick('taxpayer') },
  'GET /analytics/vat-thresholds/{id}/income/': { params: () => pick('taxpayer') },
  'PATCH /taxpayers/{id}/': { params: () => pick('taxpayer'), body: () => ({ name: 'Чужой' }) },
  'DELETE /taxpayers/{id}/': { params: () => pick('taxpayer') },
  'POST /taxpayers/': {
    params: () => ({}),
    body: () => ({
      name: 'Мой',
      shop_ids: [ids['shop']],
      tax_rates: [{ from: '2026-01-01', basis: 'INCOME', rate_percent: 6, vat_percent: 0 }],
    }),
  },
  'GET /warehouse-groups/{id}/': { params: () => pick('group') },
  'PATCH /warehouse-groups/{id}/': { params: () => pick('group'), body: () => ({ name: 'Чужая' }) },
  'DELETE /warehouse-groups/{id}/': { params: () => pick('group') },
  'GET /warehouse-groups/{id}/cleaning/': { params: () => pick('group') },
  'POST /warehouse-groups/{id}/cleaning/': { params: () => pick('group') },
  'POST /warehouse-groups/{id}/cleaning/reading/': { params: () => pick('group') },
  'POST /warehouse-groups/': {
    params: () => ({}),
    body: () => ({ name: 'Моя', kind: 'USER', warehouse_ids: [ids['warehouse']] }),
  },
  'GET /cards/{id}/': { params: () => pick('card') },
  'PATCH /cards/{id}/': { params: () => pick('card'), body: () => ({ title: 'Чужая' }) },
  'POST /cards/{id}/duplicate/': { params: () => pick('card'), body: () => ({ copies: 1 }) },
  'GET /cards/{id}/copy-names/': { params: () => pick('card') },
  'POST /cards/copies/names/': {
    params: () => ({}),
    body: () => ({ selection: { ids: [ids['card']] } }),
  },
  'POST /cards/copies/names/parts/': {
    params: () => ({}),
    body: () => ({ selection: { ids: [ids['card']] } }),
  },
  'POST /cards/copies/names/all/': {
    params: () => ({}),
    body: () => ({ selection: { ids: [ids['card']] } }),
  },
  'POST /cards/copies/sources/': { params: () => ({}), body: () => ({ card_ids: [ids['card']] }) },
  'POST /cards/copies/': {
    params: () => ({}),
    body: () => ({ rows: [{ card_id: ids['card'], vendor_code: 'МОЯ', title: 'Моя' }] }),
  },
  'GET /cards/{id}/changes/': { params: () => pick('card') },
  'GET /cards/{id}/costs/': { params: () => pick('card') },
  'POST /cards/{id}/costs/': {
    params: () => pick('card'),
    body: () => ({ from: null, shop_id: null, tech_size: null, cost_price_kopecks: 100_00 }),
  },
  'DELETE /cards/{id}/costs/{costId}/': { params: () => ({ ...pick('card'), costId: 1 }) },
  'GET /cards/{id}/shop-cards/': { params: () => pick('card') },
  'POST /cards/{id}/shop-cards/reading/': { params: () => pick('card') },
  'PATCH /cards/{id}/shop-cards/{shopId}/': {
    params: () => ({ ...pick('card'), shopId: ids['shop'] ?? 0 }),
    body: () => ({ own_price_kopecks: 100_00, own_discount: null }),
  },
  'POST /cards/{id}/shop-cards/{shopId}/wb-tags/reading/': {
    params: () => ({ ...pick('card'), shopId: ids['shop'] ?? 0 }),
  },
  'PUT /cards/{id}/shop-cards/{shopId}/wb-tags/': {
    params: () => ({ ...pick('card'), shopId: ids['shop'] ?? 0 }),
    body: () => ({ tag_ids: [1], seen_ids: [] }),
  },
  'POST /shops/{id}/wb-tags/reading/': { params: () => pick('shop') },
  'POST /shops/{id}/wb-tags/': {
    params: () => pick('shop'),
    body: () => ({ name: 'Чужой', color: 'D1CFD7' }),
  },
  'POST /cards/{id}/send-stocks/': {
    params: () => pick('card'),
    body: () => ({ stocks: [{ warehouse_id: ids['warehouse'], chrt_id: 1, amount: 1 }] }),
  },
  'GET /cards/bulk-edits/{id}/': { params: () => pick('bulkEdit') },
  'GET /cards/bulk-edits/{id}/rows/': { params: () => pick('bulkEdit') },
  'GET /cards/bulk-edits/{id}/export/': { params: () => pick('bulkEdit') },
  'GET /cards/bulk-edits/{id}/profits/': { params: () => pick('bulkEdit') },
  'POST /cards/bulk-edits/{id}/left-out/': {
    params: () => pick('bulkEdit'),
    body: () => ({ card_ids: [ids['card']], is_left_out: true }),
  },
  'POST /cards/bulk-edits/{id}/left-out/found/': {
    params: () => pick('bulkEdit'),
    body: () => ({ found: {}, is_left_out: true }),
  },
  'POST /cards/bulk-edits/{id}/apply/': {
    params: () => pick('bulkEdit'),
    body: () => ({ expected_count: 1 }),
  },
  'POST /cards/bulk-edits/{id}/stop/': { params: () => pick('bulkEdit') },
  'POST /cards/bulk-edits/{id}/rollback/': { params: () => pick('bulkEdit'), body: () => ({}) },
  'POST /cards/bulk-edits/count/': {
    params: () => ({}),
    body: () => ({
      warehouse_ids: [ids['warehouse']],
      name: 'Чужой',
      lines: [
        {
          key: 'a',
          barcode: '',
          card_id: ids['card'],
          amount: 1,
          counted_at: '2026-11-20T09:00:00.000Z',
        },
      ],
    }),
  },
  'POST /cards/bulk-edits/characteristics/': {
    params: () => ({}),
    body: () => ({ selection: { ids: [ids['card']] } }),
  },
  'GET /cards/imports/{id}/': { params: () => pick('import') },
  'GET /cards/imports/{id}/rows/': { params: () => pick('import') },
  'GET /cards/imports/{id}/first-lines/': { params: () => pick('import') },
  'POST /cards/imports/{id}/headings/': { params: () => pick('import'), body: () => ({ line: 1 }) },
  'GET /cards/imports/{id}/causes/': { params: () => pick('import') },
  'GET /cards/imports/{id}/causes/{causeId}/rows/': { params: () => ({ ...pick('import'), causeId: 1 }) },
  'POST /cards/imports/{id}/checking/': {
    params: () => pick('import'),
    body: () => ({ meanings: ['vendorCode'] }),
  },
  'POST /cards/imports/{id}/creating/': { params: () => pick('import'), body: () => ({ expected_count: 1 }) },
  'POST /cards/imports/{id}/stop/': { params: () => pick('import') },
  'DELETE /cards/imports/{id}/': { params: () => pick('import') },
  'GET /cards/imports/{id}/errors/export/': { params: () => pick('import') },
  'POST /cards/selections/': {
    params: () => ({}),
    body: () => ({ selection: { ids: [ids['card']] } }),
  },
  'POST /cards/archive/': {
    params: () => ({}),
    body: () => ({ selection: { ids: [ids['card']] }, is_archived: true }),
  },
  'POST /cards/export/characteristics/': {
    params: () => ({}),
    body: () => ({ selection: { ids: [ids['card']] } }),
  },
  'POST /cards/labels/preview/': { params: () => ({}), body: labelsBody },
  'POST /cards/labels/rows/': {
    params: () => ({}),
    body: () => ({ selection: { ids: [ids['card']] }, shop_id: null, after_id: 0 }),
  },
  'POST /cards/labels/export/': { params: () => ({}), body: labelsBody },
  'POST /cards/table/': { params: () => ({}), body: () => ({ selection: { ids: [ids['card']] } }) },
  'POST /cards/check-card/': {
    params: () => ({}),
    body: () => ({ selection: { ids: [ids['card']] }, shop_ids: [ids['shop']] }),
  },
  'POST /cards/check-card/new/': {
    params: () => ({}),
    body: () => ({ shop_ids: [ids['shop']], content: newCard }),
  },
  'POST /cards/send/': {
    params: () => ({}),
    body: () => ({
      selection: { ids: [ids['card']] },
      shop_ids: [ids['shop']],
      options: { with_prices: true, with_discounts: true, with_images: true },
    }),
  },
  'POST /cards/groups/preview/': {
    params: () => ({}),
    body: () => ({ selection: { ids: [ids['card']] }, change: 'MERGE' }),
  },
  'POST /cards/groups/moves/': {
    params: () => ({}),
    body: () => ({ selection: { ids: [ids['card']] }, change: 'SPLIT', shop_id: ids['shop'], seen: 'x' }),
  },
  'GET /cards/groups/moves/{id}/': { params: () => pick('groupMove') },
  'GET /cards/groups/moves/{id}/cards/': { params: () => pick('groupMove') },
  'POST /cards/groups/moves/{id}/undo/': { params: () => pick('groupMove') },
  'GET /cards/{id}/groups/': { params: () => pick('card') },
  'GET /card-templates/{id}/': { params: () => pick('template') },
  'PATCH /card-templates/{id}/': { params: () => pick('template'), body: () => ({ name: 'Чужой' }) },
  'DELETE /card-templates/{id}/': { params: () => pick('template') },
  'POST /card-templates/{id}/restore/': { params: () => pick('template') },
  'POST /card-templates/': { params: () => ({}), body: () => ({ name: 'Чужой', card_id: ids['card'] }) },
  'PATCH /card-views/{id}/': { params: () => pick('view'), body: () => ({ name: 'Чужой' }) },
  'DELETE /card-views/{id}/': { params: () => pick('view') },
  'GET /cards/copies/{id}/cards/': { params: () => pick('copying') },
  'POST /cards/copies/{id}/archive/': { params: () => pick('copying') },
  'GET /cards/operations/{id}/': { params: () => pick('operation') },
  'POST /cards/operations/{id}/stop/': { params: () => pick('operation') },
  'POST /cards/operations/{id}/undo/': { params: () => pick('operation') },
  'GET /shipments/{id}/': { params: () => pick('shipment') },
  'GET /shipments/{id}/errors/': { params: () => pick('shipment') },
  'GET /shipments/{id}/export/': { params: () => pick('shipment') },
  'GET /shipments/{id}/stocks/': { params: () => pick('shipment') },
  'POST /shipments/{id}/retry/': { params: () => pick('shipment') },
  'POST /shipments/{id}/repeat/': { params: () => pick('shipment') },
  'POST /shipments/{id}/send-stocks/': {
    params: () => pick('shipment'),
    body: () => ({ warehouse_group_id: ids['group'], amount: 1 }),
  },
  'POST /takings/look/': { params: () => ({}), body: () => ({ selection: { ids: [ids['card']] } }) },
  'GET /promotions/{id}/': { params: () => pick('promotion') },
  'GET /promotions/{id}/cards/': { params: () => pick('promotion') },
  'POST /promotions/{id}/apply/': {
    params: () => pick('promotion'),
    body: () => ({ nm_ids: [1], upload_now: false }),
  },
  'POST /promotions/applications/': {
    params: () => ({}),
    body: () => ({
      kind: 'JOIN',
      chosen: [{ promotion_id: ids['promotion'], nm_ids: [1] }],
      upload_now: true,
      guards: { min_profit_kopecks: null, min_margin_percent: null },
    }),
  },
  'GET /promotions/applications/{id}/': { params: () => pick('application') },
  'GET /promotions/applications/{id}/cards/': { params: () => pick('application') },
  'POST /promotions/applications/{id}/by-hand/': {
    params: () => pick('application'),
    body: () => ({ cards: [{ shop_id: ids['shop'], nm_id: 1 }], is_by_hand: true }),
  },
  'POST /promotions/applications/{id}/start/': {
    params: () => pick('application'),
    body: () => ({ expected_count: 1 }),
  },
  'GET /cards/{id}/price-floor/': { params: () => pick('card') },
  'PUT /cards/{id}/price-floor/': {
    params: () => pick('card'),
    body: () => ({ floor_kopecks: 100_00, over_cost_basis_points: null }),
  },
  'GET /analytics/cards/{id}/': { params: () => pick('card') },
  'GET /analytics/cards/{id}/funnel/': { params: () => pick('card') },
  'GET /analytics/cards/{id}/economics/': { params: () => pick('card') },
  'GET /analytics/weekly-reports/{id}/': { params: () => pick('report') },
  'GET /analytics/weekly-reports/{id}/rows/': { params: () => pick('report') },
  'PUT /analytics/weekly-reports/{id}/mark/': {
    params: () => pick('report'),
    body: () => ({ mark: 'PAID', note: 'Чужой' }),
  },
};

function labelsBody(): Body {
  const count = { kind: 'EACH', copies: 1 };
  const settings = { format: 'ROLL_58_40', code: 'CODE_128', fields: [], shop_id: null, count };
  return { selection: { ids: [ids['card']] }, settings };
}

/** The marketplace's directory belongs to nobody; a number of the marketplace is looked for in one's own shops only. */
const ofNobody = new Set([
  'GET /subjects/{id}/characteristics/',
  'GET /subjects/{id}/brands/',
  'GET /subjects/{id}/tnved/',
  'GET /subjects/{id}/used-values/',
  'GET /directories/{name}/',
  'GET /cards/{nmId}/parse/',
]);

function pick(name: string): Record<string, number> {
  return { id: ids[name] ?? 0 };
}

describe('somebody else’s things', () => {
  it('are all in the table: no route with an id is left out', () => {
    const withIds = test.app.serving.endpoints
      .filter(({ path }) => path.includes('{'))
      .map(({ method, path }) => `${method} ${path}`)
      .filter((name) => !ofNobody.has(name));
    expect(Object.keys(calls)).toEqual(expect.arrayContaining(withIds));
  });

  it.each(Object.keys(calls))('%s answers 404 to a stranger and changes nothing', async (name) => {
    const before = await everythingOf(owner.accountId);
    expect(await call(name, stranger)).toBe(404);
    expect(await everythingOf(owner.accountId)).toEqual(before);
  });

  it.each([
    ['VENDOR_CODE', 'Тайное-1'],
    ['NM_ID', '190'],
    ['BARCODE', '2000000000190'],
    ['CARD_ID', ''],
  ])('are named by no row of a stranger’s table: %s', async (key, said) => {
    const place = { accountId: owner.accountId, shopId: ids['shop'] ?? 0, cardId: ids['card'] ?? 0 };
    if (key === 'NM_ID') await putIntoShop(test.database, place, { nmId: 190 });
    const payload = { key, rows: [{ line: 1, key: said || String(place.cardId), discount: 1 }] };
    const edits = await Promise.all(
      [owner, stranger].map(async ({ headers }) => {
        const url = `${API_BASE}/cards/bulk-edits/table/`;
        return (await test.app.inject({ method: 'POST', url, headers, payload })).json().edit;
      }),
    );
    expect(edits).toEqual([expect.objectContaining({ card_total: 1 }), null]);
  });

  it('are there for their owner, so that 404 means «not yours»', async () => {
    for (const name of [
      'GET /shops/{id}/',
      'GET /warehouse-groups/{id}/',
      'GET /cards/{id}/',
      'GET /shipments/{id}/',
    ]) {
      expect([name, await call(name, owner)]).toEqual([name, 200]);
    }
  });

  it('are not named by a selection that their owner has frozen', async () => {
    const frozen = (person: SignedIn) =>
      test.app.inject({
        method: 'POST',
        url: `${API_BASE}/cards/selections/`,
        headers: person.headers,
        payload: { selection: { ids: [ids['card']] } },
      });
    const { id } = (await frozen(owner)).json();
    const named = Object.keys(calls).filter((name) => 'selection' in (calls[name]?.body?.() ?? {}));
    expect(named.length).toBeGreaterThan(7);
    for (const name of named) {
      const payload = { ...calls[name]?.body?.(), selection: { id } };
      const { statusCode, body } = await test.app.inject({
        method: 'POST',
        url: API_BASE + (name.split(' ')[1] ?? ''),
        headers: { ...stranger.headers, 'idempotency-key': `frozen-${named.indexOf(name)}-0123456789` },
        payload,
      });
      expect([name, statusCode]).toEqual([name, 404]);
      expect(body).not.toContain('Тайное');
    }
  });

  it('do not appear in a stranger’s lists', async () => {
    for (const path of [
      '/shops/',
      '/warehouses/',
      '/warehouse-groups/',
      '/taxpayers/',
      '/own-costs/?from=2026-11-01&to=2026-11-30',
      '/own-cost-rates/?from=2026-11-01&to=2026-11-30',
      '/analytics/vat-thresholds/',
      '/cards/',
      '/shipments/',
      '/promotions/',
      '/promotions/applications/',
      '/price-watch/below-floor/',
      '/price-watch/changes/',
      '/analytics/weekly-reports/?from=2026-01-01&to=2026-12-31',
      '/cards/bulk-edits/',
      '/cards/imports/',
      '/card-templates/',
      '/card-views/',
    ]) {
      const { body } = await test.app.inject({ url: API_BASE + path, headers: stranger.headers });
      expect(body).not.toContain('Тайное');
    }
  });
});

const QUERIES = [
  { of: /\/copy-names\/$/, query: '?count=2' },
  { of: /\/economics\/$/, query: '?price_kopecks=10000&discount=0' },
  { of: /^\/analytics\/weekly-reports\/.*\/rows\/$/, query: '?line=LOGISTICS' },
  { of: /^\/analytics\/(?!weekly-reports\/|vat-thresholds\/)/, query: '?from=2026-11-01&to=2026-11-02' },
  { of: /^\/shipments\/.*\/export\/$/, query: '?rows=items&format=csv' },
  { of: /\/(errors|bulk-edits\/\{id\})\/export\/$/, query: '?format=csv' },
];

async function call(name: string, person: SignedIn): Promise<number> {
  const [method = 'GET', path = ''] = name.split(' ');
  const values: Record<string, number> = calls[name]?.params() ?? {};
  const url = API_BASE + path.replace(/\{(\w+)\}/g, (_, key: string) => String(values[key]));
  const query = QUERIES.find(({ of }) => of.test(path))?.query ?? '';
  const payload = calls[name]?.body?.();
  const { statusCode } = await test.app.inject({
    method: method as 'GET',
    url: url + query,
    headers: {
      ...person.headers,
      'if-match': '"v1"',
      'idempotency-key': `key-${Object.keys(calls).indexOf(name)}-${person.userId}-0123456789`,
    },
    ...(payload ? { payload } : {}),
  });
  return statusCode;
}

/** Everything of an account that a call could have changed, as one text. */
async function everythingOf(accountId: number): Promise<unknown> {
  const tables = [
    'shops',
    'shop_tokens',
    'warehouses',
    'warehouse_groups',
    'taxpayers',
    'own_costs',
    'own_cost_rates',
    'cards',
    'shipments',
    'promotions',
    'promotion_applications',
    'price_changes',
    'weekly_reports',
    'bulk_edits',
    'imports',
    'card_templates',
    'card_views',
    'card_selections',
    'card_group_moves',
    'card_copyings',
  ];
  const rows = [];
  for (const table of tables) {
    const response =
      await sql`SELECT * FROM ${sql.table(table)} WHERE account_id = ${accountId} ORDER BY id`.execute(
        test.database.db,
      );
    rows.push(response.rows);
  }
  return rows;
}

async function makeThings({ accountId, userId }: SignedIn): Promise<Record<string, number>> {
  const { db } = test.database;
  const account = { account_id: accountId };
  const one = { id: 0 };
  const shop = await db
    .insertInto('shops')
    .values({ ...account, name: 'Тайное', sid: '7b1f4c2e-0000-4000-8000-000000000001' })
    .returning('id')
    .executeTakeFirst();
  const shopId = (shop ?? one).id;
  const token = await db
    .insertInto('shop_tokens')
    .values({
      ...account,
      shop_id: shopId,
      wb_token_id: 't1',
      secret: Buffer.from('x'),
      key_id: 'k',
      last4: '0000',
      type: 'PERSONAL',
      is_read_only: false,
      expires_at: '2030-01-01T00:00:00Z',
    })
    .returning('id')
    .executeTakeFirst();
  const warehouse = await db
    .insertInto('warehouses')
    .values({ ...account, shop_id: shopId, wb_warehouse_id: 1, name: 'Тайное' })
    .returning('id')
    .executeTakeFirst();
  const cost = await db
    .insertInto('own_costs')
    .values({
      ...account,
      kind: 'OTHER',
      name: 'Тайное',
      amount_kopecks: 100,
      from_day: '2026-11-01',
      to_day: '2026-11-01',
      shop_id: shopId,
      nm_id: null,
      is_tax_deductible: false,
    })
    .returning('id')
    .executeTakeFirst();
  const costRate = await db
    .insertInto('own_cost_rates')
    .values({
      ...account,
      kind: 'OTHER',
      name: 'Тайное',
      rate_hundredths: 300,
      from_day: '2026-11-01',
      to_day: null,
      shop_id: shopId,
      is_tax_deductible: false,
    })
    .returning('id')
    .executeTakeFirst();
  const taxpayer = await db
    .insertInto('taxpayers')
    .values({ ...account, name: 'Тайное' })
    .returning('id')
    .executeTakeFirst();
  const group = await db
    .insertInto('warehouse_groups')
    .values({ ...account, name: 'Тайное', kind: 'USER' })
    .returning('id')
    .executeTakeFirst();
  await db.insertInto('subjects').values({ id: 812, name: 'Кружки' }).execute();
  const card = await db
    .insertInto('cards')
    .values({
      ...account,
      vendor_code: 'Тайное-1',
      title: 'Тайное',
      subject_id: 812,
      sizes: JSON.stringify([{ techSize: '', wbSize: '', skus: ['2000000000190'] }]),
      cost_price_kopecks: null,
      nm_id: null,
      state_before_archive: null,
      updated_by: userId,
    })
    .returning('id')
    .executeTakeFirst();
  const shipment = await db
    .insertInto('shipments')
    .values({
      ...account,
      created_by: userId,
      status: 'HAS_ERRORS',
      shop_ids: [shopId],
      card_count: 1,
      with_prices: true,
      with_discounts: true,
      with_images: true,
      repeat_of: null,
    })
    .returning('id')
    .executeTakeFirst();
  const promotion = await db
    .insertInto('promotions')
    .values({
      ...account,
      shop_id: shopId,
      wb_promotion_id: 1,
      name: 'Тайное',
      type: 'regular',
      starts_at: '2026-11-01T00:00:00Z',
      ends_at: '2026-12-01T00:00:00Z',
      in_action_count: 0,
      available_count: 0,
      participation_percent: 0,
    })
    .returning('id')
    .executeTakeFirst();
  const application = await db
    .insertInto('promotion_applications')
    .values({
      ...account,
      user_id: userId,
      kind: 'JOIN',
      wb_promotion_id: 1,
      promotion_name: 'Тайное',
      upload_now: true,
      guards: JSON.stringify({ minProfitKopecks: null, minMarginPercent: null }),
      steps: '[]',
      started_at: new Date(),
    })
    .returning('id')
    .executeTakeFirst();
  await db
    .insertInto('price_changes')
    .values({
      ...account,
      shop_id: shopId,
      nm_id: 1,
      before_price_kopecks: 100_00,
      before_discount: 0,
      price_kopecks: 90_00,
      discount: 0,
    })
    .execute();
  await storeWeeklyReports(db, { accountId, shopId, takenAt: new Date() }, [weeklyReport({ reportId: 77 })]);
  const report = await db
    .selectFrom('weekly_reports')
    .select('id')
    .where('shop_id', '=', shopId)
    .executeTakeFirst();
  const operation = await db
    .insertInto('card_operations')
    .values({ ...account, user_id: userId, is_archived: true, card_ids: [], card_total: 0 })
    .returning('id')
    .executeTakeFirst();
  const copying = await db
    .insertInto('card_copyings')
    .values({ ...account, user_id: userId, card_ids: [] })
    .returning('id')
    .executeTakeFirst();
  const bulkEdit = await db
    .insertInto('bulk_edits')
    .values({
      ...account,
      user_id: userId,
      change: JSON.stringify({ kind: 'PRICES', price: { kind: 'SET', kopecks: 100 } }),
      card_ids: [],
      card_total: 0,
      state: 'APPLIED',
      applied_at: '2026-11-01T00:00:00Z',
      rollback_ids: null,
      idempotency_key: null,
    })
    .returning('id')
    .executeTakeFirst();
  const tables = await db
    .insertInto('imports')
    .values({
      ...account,
      user_id: userId,
      state: 'READY',
      file_name: 'Тайное.xlsx',
      sheet_name: '',
      headings: JSON.stringify(['Артикул']),
      meanings: JSON.stringify(['vendorCode']),
      edit_id: null,
    })
    .returning('id')
    .executeTakeFirst();
  const view = await db
    .insertInto('card_views')
    .values({
      ...account,
      user_id: userId,
      name: 'Тайное',
      filter: '{}',
      ordering: 'title',
      density: 'usual',
      columns: [],
    })
    .returning('id')
    .executeTakeFirst();
  const template = await db
    .insertInto('card_templates')
    .values({
      ...account,
      name: 'Тайное',
      subject_id: 812,
      content: JSON.stringify({ title: 'Тайное', photos: [] }),
      deleted_at: null,
    })
    .returning('id')
    .executeTakeFirst();
  const groupMove = await db
    .insertInto('card_group_moves')
    .values({
      ...account,
      user_id: userId,
      shop_id: shopId,
      change: 'SPLIT',
      state: 'DONE',
      steps: '[]',
      cards: '[]',
    })
    .returning('id')
    .executeTakeFirst();
  const session = await db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const named = {
    shop,
    token,
    warehouse,
    group,
    card,
    shipment,
    promotion,
    application,
    report,
    operation,
    copying,
    bulkEdit,
    import: tables,
    view,
    taxpayer,
    cost,
    costRate,
    template,
    groupMove,
    session,
  };
  return Object.fromEntries(Object.entries(named).map(([name, row]) => [name, (row ?? one).id]));
}
