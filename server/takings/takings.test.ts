import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { MAX_TAKEN_CARDS } from '#contract/taking-limits.ts';
import { TAKEN_PER_PART } from '#contract/takings.ts';
import { testBulkEdits } from '#tests/support/cards/bulk-edits.ts';

const bulk = testBulkEdits();

const look = (selection: object) =>
  bulk.test.call(bulk.owner, 'POST', '/takings/look/', { body: { selection } });
const readCards = (cardIds: number[]) =>
  bulk.test.call(bulk.owner, 'POST', '/takings/cards/', { body: { card_ids: cardIds } });
const idsOf = (body: { cards: { card: { id: number } }[] }) => body.cards.map(({ card }) => card.id);

it('a look says exactly which cards there are, and how many photos they have', async () => {
  const ids = await bulk.addCards(3);
  const photos = JSON.stringify(['/media/drawn/a.svg', '/media/drawn/b.svg']);
  await sql`UPDATE cards SET photos = ${photos}::jsonb WHERE id = ${ids[1]}`.execute(bulk.test.database.db);
  const { status, body } = await look({ filter: {} });
  expect([status, body]).toEqual([200, { card_ids: ids, photo_count: 2 }]);
  expect((await look({ filter: { search: 'нет такой' } })).body).toEqual({ card_ids: [], photo_count: 0 });
});

it('more cards than can be taken are refused with their number', async () => {
  await bulk.addCards(MAX_TAKEN_CARDS);
  expect((await look({ filter: {} })).status).toBe(200);
  await sql`INSERT INTO cards (account_id, vendor_code, title, subject_id, price_kopecks, discount, search_text)
    SELECT account_id, 'one-more', title, subject_id, price_kopecks, discount, search_text FROM cards
    WHERE account_id = ${bulk.owner.accountId} LIMIT 1`.execute(bulk.test.database.db);
  const { status, body } = await look({ filter: {} });
  expect(status).toBe(400);
  expect(body.detail[0]).toMatch(/до 2 000 карточек, а здесь 2\s001 карточка/);
});

it('a part has everything of its cards; those that are gone or are somebody else’s are not in it', async () => {
  const stranger = await bulk.signInStranger();
  const [theirs = 0] = await bulk.addCards(1, stranger);
  const [first = 0, second = 0] = await bulk.addCards(2);
  const { status, body } = await readCards([second, theirs, 999_999_999, first]);
  expect(status).toBe(200);
  expect(idsOf(body)).toEqual([first, second]);
  const [card, inShops] = await Promise.all([
    bulk.test.call(bulk.owner, 'GET', `/cards/${first}/`),
    bulk.test.call(bulk.owner, 'GET', `/cards/${first}/shop-cards/`),
  ]);
  expect(body.cards[0]).toEqual({ card: card.body, shop_cards: inShops.body, groups: [] });
});

it('a part is small, and of shipments it has only those of the account', async () => {
  const tooMany = Array.from({ length: TAKEN_PER_PART + 1 }, (_, index) => index + 1);
  expect((await readCards(tooMany)).status).toBe(400);
  const { database } = bulk.test;
  const stranger = await bulk.signInStranger();
  const shipmentOf = async ({ accountId, userId }: { accountId: number; userId: number }) => {
    const { id } = await database.db
      .insertInto('shipments')
      .values({
        account_id: accountId,
        created_by: userId,
        status: 'FINISHED',
        shop_ids: [],
        card_count: 0,
        with_prices: false,
        with_discounts: false,
        with_images: false,
        repeat_of: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  const [own, theirs] = [await shipmentOf(bulk.owner), await shipmentOf(stranger)];
  const { body } = await bulk.test.call(bulk.owner, 'POST', '/takings/shipments/', {
    body: { shipment_ids: [own, theirs] },
  });
  expect(body.shipments).toEqual([
    { shipment: (await bulk.test.call(bulk.owner, 'GET', `/shipments/${own}/`)).body, errors: [] },
  ]);
});
