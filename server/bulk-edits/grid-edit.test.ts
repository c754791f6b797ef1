import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testBulkEdits } from '#tests/support/cards/bulk-edits.ts';
import { addTestShop, CUPS, DRESSES, putIntoShop } from '#tests/support/cards/fixtures.ts';

const bulk = testBulkEdits();
const { addCards, rowsOf, apply, rollBack } = bulk;

const VOLUME = 900001;
const COLOUR = 14177449;
const SINCE = 'Изменилась с тех пор, как вы на неё смотрели: ';

type Row = Record<string, unknown>;

const create = (rows: (Row & { id: number | undefined })[]) =>
  bulk.test.call(bulk.owner, 'POST', '/cards/bulk-edits/table/', {
    body: {
      key: 'CARD_ID',
      rows: rows.map(({ id, ...row }, index) => ({ line: index + 1, key: String(id), ...row })),
    },
  });

const own = (shopId: number, kopecks: number | null) => ({ shop_id: shopId, price_kopecks: kopecks });
const said = (id: number, ...values: string[]) => ({ id, name: id === COLOUR ? 'Цвет' : 'Объем', values });
const seen = (id: number, ...values: string[]) => ({ id, values });

async function addShops(): Promise<[north: number, south: number]> {
  const { db } = bulk.test.database;
  const { accountId } = bulk.owner;
  return [await addTestShop(db, accountId, 'Север'), await addTestShop(db, accountId, 'Юг')];
}

async function setOwn(cardId: number, shopId: number, kopecks: number | null): Promise<void> {
  const { accountId } = bulk.owner;
  await sql`INSERT INTO shop_cards (account_id, card_id, shop_id, vendor_code, own_price_kopecks)
    VALUES (${accountId}, ${cardId}, ${shopId}, 'V', ${kopecks})
    ON CONFLICT (card_id, shop_id) DO UPDATE SET own_price_kopecks = excluded.own_price_kopecks`.execute(
    bulk.test.database.db,
  );
}

/** [the card's price, those of its shops by shop]. */
async function pricesOf(cardId: number) {
  const { rows } = await sql<{ price: number; own: (number | null)[] }>`
    SELECT price_kopecks AS price,
      ARRAY(SELECT own_price_kopecks FROM shop_cards WHERE card_id = cards.id ORDER BY shop_id)::bigint[] AS own
    FROM cards WHERE id = ${cardId}`.execute(bulk.test.database.db);
  return [rows[0]?.price, rows[0]?.own];
}

async function setValues(cardId: number, values: { id: number; values: string[] }[]): Promise<void> {
  await sql`UPDATE cards SET characteristics = ${JSON.stringify(values)}::jsonb WHERE id = ${cardId}`.execute(
    bulk.test.database.db,
  );
}

async function valuesOf(cardId: number): Promise<{ id: number; values: string[] }[]> {
  const { characteristics } = await bulk.test.database.db
    .selectFrom('cards')
    .select('characteristics')
    .where('id', '=', cardId)
    .executeTakeFirstOrThrow();
  return characteristics;
}

const refusalsOf = async (id: number) =>
  (await rowsOf(id)).map((row: { refusal: string | null }) => row.refusal);

describe('own prices of a table', () => {
  it('are looked at beside the card’s, applied together, and go back exactly', async () => {
    const [north, south] = await addShops();
    const [first, second] = await addCards(2);
    await setOwn(first!, north, 200_000);
    const { status, body } = await create([
      {
        id: first,
        price_kopecks: 90_000,
        own_prices: [own(north, null), own(south, 150_000)],
        seen: {
          price_kopecks: 100_000,
          discount: 20,
          club_discount: 0,
          own_prices: [own(north, 200_000), own(south, null)],
        },
      },
      { id: second, own_prices: [own(south, 120_049)], seen: { own_prices: [own(south, null)] } },
    ]);
    expect(status).toBe(201);
    expect(body.edit).toMatchObject({
      change: {
        kind: 'GRID',
        fields: ['priceKopecks', 'ownPrices'],
        characteristics: [],
        shop_ids: [north, south],
      },
      counts: { ready: 2, refused: 0 },
    });
    expect(await rowsOf(body.edit.id)).toMatchObject([
      {
        before: { price_kopecks: 100_000, own_prices: [own(north, 200_000), own(south, null)] },
        after: { price_kopecks: 90_000, own_prices: [own(north, null), own(south, 150_000)] },
      },
      // In whole roubles, as any price.
      { before: { own_prices: [own(south, null)] }, after: { own_prices: [own(south, 120_000)] } },
    ]);
    await apply(body.edit.id, 2);
    expect(await pricesOf(first!)).toEqual([90_000, [null, 150_000]]);
    expect(await pricesOf(second!)).toEqual([100_000, [120_000]]);
    const { body: card } = await bulk.test.call(bulk.owner, 'GET', `/cards/${second}/`);
    // Nobody has edited the card: a shop's price alone has changed.
    expect(card.version).toBe(1);
    await rollBack(body.edit.id);
    expect(await pricesOf(first!)).toEqual([100_000, [200_000, null]]);
    expect(await pricesOf(second!)).toEqual([100_000, [null]]);
  });

  it('and the card’s are left alone together where others have changed either since the look, and go back without each other', async () => {
    const [north] = await addShops();
    const ids = await addCards(3);
    const { body } = await create(
      ids.map((id) => ({ id, price_kopecks: 90_000, own_prices: [own(north, 150_000)] })),
    );
    await setOwn(ids[0]!, north, 70_000);
    await bulk.setPrice(ids[1]!, 70_000);
    const { body: applied } = await apply(body.edit.id, 3);
    expect(applied.counts).toMatchObject({ applied: 1, changed_since: 2 });
    expect(await pricesOf(ids[0]!)).toEqual([100_000, [70_000]]);
    expect(await pricesOf(ids[1]!)).toEqual([70_000, [null]]);
    await setOwn(ids[2]!, north, 60_000);
    const { body: back } = await rollBack(body.edit.id);
    expect(back.counts).toMatchObject({ rolled_back: 0, kept: 1 });
    expect(await pricesOf(ids[2]!)).toEqual([100_000, [60_000]]);
  });

  it('are refused where the shop has another than was seen, and below the lowest price of the card', async () => {
    const [north] = await addShops();
    const ids = await addCards(3);
    await setOwn(ids[0]!, north, 70_000);
    await sql`INSERT INTO price_floors (account_id, card_id, floor_kopecks)
      VALUES (${bulk.owner.accountId}, ${ids[1]}, 50000)`.execute(bulk.test.database.db);
    const { body } = await create([
      { id: ids[0], own_prices: [own(north, 60_000)], seen: { own_prices: [own(north, null)] } },
      { id: ids[1], own_prices: [own(north, 60_000)] },
      { id: ids[2], own_prices: [own(north, 60_000)] },
    ]);
    expect(await refusalsOf(body.edit.id)).toEqual([
      `${SINCE}своя цена «Север» нет → 700 ₽`,
      'Вышло бы 480 ₽: ниже минимальной цены 500 ₽',
      null,
    ]);
  });

  it('are warned of by the price and the cost that the card is to have with them', async () => {
    const [north] = await addShops();
    const ids = await addCards(4);
    for (const id of ids) {
      const place = { accountId: bulk.owner.accountId, shopId: north, cardId: id };
      await putIntoShop(bulk.test.database, place, { priceKopecks: 100_000, discount: 20 });
    }
    const { body } = await create([
      { id: ids[0], cost_price_kopecks: 80_001, own_prices: [own(north, 110_000)] },
      { id: ids[1], own_prices: [own(north, 20_000)] },
      // The shop keeps its own: the card's price does not reach it.
      { id: ids[2], price_kopecks: 20_000, own_prices: [own(north, 100_100)] },
      { id: ids[3], own_prices: [own(north, 100_100)] },
    ]);
    expect((await rowsOf(body.edit.id)).map((row: { warnings: string[] }) => row.warnings)).toEqual([
      ['LOSS'],
      ['QUARANTINE'],
      ['OWN_PRICE'],
      [],
    ]);
  });

  it('of a strange shop, and of one that is named twice, are refused', async () => {
    const [card] = await addCards(1);
    const stranger = await bulk.signInStranger();
    const theirs = await addTestShop(bulk.test.database.db, stranger.accountId, 'Чужой');
    expect((await create([{ id: card, own_prices: [own(theirs, 100_000)] }])).status).toBe(404);
    const [north] = await addShops();
    const twice = [own(north, 100_000), own(north, 200_000)];
    expect((await create([{ id: card, own_prices: twice }])).status).toBe(400);
  });
});

const cut = (shopId: number, discount: number | null) => ({ shop_id: shopId, discount });
const ownOf = async (cardId: number) =>
  (
    await sql<{ own: [number | null, number | null][] }>`
      SELECT coalesce(jsonb_agg(jsonb_build_array(own_price_kopecks, own_discount) ORDER BY shop_id), '[]') AS own
      FROM shop_cards WHERE card_id = ${cardId}`.execute(bulk.test.database.db)
  ).rows[0]?.own;

describe('own discounts of a table', () => {
  it('are one value of a shop with its price: looked at, applied, taken off, and go back exactly', async () => {
    const [north, south] = await addShops();
    const [first, second] = await addCards(2);
    await setOwn(first!, north, 200_000);
    await sql`UPDATE shop_cards SET own_discount = 40 WHERE card_id = ${first}`.execute(
      bulk.test.database.db,
    );
    const { status, body } = await create([
      {
        id: first,
        own_prices: [own(north, 300_000)],
        own_discounts: [cut(north, null), cut(south, 0)],
        seen: { own_prices: [own(north, 200_000)], own_discounts: [cut(north, 40), cut(south, null)] },
      },
      { id: second, own_discounts: [cut(south, 35)], seen: { own_discounts: [cut(south, null)] } },
    ]);
    expect(status).toBe(201);
    expect(body.edit).toMatchObject({
      change: {
        kind: 'GRID_WITH_DISCOUNTS',
        fields: ['ownPrices', 'ownDiscounts'],
        shop_ids: [north],
        discount_shop_ids: [north, south],
      },
      counts: { ready: 2, refused: 0 },
    });
    expect(await rowsOf(body.edit.id)).toMatchObject([
      {
        before: { own_prices: [{ ...own(north, 200_000), discount: 40 }, cut(south, null)] },
        after: { own_prices: [{ ...own(north, 300_000), discount: null }, cut(south, 0)] },
      },
      { before: { own_prices: [cut(south, null)] }, after: { own_prices: [cut(south, 35)] } },
    ]);
    await apply(body.edit.id, 2);
    expect(await ownOf(first!)).toEqual([
      [300_000, null],
      [null, 0],
    ]);
    expect(await ownOf(second!)).toEqual([[null, 35]]);
    const { body: card } = await bulk.test.call(bulk.owner, 'GET', `/cards/${second}/`);
    expect(card.version).toBe(1);
    await rollBack(body.edit.id);
    expect(await ownOf(first!)).toEqual([
      [200_000, 40],
      [null, null],
    ]);
    expect(await ownOf(second!)).toEqual([[null, null]]);
  });

  it('are warned of as prices are: held back by the marketplace, or below what the piece costs', async () => {
    const [north] = await addShops();
    const ids = await addCards(4);
    for (const id of ids) {
      const place = { accountId: bulk.owner.accountId, shopId: north, cardId: id };
      await putIntoShop(bulk.test.database, place, { priceKopecks: 100_000, discount: 20 });
    }
    const { body } = await create([
      { id: ids[0], own_discounts: [cut(north, 74)] },
      { id: ids[1], cost_price_kopecks: 70_001, own_discounts: [cut(north, 30)] },
      { id: ids[2], own_discounts: [cut(north, 73)] },
    ]);
    // What a buyer pays is of both: a dearer price under a deep discount is held back no more.
    const { body: ofBoth } = await create([
      { id: ids[3], own_prices: [own(north, 300_000)], own_discounts: [cut(north, 74)] },
    ]);
    expect((await rowsOf(ofBoth.edit.id))[0].warnings).toEqual([]);
    expect((await rowsOf(body.edit.id)).map((row: { warnings: string[] }) => row.warnings)).toEqual([
      ['QUARANTINE'],
      ['LOSS'],
      [],
    ]);
  });

  it('are refused where the shop has another than was seen, and below the lowest price of the card', async () => {
    const [north] = await addShops();
    const ids = await addCards(3);
    await setOwn(ids[0]!, north, null);
    await sql`UPDATE shop_cards SET own_discount = 25 WHERE card_id = ${ids[0]}`.execute(
      bulk.test.database.db,
    );
    await sql`INSERT INTO price_floors (account_id, card_id, floor_kopecks)
      VALUES (${bulk.owner.accountId}, ${ids[1]}, 50000)`.execute(bulk.test.database.db);
    const { body } = await create(
      ids.map((id) => ({
        id,
        own_discounts: [cut(north, 51)],
        seen: { own_discounts: [cut(north, null)] },
      })),
    );
    expect(await refusalsOf(body.edit.id)).toEqual([
      `${SINCE}своя скидка «Север» нет → 25 %`,
      'Вышло бы 490 ₽: ниже минимальной цены 500 ₽',
      null,
    ]);
  });

  it('are spared where somebody has changed them since the look', async () => {
    const [north] = await addShops();
    const [card] = await addCards(1);
    const { body } = await create([{ id: card, own_discounts: [cut(north, 51)] }]);
    await setOwn(card!, north, null);
    await sql`UPDATE shop_cards SET own_discount = 10 WHERE card_id = ${card}`.execute(bulk.test.database.db);
    const { body: applied } = await apply(body.edit.id, 1);
    expect(applied.counts).toMatchObject({ applied: 0, changed_since: 1 });
    expect(await ownOf(card!)).toEqual([[null, 10]]);
  });

  it('of a strange shop, of one that is named twice, and of a whole price are refused', async () => {
    const [card] = await addCards(1);
    const stranger = await bulk.signInStranger();
    const theirs = await addTestShop(bulk.test.database.db, stranger.accountId, 'Чужой');
    expect((await create([{ id: card, own_discounts: [cut(theirs, 10)] }])).status).toBe(404);
    const [north] = await addShops();
    expect((await create([{ id: card, own_discounts: [cut(north, 10), cut(north, 20)] }])).status).toBe(400);
    expect((await create([{ id: card, own_discounts: [cut(north, 100)] }])).status).toBe(400);
  });
});

describe('characteristics of a table', () => {
  it('are looked at, applied, emptied, and go back', async () => {
    const ids = await addCards(2);
    await setValues(ids[0]!, [{ id: COLOUR, values: ['синий'] }]);
    await setValues(ids[1]!, [{ id: VOLUME, values: ['450'] }]);
    const { body } = await create([
      {
        id: ids[0],
        characteristics: [said(COLOUR, 'белый', 'синий'), said(VOLUME, '0,5')],
        seen: { characteristics: [seen(COLOUR, 'синий'), seen(VOLUME)] },
      },
      { id: ids[1], characteristics: [said(VOLUME)], seen: { characteristics: [seen(VOLUME, '450')] } },
    ]);
    expect(body.edit).toMatchObject({
      change: {
        kind: 'GRID',
        fields: ['characteristics'],
        characteristics: [
          { id: COLOUR, name: 'Цвет' },
          { id: VOLUME, name: 'Объем' },
        ],
      },
      counts: { ready: 2 },
    });
    expect(await rowsOf(body.edit.id)).toMatchObject([
      { warnings: [] },
      { after: { characteristics: [seen(VOLUME)] }, warnings: ['REQUIRED_EMPTY'] },
    ]);
    await apply(body.edit.id, 2);
    expect(await valuesOf(ids[0]!)).toEqual([seen(COLOUR, 'белый', 'синий'), seen(VOLUME, '0.5')]);
    expect(await valuesOf(ids[1]!)).toEqual([]);
    await rollBack(body.edit.id);
    expect(await valuesOf(ids[0]!)).toEqual([seen(COLOUR, 'синий')]);
    expect(await valuesOf(ids[1]!)).toEqual([seen(VOLUME, '450')]);
  });

  it('are refused where others have changed them since, where there are too many, and where the subject has none', async () => {
    const ids = await addCards(3);
    await setValues(ids[0]!, [{ id: COLOUR, values: ['серый'] }]);
    await sql`UPDATE cards SET subject_id = ${DRESSES} WHERE id = ${ids[2]}`.execute(bulk.test.database.db);
    const { body } = await create([
      { id: ids[0], characteristics: [said(COLOUR, 'белый')], seen: { characteristics: [seen(COLOUR)] } },
      { id: ids[1], characteristics: [said(COLOUR, 'белый', 'синий', 'серый')] },
      { id: ids[2], characteristics: [said(COLOUR, 'белый')] },
    ]);
    expect(await refusalsOf(body.edit.id)).toEqual([
      `${SINCE}Цвет: не указано → серый`,
      '«Цвет»: вышло бы 3 значения, можно не больше 2',
      'Характеристики предмета «Платья» ещё не прочитаны',
    ]);
  });

  it('with prices of shops beside them come back to what they were, but for what others changed in between', async () => {
    const [north] = await addShops();
    const [card] = await addCards(1);
    const kopecks = fc.option(fc.constantFrom(50_000, 60_000, 70_000));
    const colours = fc.subarray(['белый', 'синий']);
    await fc.assert(
      fc.asyncProperty(
        fc.record({ price: kopecks, values: colours }),
        fc.record({ price: kopecks, values: colours }),
        fc.option(kopecks),
        async (before, wanted, other) => {
          await setOwn(card!, north, before.price);
          await setValues(card!, before.values.length === 0 ? [] : [seen(COLOUR, ...before.values)]);
          const { body } = await create([
            {
              id: card,
              own_prices: [own(north, wanted.price)],
              characteristics: [said(COLOUR, ...wanted.values)],
            },
          ]);
          if (body.edit.counts.ready === 0) return;
          await apply(body.edit.id, 1);
          const now = { price: wanted.price, values: wanted.values };
          const stateOf = async () => ({
            price: ((await pricesOf(card!))[1] as (number | null)[])[0],
            values: (await valuesOf(card!)).flatMap(({ values }) => values),
          });
          expect(await stateOf()).toEqual(now);
          if (other !== null) await setOwn(card!, north, other);
          await rollBack(body.edit.id);
          // Who sets the very price that the edit has set has changed nothing.
          const isTheirs = other !== null && (other !== wanted.price || wanted.price === before.price);
          expect(await stateOf()).toEqual({ ...before, ...(isTheirs && { price: other }) });
        },
      ),
      { numRuns: 25 },
    );
  });
});

describe('the values of a table’s characteristics', () => {
  const read = (cardIds: (number | undefined)[], ...characteristicIds: number[]) =>
    bulk.test.call(bulk.owner, 'POST', '/cards/table/characteristics/', {
      body: { card_ids: cardIds, characteristic_ids: characteristicIds },
    });

  it('are read of the named cards and characteristics, and of no other', async () => {
    const ids = await addCards(3);
    const both = [seen(VOLUME, '450'), seen(COLOUR, 'белый', 'синий')];
    for (const id of [ids[0]!, ids[1]!]) await setValues(id, both);
    await setValues(ids[2]!, [seen(VOLUME, '300')]);
    const { body } = await read([ids[0], ids[2]], COLOUR);
    expect(body).toEqual({
      results: [{ card_id: ids[0], characteristics: [seen(COLOUR, 'белый', 'синий')] }],
    });
  });

  it('of somebody else’s cards are not told', async () => {
    const stranger = await bulk.signInStranger();
    const [theirs] = await addCards(1, stranger);
    await setValues(theirs!, [seen(VOLUME, '450')]);
    expect((await read([theirs], VOLUME)).body).toEqual({ results: [] });
  });

  it('come with which subjects have them, and which need them', async () => {
    await addCards(1);
    const { body } = await bulk.test.call(bulk.owner, 'POST', '/cards/bulk-edits/characteristics/', {
      body: { selection: { filter: {} } },
    });
    expect(body.characteristics).toMatchObject([
      { id: VOLUME, is_required: true, subjects: [{ id: CUPS, max_count: 1 }] },
      { id: COLOUR, is_required: false, directory: 'COLORS', subjects: [{ id: CUPS, max_count: 2 }] },
    ]);
  });
});
