import { afterAll, beforeAll, expect, it } from 'vitest';
import { openShopTest, type ShopTest } from '#tests/setup/shop-test.ts';
import type { SignedIn } from '#tests/setup/test-app.ts';
import { addTestSubjects } from '#tests/support/cards/fixtures.ts';

let test: ShopTest;
let owner: SignedIn;

beforeAll(async () => {
  test = await openShopTest();
  await addTestSubjects(test.database.db);
  await test.database.db
    .insertInto('subjects')
    .values([
      { id: 1, name: 'Тёрки', parent_name: 'Кухонные принадлежности' },
      { id: 2, name: 'Ложки для чая', parent_name: 'Посуда' },
      { id: 3, name: 'Щётки для посуды', parent_name: 'Кухонные принадлежности' },
      { id: 4, name: '100%_хлопок', parent_name: '' },
    ])
    .execute();
  owner = await test.signIn('owner');
});
afterAll(() => test.close());

const found = async (search: string) => {
  const address = `/subjects/?search=${encodeURIComponent(search)}`;
  const { status, body } = await test.call(owner, 'GET', address);
  expect(status).toBe(200);
  return body.map(({ name }: { name: string }) => name);
};

it.each([
  ['кружка', ['Кружки']],
  ['платье', ['Платья']],
  ['gkfnmt', ['Платья']],
  ['терка', ['Тёрки']],
  ['чайная посуда', []],
  ['посуда ложка', ['Ложки для чая']],
])(
  '«%s» finds the subject, whatever the form of the word, its order and the keyboard',
  async (search, names) => {
    expect(await found(search)).toEqual(names);
  },
);

it('a name that begins with what is looked for comes before one that only has it, and before a parent', async () => {
  expect(await found('щетки')).toEqual(['Щётки для посуды']);
  expect(await found('посуда')).toEqual(['Кружки', 'Ложки для чая', 'Щётки для посуды']);
  expect(await found('ложк')).toEqual(['Ложки для чая']);
});

it('nothing looked for is all of them by name, and signs of a pattern are letters like others', async () => {
  expect(await found(' ')).toEqual(expect.arrayContaining(['Кружки', 'Платья', 'Тёрки']));
  expect(await found('100%_')).toEqual(['100%_хлопок']);
  expect(await found('0%хл')).toEqual([]);
});
