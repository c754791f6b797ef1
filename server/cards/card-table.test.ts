import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { testBulkEdits } from '#tests/support/cards/bulk-edits.ts';
import { addTestShop, CUPS, putIntoShop } from '#tests/support/cards/fixtures.ts';
import { CARDS_PER_PART } from './card-table.ts';

const bulk = testBulkEdits();

const read = (selection: object, afterId?: number) =>
  bulk.test.call(bulk.owner, 'POST', '/cards/table/', {
    body: { selection, ...(afterId !== undefined && { after_id: afterId }) },
  });

it('a table has of each chosen card what is changed there, and of no other', async () => {
  const [first, , third] = await bulk.addCards(3);
  const { db } = bulk.test.database;
  const { accountId } = bulk.owner;
  const shopId = await addTestShop(db, accountId);
  await putIntoShop(bulk.test.database, { accountId, shopId, cardId: first! });
  await putIntoShop(bulk.test.database, { accountId, shopId, cardId: third! });
  await sql`UPDATE shop_cards SET own_price_kopecks = 90000 WHERE card_id = ${third}`.execute(db);
  await sql`UPDATE shop_cards SET own_discount = 0 WHERE card_id = ${first}`.execute(db);
  const { status, body } = await read({ ids: [third, first] });
  expect(status).toBe(200);
  const facts = {
    price_kopecks: 100_000,
    discount: 20,
    club_discount: 0,
    cost_price_kopecks: null,
    brand: '',
    length_cm: 0,
    width_cm: 0,
    height_cm: 0,
    weight_kg: 0,
    tags: [],
    subject_id: CUPS,
  };
  expect(body).toEqual({
    card_total: 2,
    results: [
      {
        id: first,
        vendor_code: 'K-1',
        title: 'Кружка 1',
        description: '',
        ...facts,
        own_prices: [],
        own_discounts: [{ shop_id: shopId, discount: 0 }],
      },
      {
        id: third,
        vendor_code: 'K-3',
        title: 'Кружка 3',
        description: '',
        ...facts,
        own_prices: [{ shop_id: shopId, price_kopecks: 90_000 }],
        own_discounts: [],
      },
    ],
    next_after_id: null,
  });
});

it('a table stands as the list that its cards were chosen in, told with the first part', async () => {
  const ids = await bulk.addCards(CARDS_PER_PART + 1);
  const ask = (body: object) => bulk.test.call(bulk.owner, 'POST', '/cards/table/', { body });
  const selection = { filter: {} };
  for (const ordering of ['-title', 'stock', '-orders']) {
    const { body } = await ask({ selection, ordering });
    const { body: page } = await bulk.test.call(bulk.owner, 'GET', `/cards/?limit=100&ordering=${ordering}`);
    expect(body.order).toHaveLength(ids.length);
    expect(body.order.slice(0, 100)).toEqual(page.results.map((card: { id: number }) => card.id));
    const { body: next } = await ask({ selection, ordering, after_id: body.next_after_id });
    expect(next).not.toHaveProperty('order');
  }
  expect((await ask({ selection, ordering: 'secret' })).status).toBe(400);
});

it('a table is read by parts that miss nothing and repeat nothing', async () => {
  const ids = await bulk.addCards(CARDS_PER_PART + 1);
  const { body: first } = await read({ filter: {}, expected_count: ids.length });
  expect(first.results).toHaveLength(CARDS_PER_PART);
  const { body: last } = await read({ filter: {}, expected_count: ids.length }, first.next_after_id);
  expect(last.next_after_id).toBeNull();
  const readIds = [...first.results, ...last.results].map((card: { id: number }) => card.id);
  expect(readIds).toEqual(ids);
  expect([first.card_total, last.card_total]).toEqual([ids.length, ids.length]);
});

it('a table of another number of cards than were chosen is refused, and so is one of too many', async () => {
  await bulk.addCards(10_001);
  const other = await read({ filter: {}, expected_count: 3 });
  expect([other.status, other.body.code]).toEqual([409, 'selection_changed']);
  const tooMany = await read({ filter: {} });
  expect([tooMany.status, tooMany.body.detail]).toEqual([
    400,
    ['В таблице помещается до 10 000 карточек: сузьте выбор'],
  ]);
});

it('a table of somebody else’s cards is not found', async () => {
  const stranger = await bulk.signInStranger();
  const [theirs] = await bulk.addCards(1, stranger);
  expect((await read({ ids: [theirs] })).status).toBe(404);
});
