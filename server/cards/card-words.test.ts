import { afterAll, beforeAll, expect, it } from 'vitest';
import { addTestSubjects, cardBody } from '#tests/support/cards/fixtures.ts';
import { createCardWords } from './card-words.ts';
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
  ['кросовки мужские', 'кроссовки'],
  ['кросовки 42', 'кроссовки 42'],
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

it('the words of an account are read once in ten minutes, whoever asks', async () => {
  let nowMs = 0;
  const words = createCardWords({ now: () => nowMs });
  const { db } = test.database;
  const first = words.of(db, owner.accountId);
  expect(words.of(db, owner.accountId)).toBe(first);
  expect(await first).toEqual(expect.arrayContaining(['платье', 'кроссовки']));
  nowMs = 10 * 60_000;
  expect(words.of(db, owner.accountId)).not.toBe(first);
});

it('a reading that failed is tried again by the next one who asks', async () => {
  const words = createCardWords();
  const broken = new Proxy(test.database.db, {
    get: () => {
      throw new Error('away');
    },
  });
  await expect(words.of(broken, owner.accountId)).rejects.toThrow('away');
  expect(await words.of(test.database.db, owner.accountId)).toContain('платье');
});
