import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addTestSubjects, cardBody } from '#tests/support/cards/fixtures.ts';
import { openShopTest, type ShopTest } from '#tests/setup/shop-test.ts';
import type { SignedIn } from '#tests/setup/test-app.ts';
import { wantedSearchTexts } from './wanted-search-texts.ts';

let test: ShopTest;
let owner: SignedIn;
beforeAll(async () => {
  test = await openShopTest();
  await addTestSubjects(test.database.db);
  owner = await test.signIn('owner');
});
afterAll(() => test.close());

it('what cards will be found by is told without their stocks, which are many and say nothing of it', async () => {
  const { body: card } = await test.call(owner, 'POST', '/cards/', {
    body: cardBody('MUG-350', { title: 'Кружка', brand: 'Полюс' }),
  });
  const texts = await test.database.db.transaction().execute(async (trx) => {
    await sql`ALTER TABLE stocks RENAME TO stocks_out_of_reach`.execute(trx);
    const found = await wantedSearchTexts(trx, owner.accountId, [
      { cardId: card.id, after: { title: 'Чашка' } },
    ]);
    await sql`ALTER TABLE stocks_out_of_reach RENAME TO stocks`.execute(trx);
    return found;
  });
  expect(texts.get(card.id)).toMatch(/^ чашка mug-350 .*полюс mug350/);
});
