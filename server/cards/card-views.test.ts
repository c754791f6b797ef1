import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { MAX_CARD_VIEWS } from '#contract/card-views.ts';
import { openShopTest, type ShopTest } from '#tests/setup/shop-test.ts';
import type { SignedIn } from '#tests/setup/test-app.ts';

let test: ShopTest;
let owner: SignedIn;
let people = 0;
beforeAll(async () => {
  test = await openShopTest();
});
beforeEach(async () => {
  people += 1;
  owner = await test.signIn(`viewer-${people}`);
});
afterAll(() => test.close());

const SHOWN = {
  filter: {
    search: 'кружка "\\ 🦔',
    brand: ['Керамия'],
    price_from_kopecks: 100_00,
    updated_to: '2026-03-01',
  },
  ordering: '-margin',
  density: 'compact',
  columns: ['price', 'margin'],
};

const save = (name: string, changes = {}) =>
  test.call(owner, 'POST', '/card-views/', { body: { name, ...SHOWN, ...changes } });
const names = async (person = owner) =>
  (await test.call(person, 'GET', '/card-views/')).body.map((view: { name: string }) => view.name);

it('a view is kept as it was saved, renamed, changed and deleted', async () => {
  const { status, body } = await save('  Мало   маржи ');
  expect([status, body]).toEqual([201, { id: expect.any(Number), name: 'Мало маржи', ...SHOWN }]);
  const renamed = await test.call(owner, 'PATCH', `/card-views/${body.id}/`, { body: { name: 'Маржа' } });
  expect(renamed.body).toEqual({ ...body, name: 'Маржа' });
  const shown = { filter: {}, ordering: 'title', density: 'usual', columns: [] };
  const changed = await test.call(owner, 'PATCH', `/card-views/${body.id}/`, { body: { shown } });
  expect(changed.body).toEqual({ id: body.id, name: 'Маржа', ...shown });
  expect((await test.call(owner, 'DELETE', `/card-views/${body.id}/`)).status).toBe(204);
  expect(await names()).toEqual([]);
  expect((await test.call(owner, 'DELETE', `/card-views/${body.id}/`)).status).toBe(404);
});

it('in an order that clients of before do not know says one that they know beside it', async () => {
  const { body } = await save('Ходовые', { ordering: '-updated_at', server_ordering: '-orders' });
  expect(body).toMatchObject({ ordering: '-updated_at', server_ordering: '-orders' });
  const renamed = await test.call(owner, 'PATCH', `/card-views/${body.id}/`, { body: { name: 'Хиты' } });
  expect(renamed.body).toEqual({ ...body, name: 'Хиты' });
  // As a client of before saves what is on its screen.
  const shown = { ...SHOWN, ordering: 'price' };
  const changed = await test.call(owner, 'PATCH', `/card-views/${body.id}/`, { body: { shown } });
  expect(changed.body).toEqual({ ...shown, id: body.id, name: 'Хиты' });
  expect((await save('Нет', { ordering: '-orders' })).status).toBe(400);
});

it('WB-15: by «Ярлыки WB» says them beside the filter, which clients of before read strictly', async () => {
  const { body } = await save('На вывод', { wb_tag: ['Вывод'] });
  expect(body).toEqual({ id: expect.any(Number), name: 'На вывод', ...SHOWN, wb_tag: ['Вывод'] });
  const renamed = await test.call(owner, 'PATCH', `/card-views/${body.id}/`, { body: { name: 'Вывод' } });
  expect(renamed.body).toEqual({ ...body, name: 'Вывод' });
  // As a client of before saves what is on its screen.
  const changed = await test.call(owner, 'PATCH', `/card-views/${body.id}/`, { body: { shown: SHOWN } });
  expect(changed.body).toEqual({ id: body.id, name: 'Вывод', ...SHOWN });
  expect((await save('Нет', { filter: { wb_tag: ['Вывод'] } })).status).toBe(400);
});

it('names are one of a kind, whatever the case, and a view may keep its own', async () => {
  const { body } = await save('Маржа');
  await save('Без фото');
  const again = await save('МАРЖА ');
  expect([again.status, again.body.detail]).toEqual([400, ['Вид «МАРЖА» уже есть']]);
  const taken = await test.call(owner, 'PATCH', `/card-views/${body.id}/`, { body: { name: 'без фото' } });
  expect(taken.status).toBe(400);
  const own = await test.call(owner, 'PATCH', `/card-views/${body.id}/`, { body: { name: 'маржа' } });
  expect([own.status, own.body.name]).toEqual([200, 'маржа']);
  expect(await names()).toEqual(['Без фото', 'маржа']);
});

it('what no list could show is refused', async () => {
  for (const changes of [
    { name: ' \u200b ' },
    { name: 'а'.repeat(61) },
    { ordering: 'profit' },
    { columns: ['profit'] },
    { density: 'huge' },
    { filter: { bogus: 1 } },
    { filter: { brand: Array.from({ length: 201 }, String) } },
  ]) {
    expect([changes, (await save('Вид', changes)).status]).toEqual([changes, 400]);
  }
  expect(await names()).toEqual([]);
});

it('text that a database could not keep is refused, not broken by', async () => {
  expect((await save('Вид\u0000', { filter: { search: 'а\u0000б' } })).status).toBeLessThan(500);
});

it('views are of one person: a colleague of the same account has others', async () => {
  await save('Мои');
  const colleague = await test.signIn(`viewer-${people}-colleague`);
  await test.database.db
    .updateTable('users')
    .set({ account_id: owner.accountId })
    .where('id', '=', colleague.userId)
    .execute();
  expect(await names(colleague)).toEqual([]);
});

it('are not more than a person can look through', async () => {
  for (let number = 0; number < MAX_CARD_VIEWS; number += 1) await save(`Вид ${number}`);
  const { status, body } = await save('Лишний');
  expect([status, body.detail]).toEqual([400, [expect.stringContaining('не больше 50')]]);
});
