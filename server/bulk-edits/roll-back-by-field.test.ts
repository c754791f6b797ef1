import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { listenToStatements } from '#tests/support/listen-to-statements.ts';
import { testBulkEdits } from '#tests/support/cards/bulk-edits.ts';
import { addTestShop } from '#tests/support/cards/fixtures.ts';
import { roubles } from '#server/text/roubles.ts';
import { rollBackRows } from './change-rows.ts';

const bulk = testBulkEdits();
const { addCards, create, apply, rollBack, rowsOf, runJob } = bulk;

const VOLUME = 900001;
const COLOUR = 14177449;
const REST = 'Прежнее значение остального, если оно нужно, верните в карточке';

const db = () => bulk.test.database.db;
const cardOf = async (id: number) => (await bulk.test.call(bulk.owner, 'GET', `/cards/${id}/`)).body;

type TableLine = Record<string, unknown> & { id: number };

async function createTable(rows: TableLine[]) {
  const { body } = await bulk.test.call(bulk.owner, 'POST', '/cards/bulk-edits/table/', {
    body: {
      key: 'CARD_ID',
      rows: rows.map(({ id, ...row }, at) => ({ line: at + 1, key: String(id), ...row })),
    },
  });
  return body.edit;
}

interface OwnPrice {
  own_price_kopecks: number | null;
  own_discount: number | null;
}

async function setOwn(cardId: number, shopId: number, own: Partial<OwnPrice>): Promise<void> {
  await sql`INSERT INTO shop_cards (account_id, card_id, shop_id, vendor_code)
    VALUES (${bulk.owner.accountId}, ${cardId}, ${shopId}, 'V') ON CONFLICT (card_id, shop_id) DO NOTHING`.execute(
    db(),
  );
  await db()
    .updateTable('shop_cards')
    .set(own)
    .where('card_id', '=', cardId)
    .where('shop_id', '=', shopId)
    .execute();
}

async function ownOf(cardId: number, shopId: number): Promise<OwnPrice | undefined> {
  return await db()
    .selectFrom('shop_cards')
    .select(['own_price_kopecks', 'own_discount'])
    .where('card_id', '=', cardId)
    .where('shop_id', '=', shopId)
    .executeTakeFirst();
}

const set = (cardId: number, values: object) =>
  db().updateTable('cards').set(values).where('id', '=', cardId).execute();

const TO_900_AT_30 = {
  kind: 'PRICES',
  price: { kind: 'SET', kopecks: 90_000 },
  discount: { kind: 'SET', percent: 30 },
};

/** Of one card at 1 000 ₽ and 20 %, set to 900 ₽ and 30 %, after somebody has changed some of it. */
async function rolledBackAfter(values: object, prepare?: (cardId: number) => Promise<unknown>) {
  const [cardId = 0] = await addCards(1);
  await prepare?.(cardId);
  const { body: edit } = await create({ ids: [cardId] }, TO_900_AT_30);
  await apply(edit.id, 1);
  await set(cardId, values);
  const { body } = await rollBack(edit.id);
  const [row] = await rowsOf(edit.id);
  return { card: await cardOf(cardId), counts: body.counts, row, edit };
}

describe('a price of which the discount is somebody else’s', () => {
  it('goes back, and the row says what is paid now', async () => {
    const { card, counts, row } = await rolledBackAfter({ discount: 50 });
    expect(card).toMatchObject({ price_kopecks: 100_000, discount: 50 });
    expect(counts).toMatchObject({ applied: 0, rolled_back: 0, kept: 1 });
    expect(row).toMatchObject({
      state: 'KEPT',
      refusal: 'Скидка: изменено позже, оставлено',
      mend: { advice: `Вернулось: цена. Цена со скидкой теперь ${roubles(50_000)}. ${REST}` },
    });
  });

  it('stays with it where both come to less than the card’s lowest price', async () => {
    const { card, row } = await rolledBackAfter({ discount: 50 }, async (cardId) => {
      await sql`INSERT INTO price_floors (account_id, card_id, floor_kopecks)
        VALUES (${bulk.owner.accountId}, ${cardId}, 60000)`.execute(db());
    });
    expect(card).toMatchObject({ price_kopecks: 90_000, discount: 50 });
    expect(row).toMatchObject({
      state: 'KEPT',
      refusal: `Скидка: изменено позже, оставлено. Цена: с тем, что изменили позже, вышло бы ${roubles(50_000)}: ниже минимальной цены ${roubles(60_000)}, оставлено`,
      mend: null,
    });
  });

  it('stays with it where both come to less than the card costs', async () => {
    const { card, row } = await rolledBackAfter({ discount: 50 }, (cardId) =>
      set(cardId, { cost_price_kopecks: 55_000 }),
    );
    expect(card).toMatchObject({ price_kopecks: 90_000, discount: 50 });
    expect(row.refusal).toContain('Цена: с тем, что изменили позже, вышло бы ниже себестоимости, оставлено');
  });

  it('is compared with the cost that goes back with it', async () => {
    const [cardId = 0] = await addCards(1);
    await set(cardId, { cost_price_kopecks: 55_000 });
    const edit = await createTable([
      { id: cardId, price_kopecks: 90_000, discount: 30, cost_price_kopecks: 20_000 },
    ]);
    await apply(edit.id, 1);
    await set(cardId, { discount: 50 });
    await rollBack(edit.id);
    expect(await cardOf(cardId)).toMatchObject({
      price_kopecks: 90_000,
      discount: 50,
      cost_price_kopecks: 55_000,
    });
  });

  it('stays with it where the marketplace would hold both back', async () => {
    const { card, row } = await rolledBackAfter({ discount: 80 }, async (cardId) => {
      const shopId = await addTestShop(db(), bulk.owner.accountId);
      await setOwn(cardId, shopId, { own_price_kopecks: null });
      await db()
        .updateTable('shop_cards')
        .set({ price_kopecks: 100_000, discount: 20 })
        .where('card_id', '=', cardId)
        .execute();
    });
    expect(card).toMatchObject({ price_kopecks: 90_000, discount: 80 });
    expect(row.refusal).toContain('цена попала бы в карантин, оставлено');
  });

  it('goes back whatever the floor, where nobody has changed either: that is what it was', async () => {
    const { card, counts } = await rolledBackAfter({ title: 'Другое' }, async (cardId) => {
      await set(cardId, { cost_price_kopecks: 95_000 });
    });
    expect(card).toMatchObject({ price_kopecks: 100_000, discount: 20, title: 'Другое' });
    expect(counts).toMatchObject({ rolled_back: 1, kept: 0 });
  });
});

describe('of a row that others have changed in part', () => {
  it('each shop’s price and discount go back without the others', async () => {
    const { accountId } = bulk.owner;
    const [north, south] = [
      await addTestShop(db(), accountId, 'Север'),
      await addTestShop(db(), accountId, 'Юг'),
    ];
    const [cardId = 0] = await addCards(1);
    await setOwn(cardId, north, { own_price_kopecks: 80_000, own_discount: 5 });
    const change = {
      kind: 'OWN_PRICES',
      shop_ids: [north, south],
      price: { kind: 'SET', kopecks: 70_000 },
      discount: { kind: 'SET', percent: 10 },
    };
    const { body: edit } = await create({ ids: [cardId] }, change);
    await apply(edit.id, 1);
    await setOwn(cardId, north, { own_discount: 40 });
    await rollBack(edit.id);
    expect(await ownOf(cardId, north)).toEqual({ own_price_kopecks: 80_000, own_discount: 40 });
    expect(await ownOf(cardId, south)).toEqual({ own_price_kopecks: null, own_discount: null });
    const [row] = await rowsOf(edit.id);
    expect(row).toMatchObject({
      state: 'KEPT',
      refusal: 'Своя скидка в «Север»: изменено позже, оставлено',
      mend: {
        advice: `Вернулось: своя цена в «Север», своя цена и скидка в «Юг». Цена со скидкой в «Север» теперь ${roubles(48_000)}. ${REST}`,
      },
    });
  });

  it('what was of a shop that is gone is said to be, and the rest goes back', async () => {
    const shopId = await addTestShop(db(), bulk.owner.accountId, 'Закрытый');
    const [cardId = 0] = await addCards(1);
    const edit = await createTable([
      { id: cardId, title: 'Чашка', own_prices: [{ shop_id: shopId, price_kopecks: 70_000 }] },
    ]);
    await apply(edit.id, 1);
    await db().deleteFrom('shops').where('id', '=', shopId).execute();
    await rollBack(edit.id);
    expect(await cardOf(cardId)).toMatchObject({ title: 'Кружка 1' });
    const [row] = await rowsOf(edit.id);
    expect(row.refusal).toMatch(/^Своя цена.*: магазина больше нет, оставлено$/);
    expect(row.mend.advice).toBe(`Вернулось: наименование. ${REST}`);
  });

  it('a card that is gone is left, and nothing is said of its fields', async () => {
    const [cardId = 0] = await addCards(1);
    const { body: edit } = await create({ ids: [cardId] });
    await apply(edit.id, 1);
    await db().deleteFrom('cards').where('id', '=', cardId).execute();
    const { body } = await rollBack(edit.id);
    expect(body.counts).toMatchObject({ applied: 0, rolled_back: 0 });
  });

  it('rolled back once more changes nothing, and says the same', async () => {
    const { edit, counts, row, card } = await rolledBackAfter({ discount: 50 });
    await set(card.id, { price_kopecks: 90_000 });
    const { body } = await rollBack(edit.id);
    expect(body.counts).toEqual(counts);
    expect(await rowsOf(edit.id)).toEqual([row]);
    expect(await cardOf(card.id)).toMatchObject({ price_kopecks: 90_000 });
  });

  it('two processes give each card back once', async () => {
    const ids = await addCards(400);
    const { body: edit } = await create({ ids }, TO_900_AT_30);
    await apply(edit.id, 400);
    await runJob(edit.id);
    await db().updateTable('cards').set({ discount: 50, version: 1 }).where('id', 'in', ids).execute();
    await db().updateTable('bulk_edits').set({ state: 'ROLLING_BACK' }).where('id', '=', edit.id).execute();
    await Promise.all([runJob(edit.id), runJob(edit.id)]);
    expect(await bulk.look(edit.id)).toMatchObject({ state: 'APPLIED', counts: { applied: 0, kept: 400 } });
    const states = await db()
      .selectFrom('cards')
      .select(['price_kopecks', 'discount', 'version'])
      .where('id', 'in', ids)
      .distinct()
      .execute();
    expect(states).toEqual([{ price_kopecks: 100_000, discount: 50, version: 2 }]);
  });

  it('a process that ends after a batch leaves the others to the next, and no card has a turn twice', async () => {
    const ids = await addCards(150);
    const { body: edit } = await create({ ids }, TO_900_AT_30);
    await apply(edit.id, 150);
    await db().updateTable('cards').set({ discount: 50, version: 1 }).where('id', 'in', ids).execute();
    await db().updateTable('bulk_edits').set({ state: 'ROLLING_BACK' }).where('id', '=', edit.id).execute();
    const { accountId, userId } = bulk.owner;
    const work = { accountId, userId, editId: edit.id };
    expect(await rollBackRows(bulk.test.database, work, () => false)).toBe(false);
    const { counts } = await bulk.look(edit.id);
    expect(counts.kept).toBeGreaterThan(0);
    expect(counts.applied + counts.kept).toBe(150);
    expect(await rollBackRows(bulk.test.database, work, () => true)).toBe(true);
    expect((await bulk.look(edit.id)).counts).toMatchObject({ applied: 0, kept: 150 });
    const versions = await db()
      .selectFrom('cards')
      .select('version')
      .where('id', 'in', ids)
      .distinct()
      .execute();
    expect(versions).toEqual([{ version: 2 }]);
  });

  it('no card is asked about by itself: as many statements for twenty as for two', async () => {
    const ids = await addCards(20);
    const { body: edit } = await create({ ids }, TO_900_AT_30);
    await apply(edit.id, 20);
    await db().updateTable('cards').set({ discount: 50 }).where('id', 'in', ids).execute();
    const counted = async (some: number[]) => {
      await db()
        .updateTable('bulk_edits')
        .set({ state: 'ROLLING_BACK', rollback_ids: some })
        .where('id', '=', edit.id)
        .execute();
      const { database, statements } = listenToStatements(bulk.test.database);
      const { accountId, userId } = bulk.owner;
      await rollBackRows(database, { accountId, userId, editId: edit.id }, () => true);
      return statements.length;
    };
    expect(await counted(ids.slice(2))).toBe(await counted(ids.slice(0, 2)));
  });
});

describe('comes to what was, field by field, but for what others changed in between,', () => {
  const kopecks = fc.integer({ min: 500, max: 5_000 }).map((sum) => sum * 100);
  const facts = {
    title: fc.constantFrom('Кружка', 'Чашка', 'Ваза'),
    description: fc.constantFrom('', 'Синяя', 'Белая'),
    brand: fc.constantFrom('', 'Юг', 'Север'),
    price: kopecks,
    discount: fc.integer({ min: 0, max: 30 }),
    clubDiscount: fc.integer({ min: 0, max: 10 }),
    cost: fc.option(
      fc.integer({ min: 1, max: 100 }).map((sum) => sum * 100),
      { freq: 3 },
    ),
    length: fc.integer({ min: 1, max: 40 }),
    weight: fc.integer({ min: 1, max: 9 }),
    tags: fc.subarray(['лето', 'зима', 'хит']),
    volume: fc.subarray(['450', '500'], { maxLength: 1 }),
    colour: fc.subarray(['белый', 'синий']),
    ownPrice: fc.option(kopecks),
    ownDiscount: fc.option(fc.integer({ min: 0, max: 30 })),
  };
  type Facts = {
    title: string;
    description: string;
    brand: string;
    price: number;
    discount: number;
    clubDiscount: number;
    cost: number | null;
    length: number;
    weight: number;
    tags: string[];
    volume: string[];
    colour: string[];
    ownPrice: number | null;
    ownDiscount: number | null;
  };

  async function put(cardId: number, shopId: number, values: Facts): Promise<void> {
    const characteristics = [
      { id: VOLUME, values: values.volume },
      { id: COLOUR, values: values.colour },
    ].filter((one) => one.values.length > 0);
    await sql`UPDATE cards SET title = ${values.title}, description = ${values.description}, brand = ${values.brand},
        price_kopecks = ${values.price}, discount = ${values.discount}, club_discount = ${values.clubDiscount},
        cost_price_kopecks = ${values.cost}, tags = ${JSON.stringify(values.tags)}::jsonb,
        characteristics = ${JSON.stringify(characteristics)}::jsonb,
        dimensions = dimensions || ${JSON.stringify({ lengthCm: values.length, weightKg: values.weight })}::jsonb
      WHERE id = ${cardId}`.execute(db());
    await setOwn(cardId, shopId, { own_price_kopecks: values.ownPrice, own_discount: values.ownDiscount });
  }

  async function stateOf(cardId: number, shopId: number): Promise<Facts> {
    const card = await db()
      .selectFrom('cards')
      .selectAll()
      .where('id', '=', cardId)
      .executeTakeFirstOrThrow();
    const own = await ownOf(cardId, shopId);
    const valuesOf = (id: number) =>
      card.characteristics.filter((one) => one.id === id).flatMap(({ values }) => values);
    return {
      title: card.title,
      description: card.description,
      brand: card.brand,
      price: card.price_kopecks,
      discount: card.discount,
      clubDiscount: card.club_discount,
      cost: card.cost_price_kopecks,
      length: card.dimensions.lengthCm,
      weight: card.dimensions.weightKg,
      tags: card.tags,
      volume: valuesOf(VOLUME),
      colour: valuesOf(COLOUR),
      ownPrice: own?.own_price_kopecks ?? null,
      ownDiscount: own?.own_discount ?? null,
    };
  }

  /** A row of a table with some of these. */
  function rowOf(id: number, shopId: number, wanted: Partial<Facts>) {
    const names = { [VOLUME]: 'Объем', [COLOUR]: 'Цвет' };
    const characteristics = [
      ...(wanted.volume ? [{ id: VOLUME, name: names[VOLUME], values: wanted.volume }] : []),
      ...(wanted.colour ? [{ id: COLOUR, name: names[COLOUR], values: wanted.colour }] : []),
    ];
    return {
      id,
      title: wanted.title,
      description: wanted.description,
      brand: wanted.brand,
      price_kopecks: wanted.price,
      discount: wanted.discount,
      club_discount: wanted.clubDiscount,
      cost_price_kopecks: wanted.cost ?? undefined,
      length_cm: wanted.length,
      weight_kg: wanted.weight,
      tags: wanted.tags,
      ...(characteristics.length > 0 && { characteristics }),
      ...(wanted.ownPrice !== undefined && {
        own_prices: [{ shop_id: shopId, price_kopecks: wanted.ownPrice }],
      }),
      ...(wanted.ownDiscount !== undefined && {
        own_discounts: [{ shop_id: shopId, discount: wanted.ownDiscount }],
      }),
    };
  }

  it('whatever a table says of a card, and whatever others do to it', async () => {
    const shopId = await addTestShop(db(), bulk.owner.accountId);
    const [cardId = 0] = await addCards(1);
    let mixedTotal = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.record(facts),
        fc.record(facts, { requiredKeys: [] }),
        fc.record(facts, { requiredKeys: [] }),
        async (before, wanted, theirs) => {
          await put(cardId, shopId, before);
          const edit = await createTable([rowOf(cardId, shopId, wanted)]);
          if (edit === null || edit.counts.ready === 0) return;
          await apply(edit.id, 1);
          const applied = await stateOf(cardId, shopId);
          await put(cardId, shopId, { ...applied, ...theirs });
          const { body } = await rollBack(edit.id);
          mixedTotal += body.counts.kept;
          // Who sets the very value that the edit has set has changed nothing.
          const changed = Object.entries(theirs).filter(
            ([field, value]) => JSON.stringify(value) !== JSON.stringify(applied[field as keyof Facts]),
          );
          expect(await stateOf(cardId, shopId)).toEqual({ ...before, ...Object.fromEntries(changed) });
        },
      ),
      { numRuns: 40 },
    );
    expect(mixedTotal).toBeGreaterThan(0);
  });
});
