import { afterAll, beforeAll, expect, it } from 'vitest';
import { CUPS } from '#tests/support/shipments/test-shipments.ts';
import { buildTestApp, type SignedIn, type TestApp } from '#tests/setup/test-app.ts';

let test: TestApp;
let owner: SignedIn;
let stranger: SignedIn;

beforeAll(async () => {
  test = await buildTestApp();
  owner = await test.signIn('owner');
  stranger = await test.signIn('stranger');
  const { db } = test.database;
  await db.insertInto('subjects').values({ id: CUPS, name: 'Кружки' }).execute();
  const card = (accountId: number, code: string, tags: string[], changes: object = {}) => ({
    account_id: accountId,
    vendor_code: code,
    title: code,
    subject_id: CUPS,
    tags: JSON.stringify(tags),
    ...changes,
  });
  await db
    .insertInto('cards')
    .values([
      card(owner.accountId, 'A', ['Хит', 'Новинка']),
      card(owner.accountId, 'B', ['Хит']),
      card(owner.accountId, 'C', ['Старый'], { state: 'ARCHIVED' }),
      card(stranger.accountId, 'D', ['Тайный']),
    ])
    .execute();
});
afterAll(() => test.close());

const tagsOf = async ({ headers }: SignedIn) =>
  (await test.app.inject({ url: '/api/v1/cards/tags/', headers })).json<string[]>();

it('the list is asked for cards with any of several tags: its own, whatever becomes of them', async () => {
  const { db } = test.database;
  const codesOf = async (query: string, { headers }: SignedIn = owner) => {
    const { results } = (
      await test.app.inject({ url: `/api/v1/cards/?ordering=title&${query}`, headers })
    ).json<{
      results: { vendor_code: string }[];
    }>();
    return results.map((card) => card.vendor_code);
  };
  const hit = new URLSearchParams({ tag: 'Хит' }).toString();
  expect(await codesOf(hit)).toEqual(['A', 'B']);
  expect(await codesOf(new URLSearchParams({ tag: 'Новинка' }).toString())).toEqual(['A']);
  expect(await codesOf(hit, stranger)).toEqual([]);
  expect(await codesOf(new URLSearchParams({ tag: 'Тайный' }).toString())).toEqual([]);
  await db.updateTable('cards').set({ tags: '["Новинка"]' }).where('vendor_code', '=', 'B').execute();
  expect(await codesOf(hit)).toEqual(['A']);
  await db.updateTable('cards').set({ tags: '["Хит"]' }).where('vendor_code', '=', 'B').execute();
  expect(await codesOf(hit)).toEqual(['A', 'B']);
});

it('tags that are suggested are the account’s own, the most frequent first, without the archive', async () => {
  expect(await tagsOf(owner)).toEqual(['Хит', 'Новинка']);
  expect(await tagsOf(stranger)).toEqual(['Тайный']);
});
