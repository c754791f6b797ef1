import { afterAll, beforeAll, expect, it } from 'vitest';
import { openShopTest, type ShopTest } from '#tests/setup/shop-test.ts';
import type { SignedIn } from '#tests/setup/test-app.ts';
import { storeMarketplaceCards } from '#server/sync/store-marketplace-cards.ts';
import {
  addTestShop,
  addTestSubjects,
  cardBody,
  CUPS,
  DRESSES,
  putIntoShop,
} from '#tests/support/cards/fixtures.ts';

const SENTENCE =
  'Карточка уже на Wildberries: предмет там не меняется, остаётся «Кружки». ' +
  'Нужен другой предмет — сделайте копию карточки и смените предмет в ней';

let test: ShopTest;
let owner: SignedIn;
let shopId: number;

beforeAll(async () => {
  test = await openShopTest();
  await addTestSubjects(test.database.db);
  owner = await test.signIn('owner');
  shopId = await addTestShop(test.database.db, owner.accountId, 'Северика');
});
afterAll(() => test.close());

const addCard = async (vendorCode: string): Promise<number> =>
  (await test.call(owner, 'POST', '/cards/', { body: cardBody(vendorCode) })).body.id;
const putThere = (cardId: number, facts: Parameters<typeof putIntoShop>[2] = {}) =>
  putIntoShop(test.database, { accountId: owner.accountId, shopId, cardId }, facts);
const read = async (id: number) => (await test.call(owner, 'GET', `/cards/${id}/`)).body;
async function save(id: number, body: object, version?: number) {
  return await test.call(owner, 'PATCH', `/cards/${id}/`, {
    body,
    version: version ?? (await read(id)).version,
  });
}
const subjectThere = (id: number, subjectId: number) =>
  test.database.db
    .updateTable('shop_cards')
    .set({ subject_id: subjectId })
    .where('account_id', '=', owner.accountId)
    .where('card_id', '=', id)
    .execute();

it('a card that the marketplace has keeps its subject: the refusal stands at the field, says what to do, and nothing is saved', async () => {
  const id = await addCard('KEPT-1');
  await putThere(id);
  const refused = await save(id, { subject_id: DRESSES, characteristics: [], title: 'Платье' });
  expect([refused.status, refused.body]).toMatchObject([
    400,
    { code: 'validation_failed', errors: [{ field: 'subject_id', detail: SENTENCE }] },
  ]);
  expect(await read(id)).toMatchObject({ subject_id: CUPS, title: 'Кружка керамическая 450 мл' });
});

it('everything else of it is saved, its own subject beside it too', async () => {
  const id = await addCard('KEPT-2');
  await putThere(id);
  expect((await save(id, { subject_id: CUPS, title: 'Кружка' })).status).toBe(200);
});

it.each([
  ['was never sent', null],
  ['has a shop that it was not sent to', { state: 'NOT_SENT', nmId: null }],
  ['was refused by the marketplace when it was to be created', { state: 'HAS_ERRORS', nmId: null }],
] as const)('a card that %s gets another subject', async (name, there) => {
  const id = await addCard(`FREE-${name}`);
  if (there) await putThere(id, there);
  expect((await save(id, { subject_id: DRESSES })).body.subject_id).toBe(DRESSES);
});

it('an edit of before the publication that is late is told what the card has become, and then the same', async () => {
  const id = await addCard('KEPT-3');
  const { version } = await read(id);
  await save(id, { title: 'Чашка' });
  await putThere(id);
  const late = await save(id, { subject_id: DRESSES }, version);
  expect([late.status, late.body.current.title]).toEqual([412, 'Чашка']);
  expect((await save(id, { subject_id: DRESSES })).body.errors).toEqual([
    { field: 'subject_id', detail: SENTENCE },
  ]);
});

it('a card that has another subject here than there goes back to that one, and only to it', async () => {
  const id = await addCard('KEPT-4');
  await putThere(id);
  await subjectThere(id, DRESSES);
  expect((await save(id, { subject_id: DRESSES })).body.subject_id).toBe(DRESSES);
  expect((await save(id, { subject_id: CUPS })).body.errors).toMatchObject([{ field: 'subject_id' }]);
});

it('the subject there is kept when the shop is read, and told beside the vendor code there', async () => {
  const id = await addCard('KEPT-5');
  const inShop = async () =>
    (await test.call(owner, 'GET', `/cards/${id}/shop-cards/`)).body.find(
      (one: { shop_id: number }) => one.shop_id === shopId,
    );
  expect((await inShop()).subject).toBeNull();
  const met = {
    nmId: 778_001,
    imtId: 0,
    vendorCode: 'KEPT-5',
    subjectId: DRESSES,
    subjectName: 'Платья',
    title: '',
    description: '',
    brand: '',
    dimensions: { lengthCm: 1, widthCm: 2, heightCm: 3, weightKg: 1, isValid: true },
    characteristics: [],
    sizes: [],
    photos: [],
    video: '',
    tags: [],
    updatedAt: '2026-11-01T10:00:00Z',
  };
  await test.database.transaction((trx) =>
    storeMarketplaceCards(trx, owner.accountId, shopId, [met] as never),
  );
  await save(id, { vendor_code: 'KEPT-5-NEW' });
  expect(await inShop()).toMatchObject({
    subject: { id: DRESSES, name: 'Платья' },
    vendor_code: 'KEPT-5',
    unsent_changes: [],
  });
});

it('another account learns nothing of it, and its card of the same kind goes where it likes', async () => {
  const id = await addCard('KEPT-6');
  await putThere(id);
  const other = await test.signIn('other');
  const { body } = await test.call(other, 'POST', '/cards/', { body: cardBody('KEPT-6') });
  const saved = await test.call(other, 'PATCH', `/cards/${body.id}/`, {
    body: { subject_id: DRESSES },
    version: body.version,
  });
  expect(saved.body.subject_id).toBe(DRESSES);
});
