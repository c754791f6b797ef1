import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testBulkEdits } from '#tests/support/cards/bulk-edits.ts';
import { addTestShop, putIntoShop } from '#tests/support/cards/fixtures.ts';

const bulk = testBulkEdits();
const { addCards, create, apply, rollBack, rowsOf, setPrice } = bulk;

const percent = (basisPoints: number) => ({ kind: 'PERCENT', basis_points: basisPoints });

async function addShops(): Promise<[north: number, south: number]> {
  const { db } = bulk.test.database;
  const { accountId } = bulk.owner;
  return [await addTestShop(db, accountId, 'Север'), await addTestShop(db, accountId, 'Юг')];
}

const change = (shopIds: number[], rest: object) => ({ kind: 'OWN_PRICES', shop_ids: shopIds, ...rest });

async function setOwn(cardId: number, shopId: number, price: number | null, discount: number | null = null) {
  const url = `/cards/${cardId}/shop-cards/${shopId}/`;
  const body = { own_price_kopecks: price, own_discount: discount };
  expect((await bulk.test.call(bulk.owner, 'PATCH', url, { body })).status).toBe(200);
}

/** «1000 −5», «— —» where there is nothing of its own. */
async function ownOf(cardId: number, shopId: number) {
  const { body } = await bulk.test.call(bulk.owner, 'GET', `/cards/${cardId}/shop-cards/`);
  const shop = body.find((one: { shop_id: number }) => one.shop_id === shopId);
  return [shop.own_price_kopecks, shop.own_discount];
}

describe('own prices', () => {
  it('are reckoned from the shop’s, and from the card’s where it has none', async () => {
    const [north, south] = await addShops();
    const [card] = await addCards(1);
    await setOwn(card!, north, 200_000);
    const { body: edit } = await create(undefined, change([north, south], { price: percent(1_000) }));
    expect(await rowsOf(edit.id)).toMatchObject([
      {
        before: {
          price_kopecks: 100_000,
          own_prices: [
            { shop_id: north, price_kopecks: 200_000 },
            { shop_id: south, price_kopecks: null },
          ],
        },
        after: {
          own_prices: [
            { shop_id: north, price_kopecks: 220_000 },
            { shop_id: south, price_kopecks: 110_000 },
          ],
        },
        warnings: [],
      },
    ]);
    await apply(edit.id, 1);
    expect([await ownOf(card!, north), await ownOf(card!, south)]).toEqual([
      [220_000, null],
      [110_000, null],
    ]);
    const { body } = await bulk.test.call(bulk.owner, 'GET', `/cards/${card}/`);
    expect(body).toMatchObject({ price_kopecks: 100_000, version: 1 });
    await rollBack(edit.id);
    expect([await ownOf(card!, north), await ownOf(card!, south)]).toEqual([
      [200_000, null],
      [null, null],
    ]);
  });

  it('are cleared, and a discount is a field of its own', async () => {
    const [north, south] = await addShops();
    const [card] = await addCards(1);
    await setOwn(card!, north, 200_000, 5);
    const clearing = { price: { kind: 'CLEAR' }, discount: { kind: 'ADD', percent: 3 } };
    const { body: edit } = await create(undefined, change([north, south], clearing));
    await apply(edit.id, 1);
    expect(await ownOf(card!, north)).toEqual([null, 8]);
    // Its discount was the card's: 20 %.
    expect(await ownOf(card!, south)).toEqual([null, 23]);
  });

  it('make the card one that the shop has not received, until they go back', async () => {
    const [north] = await addShops();
    const [card] = await addCards(1);
    const place = { accountId: bulk.owner.accountId, shopId: north, cardId: card! };
    await putIntoShop(bulk.test.database, place, { priceKopecks: 100_000, discount: 20 });
    const isUnsent = async () =>
      (await bulk.test.call(bulk.owner, 'GET', `/cards/${card}/`)).body.has_unsent_changes;
    expect(await isUnsent()).toBe(false);
    const { body: edit } = await create(
      undefined,
      change([north], { price: { kind: 'SET', kopecks: 20_000 } }),
    );
    expect(await rowsOf(edit.id)).toMatchObject([{ warnings: ['QUARANTINE'] }]);
    await apply(edit.id, 1);
    expect(await isUnsent()).toBe(true);
    await rollBack(edit.id);
    expect(await isUnsent()).toBe(false);
  });

  it('below the cost price are warned of', async () => {
    const [north] = await addShops();
    await addCards(1);
    await sql`UPDATE cards SET cost_price_kopecks = 50000`.execute(bulk.test.database.db);
    const { body: edit } = await create(
      undefined,
      change([north], { price: { kind: 'SET', kopecks: 60_000 } }),
    );
    expect(await rowsOf(edit.id)).toMatchObject([{ warnings: ['LOSS'] }]);
  });

  it('that somebody has changed since are left alone, and so is what is reckoned from another price', async () => {
    const [north] = await addShops();
    const [first, second, third] = await addCards(3);
    const { body: edit } = await create(undefined, change([north], { price: percent(1_000) }));
    await setOwn(first!, north, 70_000);
    await setPrice(second!, 70_000);
    expect((await apply(edit.id, 3)).body.counts).toMatchObject({ applied: 1, changed_since: 2 });
    expect(await ownOf(first!, north)).toEqual([70_000, null]);
    expect(await ownOf(second!, north)).toEqual([null, null]);
    expect(await ownOf(third!, north)).toEqual([110_000, null]);
  });

  it('that cannot be are refused with the shop', async () => {
    const [north, south] = await addShops();
    const [card] = await addCards(1);
    await setOwn(card!, south, 5_000, 95);
    const refusals = [];
    for (const rest of [
      { price: { kind: 'ADD', kopecks: -5_000 } },
      { discount: { kind: 'ADD', percent: 5 } },
    ]) {
      const { body: edit } = await create(undefined, change([north, south], rest));
      refusals.push((await rowsOf(edit.id))[0].refusal);
    }
    await setPrice(card!, 0);
    const { body: edit } = await create(undefined, change([north], { price: percent(100) }));
    refusals.push((await rowsOf(edit.id))[0].refusal);
    expect(refusals).toEqual([
      'Юг: цена вышла бы меньше 1 ₽',
      'Юг: скидка вышла бы 100 %, можно от 0 до 99 %',
      'Север: не указана цена, изменять нечего',
    ]);
  });

  it('are of one’s own shops', async () => {
    const [north] = await addShops();
    await addCards(1);
    bulk.owner = await bulk.signInStranger();
    await addCards(1);
    const rest = { price: { kind: 'SET', kopecks: 100 } };
    expect((await create(undefined, change([north], rest))).status).toBe(404);
  });

  it.each([
    { shop_ids: [] },
    {},
    { price: { kind: 'CLEAR', kopecks: 1 } },
    { discount: { kind: 'SET', percent: 100 } },
  ])('%o are refused', async (wrong) => {
    const [north] = await addShops();
    expect((await create(undefined, change([north], wrong))).status).toBe(400);
  });

  it('applied and rolled back are what they were, whatever others did to the other field', async () => {
    const shops = await addShops();
    const [card] = await addCards(1);
    const price = fc.option(fc.integer({ min: 1, max: 3_000 }).map((roubles) => roubles * 100));
    const discount = fc.option(fc.integer({ min: 0, max: 99 }));
    const amount = fc.oneof(
      fc.constant({ kind: 'CLEAR' }),
      fc.record({ kind: fc.constant('SET'), kopecks: fc.integer({ min: 100, max: 300_000 }) }),
      fc.record({ kind: fc.constant('PERCENT'), basis_points: fc.integer({ min: -5_000, max: 5_000 }) }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(price, price),
        fc.tuple(discount, discount),
        amount,
        discount,
        async (prices, discounts, wanted, other) => {
          for (const index of [0, 1] as const)
            await setOwn(card!, shops[index], prices[index], discounts[index]);
          const { body: edit } = await create(undefined, change(shops, { price: wanted }));
          if (edit.counts.ready === 0) return;
          await apply(edit.id, 1);
          await sql`UPDATE shop_cards SET own_discount = ${other} WHERE shop_id = ${shops[0]}`.execute(
            bulk.test.database.db,
          );
          expect((await rollBack(edit.id)).body.counts).toMatchObject({ applied: 0, kept: 0 });
          expect([await ownOf(card!, shops[0]), await ownOf(card!, shops[1])]).toEqual([
            [prices[0], other],
            [prices[1], discounts[1]],
          ]);
        },
      ),
      { numRuns: 30 },
    );
  });
});
