import { afterAll, beforeAll, expect, it } from 'vitest';
import { addTestSubjects, cardBody } from '#tests/support/cards/fixtures.ts';
import { openShopTest, type ShopTest } from '#tests/setup/shop-test.ts';
import type { SignedIn } from '#tests/setup/test-app.ts';

let test: ShopTest;
let owner: SignedIn;
let other: SignedIn;
beforeAll(async () => {
  test = await openShopTest();
  await addTestSubjects(test.database.db);
  owner = await test.signIn('owner');
  other = await test.signIn('other');
  const cards = { owner: ['Платье летнее', 'Кроссовки беговые', 'Кружка'], other: ['Абажур'] };
  for (const [login, titles] of Object.entries(cards)) {
    for (const title of titles) {
      const { status } = await test.call(login === 'owner' ? owner : other, 'POST', '/cards/', {
        body: cardBody(`V-${title.length}`, { title }),
      });
      expect(status).toBe(201);
    }
  }
});
afterAll(() => test.close());

it.each([
  ['плотье', 'платье'],
  ['кросовки бегавые', 'кроссовки беговые'],
  ['кржука', 'кружка'],
  ['кружка', null],
  ['чайник', null],
  ['%_\\', null],
  ['', null],
  // Somebody else's words are not told.
  ['абожур', null],
])('«%s» may have been meant to be %s', async (search, meant) => {
  const { status, body } = await test.call(
    owner,
    'GET',
    `/cards/search-suggestion/?search=${encodeURIComponent(search)}`,
  );
  expect({ status, body }).toEqual({ status: 200, body: { search: meant } });
});
