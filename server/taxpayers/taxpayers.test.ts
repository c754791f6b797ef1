import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Taxpayer } from '#contract/taxpayers.ts';
import { buildTestApp, type SignedIn, type TestApp } from '#tests/setup/test-app.ts';

let test: TestApp;
let seller: SignedIn;
let shops: number[];
let count = 0;

beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  count += 1;
  seller = await test.signIn(`seller${count}`);
  // In the order in which they are listed: made at once, any of them may be the first.
  shops = (await Promise.all([1, 2, 3].map((number) => addShop(seller, number)))).toSorted((a, b) => a - b);
});

async function addShop({ accountId }: SignedIn, number: number): Promise<number> {
  const sid = `e8923014-e233-47c6-9c9c-${String(count * 100 + number).padStart(12, '0')}`;
  const { id } = await test.database.db
    .insertInto('shops')
    .values({ account_id: accountId, name: `Магазин ${number}`, sid })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const rate = { from: '2026-01-01', basis: 'INCOME', rate_percent: 6, vat_percent: 0 };
const send = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  { body, version, who = seller }: { body?: object; version?: number; who?: SignedIn } = {},
) =>
  test.app.inject({
    method,
    url: `/api/v1${path}`,
    headers: { ...who.headers, ...(version === undefined ? {} : { 'if-match': `"v${version}"` }) },
    ...(body ? { payload: body } : {}),
  });
const list = async (): Promise<(Omit<Taxpayer, 'shopIds'> & { shop_ids: number[]; is_default: boolean })[]> =>
  (await send('GET', '/taxpayers/')).json();
const create = async (name: string, shopIds: number[]) =>
  (await send('POST', '/taxpayers/', { body: { name, shop_ids: shopIds, tax_rates: [rate] } })).json();
const shopsByName = async () => Object.fromEntries((await list()).map((one) => [one.name, one.shop_ids]));

describe('the taxpayers of an account', () => {
  it('begin with one that has every shop and cannot be deleted', async () => {
    const [only] = await list();
    expect(only).toMatchObject({
      name: 'Основной',
      is_default: true,
      shop_ids: shops,
      tax_rates: [{ from: '2024-01-01', basis: 'INCOME', rate_percent: 6, vat_percent: 0 }],
      version: 1,
    });
    const refused = await send('DELETE', `/taxpayers/${only?.id}/`, { version: 1 });
    expect([refused.statusCode, await shopsByName()]).toEqual([409, { Основной: shops }]);
  });

  it('have every shop once: one that is given to another goes from its own', async () => {
    const [a = 0, b = 0, c = 0] = shops;
    await create('ИП Первый', [a, b]);
    await create('ИП Второй', [b]);
    expect(await shopsByName()).toEqual({ Основной: [c], 'ИП Первый': [a], 'ИП Второй': [b] });
  });

  it('a deleted one’s shops are the default’s again', async () => {
    const created = await create('ИП', [shops[0] ?? 0]);
    expect((await send('DELETE', `/taxpayers/${created.id}/`, { version: 1 })).statusCode).toBe(204);
    expect(await shopsByName()).toEqual({ Основной: shops });
  });

  it('take each rate of VAT', async () => {
    const rates = [0, 5, 7, 10, 20, 22].map((vat_percent, index) => ({
      ...rate,
      from: `2026-0${index + 1}-01`,
      vat_percent,
    }));
    const { id } = await create('ИП', []);
    const changed = await send('PATCH', `/taxpayers/${id}/`, { body: { tax_rates: rates }, version: 1 });
    expect(changed.json().tax_rates).toEqual(rates);
  });

  it.each([
    ['an empty name', { name: ' ' }, 'name'],
    ['a name that is there', { name: 'основной' }, 'name'],
    ['no rates', { tax_rates: [] }, 'tax_rates'],
    ['VAT of 18 %', { tax_rates: [{ ...rate, vat_percent: 18 }] }, 'tax_rates.0.vat_percent'],
    ['a day twice', { tax_rates: [rate, rate] }, 'tax_rates.1.from'],
  ])('refuse %s', async (_, body, field) => {
    const { id } = await create('ИП', []);
    const refused = await send('PATCH', `/taxpayers/${id}/`, { body, version: 1 });
    expect([refused.statusCode, refused.json().errors?.[0]?.field]).toEqual([400, field]);
  });

  it('the default one’s shops are not set', async () => {
    const [only] = await list();
    const refused = await send('PATCH', `/taxpayers/${only?.id}/`, { body: { shop_ids: [] }, version: 1 });
    expect(refused.statusCode).toBe(400);
  });

  it('do not take a shop of another account', async () => {
    const stranger = await test.signIn(`stranger${count}`);
    const foreign = await addShop(stranger, 9);
    const { id } = await create('ИП', []);
    const refused = await send('PATCH', `/taxpayers/${id}/`, { body: { shop_ids: [foreign] }, version: 1 });
    expect([refused.statusCode, await shopsByName()]).toEqual([404, { Основной: shops, ИП: [] }]);
  });
});

describe('two people who change one', () => {
  it('the later is refused with what it is now', async () => {
    const { id } = await create('ИП', []);
    await send('PATCH', `/taxpayers/${id}/`, { body: { name: 'ИП Иванов' }, version: 1 });
    const late = await send('PATCH', `/taxpayers/${id}/`, { body: { name: 'ИП Петров' }, version: 1 });
    expect([late.statusCode, late.json().current]).toMatchObject([412, { name: 'ИП Иванов', version: 2 }]);
  });

  it('at once: one of them is taken', async () => {
    const { id } = await create('ИП', []);
    const all = await Promise.all(
      ['А', 'Б', 'В'].map((name) => send('PATCH', `/taxpayers/${id}/`, { body: { name }, version: 1 })),
    );
    expect(all.map((one) => one.statusCode).sort()).toEqual([200, 412, 412]);
  });

  it('whoever edits one that has lost a shop meanwhile is told so', async () => {
    const [a = 0, b = 0] = shops;
    const { id } = await create('ИП Первый', [a, b]);
    await create('ИП Второй', [b]);
    const late = await send('PATCH', `/taxpayers/${id}/`, { body: { shop_ids: [a, b] }, version: 1 });
    expect([late.statusCode, late.json().current.shop_ids]).toEqual([412, [a]]);
  });
});

describe('an app of last week, which knows only the rates in the settings', () => {
  const settings = async () => (await send('GET', '/users/me/')).json();
  const changeRates = (taxPeriods: object[], version?: number) =>
    send('PATCH', '/users/settings/', {
      body: { tax_periods: taxPeriods },
      ...(version === undefined ? {} : { version }),
    });

  it('reads and sets those of the default taxpayer', async () => {
    const periods = [{ ...rate, rate_percent: 4 }];
    expect((await changeRates(periods)).json().settings.tax_periods).toEqual(periods);
    expect((await list())[0]).toMatchObject({ tax_rates: periods, version: 2 });
    expect((await settings()).settings.tax_periods).toEqual(periods);
  });

  it('does not undo VAT that it cannot name', async () => {
    const [only] = await list();
    const rates = [
      { ...rate, vat_percent: 10 },
      { ...rate, from: '2026-05-01', vat_percent: 20 },
    ];
    await send('PATCH', `/taxpayers/${only?.id}/`, { body: { tax_rates: rates }, version: 1 });
    const shown = (await settings()).settings.tax_periods;
    expect(shown.map((one: { vat_percent: number }) => one.vat_percent)).toEqual([7, 22]);
    await changeRates([{ ...shown[0], rate_percent: 1 }, shown[1]]);
    expect((await list())[0]).toMatchObject({ tax_rates: [{ ...rates[0], rate_percent: 1 }, rates[1]] });
    await changeRates([{ ...shown[0], vat_percent: 5 }]);
    expect((await list())[0]).toMatchObject({ tax_rates: [{ vat_percent: 5 }] });
  });

  it('is refused when somebody has changed the taxpayer since it read the settings', async () => {
    const { settings_version: version } = await settings();
    const [only] = await list();
    await send('PATCH', `/taxpayers/${only?.id}/`, { body: { tax_rates: [rate] }, version: 1 });
    expect((await changeRates([rate], version)).statusCode).toBe(412);
    expect((await settings()).settings_version).toBe(version + 1);
  });

  it('one change of anything raises the version by one', async () => {
    const { settings_version: before } = await settings();
    const changed = await changeRates([rate], before);
    expect(changed.json().settings_version).toBe(before + 1);
  });
});
