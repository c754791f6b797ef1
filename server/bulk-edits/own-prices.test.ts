import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { priceEndings } from '#contract/bulk-rules.ts';
import { testBulkEdits } from '#tests/support/cards/bulk-edits.ts';
import { addTestShop, putIntoShop } from '#tests/support/cards/fixtures.ts';
import { PLAIN_CARD } from '#tests/support/cards/plain-card.ts';
import { changeCard } from './change-card.ts';

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

/** As the price tab says it; valid always unless a day is named. */
async function sayCost(cardId: number, kopecks: number, place: object = {}) {
  const body = { from: null, shop_id: null, tech_size: null, ...place, cost_price_kopecks: kopecks };
  expect((await bulk.test.call(bulk.owner, 'POST', `/cards/${cardId}/costs/`, { body })).status).toBe(200);
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

  it('below what a piece costs in that shop are warned of, whatever it costs elsewhere', async () => {
    const [north, south] = await addShops();
    const [card] = await addCards(1);
    await sayCost(card!, 50_000);
    await sayCost(card!, 40_000, { shop_id: south });
    const set = { price: { kind: 'SET', kopecks: 60_000 } };
    const warned = async (shopId: number) => {
      const { body: edit } = await create(undefined, change([shopId], set));
      return (await rowsOf(edit.id))[0].warnings;
    };
    expect([await warned(north), await warned(south)]).toEqual([['LOSS'], []]);
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
      'Юг. Цена вышла бы меньше 1 ₽',
      'Юг. Скидка вышла бы 100 %: можно от 0 до 99 %',
      'Север. Не указана цена: изменять нечего',
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

describe('own prices with a floor over the cost price', () => {
  const heldChange = (shopIds: number[], rest: object) => ({
    kind: 'OWN_PRICES_OVER_COST',
    shop_ids: shopIds,
    ...rest,
  });
  const down = (basisPoints: number) => ({ price: percent(-basisPoints) });
  const ownAfter = async (shopIds: number[], rest: object) => {
    const { body: edit } = await create(undefined, heldChange(shopIds, rest));
    const [row] = await rowsOf(edit.id);
    return {
      prices: (row?.after.own_prices ?? []).map((own: { price_kopecks: number }) => own.price_kopecks),
      isRaised: row?.is_raised ?? false,
      refusal: row?.refusal ?? null,
    };
  };

  it('are raised to what a piece costs in that shop, and only there; the row says so', async () => {
    const [north, south] = await addShops();
    const [card] = await addCards(1);
    await sayCost(card!, 40_000);
    await sayCost(card!, 60_000, { shop_id: south });
    // Half of 1 000 ₽ at 20 % is 400 ₽: as much as it costs in the north. 600 ₽ are four fifths of 750 ₽.
    const half = { ...down(5_000), floor_basis_points: 0 };
    expect(await ownAfter([north], half)).toMatchObject({ prices: [50_000], isRaised: false });
    expect(await ownAfter([south], half)).toMatchObject({ prices: [75_000], isRaised: true });
    expect(await ownAfter([north, south], half)).toMatchObject({ prices: [50_000, 75_000], isRaised: true });
    expect(await ownAfter([south], { ...half, ending: 'NINETY' })).toMatchObject({ prices: [79_000] });
  });

  it('keep a margin, by the own discount of the shop', async () => {
    const [north] = await addShops();
    const [card] = await addCards(1);
    await sayCost(card!, 50_000);
    await setOwn(card!, north, 200_000, 10);
    // 500 ₽ are half of 1 000 ₽, which are nine tenths of 1 111,12 ₽.
    const margin = { ...down(9_000), floor_margin_basis_points: 5_000 };
    expect(await ownAfter([north], margin)).toMatchObject({ prices: [111_200], isRaised: true });
  });

  it('go by the cost of today, and by the dearest of the sizes', async () => {
    const [north] = await addShops();
    const [card] = await addCards(1);
    await sql`UPDATE cards SET sizes = '[{"techSize": "S", "skus": []}, {"techSize": "M", "skus": []}]'`.execute(
      bulk.test.database.db,
    );
    await sayCost(card!, 30_000);
    await sayCost(card!, 90_000, { shop_id: north, from: '2099-01-01' });
    await sayCost(card!, 48_000, { tech_size: 'M', from: '2024-01-01' });
    const low = { price: { kind: 'SET', kopecks: 10_000 }, floor_basis_points: 0 };
    expect(await ownAfter([north], low)).toMatchObject({ prices: [60_000], isRaised: true });
    // What is said of a size stands before what is said of the shop.
    await sayCost(card!, 40_000, { shop_id: north, from: '2024-01-01' });
    expect(await ownAfter([north], low)).toMatchObject({ prices: [60_000] });
    await sayCost(card!, 20_000, { shop_id: north, tech_size: 'M', from: '2024-01-01' });
    expect(await ownAfter([north], low)).toMatchObject({ prices: [50_000] });
  });

  it('without a cost price are refused, in the words of the common price, with the shop', async () => {
    const [north, south] = await addShops();
    const [card] = await addCards(1);
    await sayCost(card!, 40_000, { shop_id: north });
    const held = { ...down(100), floor_basis_points: 0 };
    expect((await ownAfter([north], held)).refusal).toBeNull();
    expect(await ownAfter([north, south], held)).toEqual({
      prices: [],
      isRaised: false,
      refusal: 'Юг. Не указана себестоимость: нижнюю границу не посчитать',
    });
  });

  it('are not raised for a discount that goes too far, nor where the shop is to have the card’s price', async () => {
    const [north] = await addShops();
    const [card] = await addCards(1);
    await sayCost(card!, 50_000);
    const discount = { discount: { kind: 'SET', percent: 60 }, floor_basis_points: 0 };
    expect((await ownAfter([north], discount)).refusal).toBe(
      'Север. Со скидкой вышло бы 400 ₽, граница 500 ₽',
    );
    await setOwn(card!, north, 200_000, 40);
    const clearing = { price: { kind: 'CLEAR' }, floor_margin_basis_points: 2_000 };
    expect((await ownAfter([north], clearing)).refusal).toBe(
      'Север. Со скидкой вышло бы 600 ₽, граница 625 ₽',
    );
  });

  it('leave a card alone whose discount has changed since: the floor was reckoned with the other', async () => {
    const [north, south] = await addShops();
    const [first, second, third] = await addCards(3);
    for (const card of [first, second, third]) await sayCost(card!, 50_000);
    await setOwn(second!, north, null, 10);
    const held = { price: { kind: 'SET', kopecks: 10_000 }, floor_basis_points: 0 };
    const { body: edit } = await create(undefined, heldChange([north], held));
    await sql`UPDATE cards SET discount = 50 WHERE id = ${first!}`.execute(bulk.test.database.db);
    await setOwn(second!, north, null, 30);
    await setOwn(third!, south, null, 30);
    expect((await apply(edit.id, 3)).body.counts).toMatchObject({ applied: 1, changed_since: 2 });
    expect(await ownOf(third!, north)).toEqual([62_500, null]);
    expect((await rollBack(edit.id)).body.counts).toMatchObject({ rolled_back: 1, kept: 0 });
    expect(await ownOf(third!, north)).toEqual([null, null]);
  });

  it.each([
    {},
    { floor_basis_points: 0, floor_margin_basis_points: 0 },
    { floor_margin_basis_points: 10_000 },
  ])('%o is no floor', async (floor) => {
    const [north] = await addShops();
    expect((await create(undefined, heldChange([north], { ...down(100), ...floor }))).status).toBe(400);
  });

  it('among the rows are found with those that something is to be said of', async () => {
    const [north] = await addShops();
    const [dear, cheap] = await addCards(2);
    await sayCost(dear!, 90_000);
    await sayCost(cheap!, 10_000);
    const { body: edit } = await create(
      undefined,
      heldChange([north], { ...down(1_000), floor_basis_points: 0 }),
    );
    expect(edit.warned_count).toBe(1);
    expect(await rowsOf(edit.id, '?warned=true')).toMatchObject([
      { card_id: dear, is_raised: true, warnings: [] },
    ]);
  });
});

describe('the law of floors', () => {
  it('a shop is given the price that the card would be given at the same price, discount and cost', () => {
    const kopecks = fc.integer({ min: 0, max: 10_000_000 });
    fc.assert(
      fc.property(
        fc.record({
          priceKopecks: kopecks,
          discount: fc.integer({ min: 0, max: 99 }),
          costPriceKopecks: fc.option(kopecks),
          wanted: fc.integer({ min: 1, max: 10_000_000 }),
          ending: fc.constantFrom(...priceEndings),
          floor: fc.oneof(
            fc.record({ floorBasisPoints: fc.integer({ min: 0, max: 50_000 }) }),
            fc.record({ floorMarginBasisPoints: fc.integer({ min: 0, max: 9_999 }) }),
          ),
        }),
        ({ priceKopecks, discount, costPriceKopecks, wanted, ending, floor }) => {
          const rule = { price: { kind: 'SET', kopecks: wanted }, ending, ...floor } as const;
          const facts = { ...PLAIN_CARD, priceKopecks, discount, costPriceKopecks };
          const common = changeCard(facts, { kind: 'PRICES', ...rule });
          const own = changeCard(
            { ...facts, shopNames: new Map([[1, 'Юг']]), costInShops: new Map([[1, costPriceKopecks]]) },
            { kind: 'OWN_PRICES_OVER_COST', shopIds: [1], ...rule },
          );
          expect(own.refusal).toBe(common.refusal === null ? null : `Юг. ${common.refusal}`);
          if (common.refusal !== null) return;
          expect(own.after.ownPrices?.[0]?.priceKopecks).toBe(common.after.priceKopecks ?? priceKopecks);
          expect(own.isRaised).toBe(common.isRaised);
        },
      ),
    );
  });
});
