import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addTestSubjects, cardBody } from '#tests/support/cards/fixtures.ts';
import { openShopTest, type ShopTest } from '#tests/setup/shop-test.ts';
import type { SignedIn } from '#tests/setup/test-app.ts';
import { rewriteSearchTextsJob } from './rewrite-search-texts.ts';

let test: ShopTest;
let owner: SignedIn;
beforeAll(async () => {
  test = await openShopTest();
  await addTestSubjects(test.database.db);
  owner = await test.signIn('owner');
});
afterAll(() => test.close());

const runJob = (signal = new AbortController().signal) =>
  rewriteSearchTextsJob.handler({}, test.deps, { signal, attempt: 1 });
const found = async (search: string) =>
  (await test.call(owner, 'GET', `/cards/?search=${encodeURIComponent(search)}`)).body.count;

it('cards that were there before a new rule are found by it, once it has been written, and no card becomes a changed one', async () => {
  const { db } = test.database;
  const { body: card } = await test.call(owner, 'POST', '/cards/', {
    body: cardBody('MUG-350', { title: 'Кружка', brand: 'Полюс' }),
  });
  await sql`UPDATE cards SET search_text = ' кружка mug-350' WHERE id = ${card.id}`.execute(db);
  expect([await found('полюс'), await found('mug350')]).toEqual([0, 0]);

  const stopped = new AbortController();
  stopped.abort();
  await runJob(stopped.signal);
  expect(await found('полюс')).toBe(0);

  await runJob();
  expect([await found('полюс'), await found('mug350')]).toEqual([1, 1]);
  expect((await test.call(owner, 'GET', `/cards/${card.id}/`)).body.version).toBe(card.version);
  // It is done once: what somebody breaks by hand afterwards is not its business.
  await sql`UPDATE cards SET search_text = ' кружка' WHERE id = ${card.id}`.execute(db);
  await runJob();
  expect(await found('полюс')).toBe(0);
});
