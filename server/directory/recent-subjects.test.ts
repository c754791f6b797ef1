import { afterAll, beforeAll, expect, it } from 'vitest';
import { openShopTest, type ShopTest } from '#tests/setup/shop-test.ts';
import type { SignedIn } from '#tests/setup/test-app.ts';
import { addTestSubjects, cardBody, CUPS, DRESSES } from '#tests/support/cards/fixtures.ts';

let test: ShopTest;
let owner: SignedIn;

beforeAll(async () => {
  test = await openShopTest();
  await addTestSubjects(test.database.db);
  owner = await test.signIn('owner');
});
afterAll(() => test.close());

const recent = async (person: SignedIn) => {
  const { status, body } = await test.call(person, 'GET', '/subjects/recent/');
  expect(status).toBe(200);
  return body.map(({ name }: { name: string }) => name);
};

it('recent subjects are those of the account’s own newest cards, each once, the last used first', async () => {
  expect(await recent(owner)).toEqual([]);
  const create = async (code: string, subjectId: number) => {
    const body = cardBody(code, { subjectId });
    expect((await test.call(owner, 'POST', '/cards/', { body })).status).toBe(201);
  };
  await create('НЕДАВНО-1', CUPS);
  await create('НЕДАВНО-2', DRESSES);
  expect(await recent(owner)).toEqual(['Платья', 'Кружки']);
  await create('НЕДАВНО-3', CUPS);
  expect(await recent(owner)).toEqual(['Кружки', 'Платья']);
  expect(await recent(await test.signIn('stranger'))).toEqual([]);
});
