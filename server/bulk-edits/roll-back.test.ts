import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { WantedValues } from '#contract/bulk-table-rows.ts';
import { testBulkEdits, UP_5 } from '#tests/support/cards/bulk-edits.ts';
import { roubles } from '#server/text/roubles.ts';
import { addWantedValues, beginEdit, openEdit } from './edit-in-parts.ts';
import { fileChangeOf } from './wanted-values.ts';

const bulk = testBulkEdits();
const { addCards, create, apply, rollBack, setPrice, pricesOf } = bulk;

const REST = 'Прежнее значение остального, если оно нужно, верните в карточке';

const cardOf = async (id: number) => (await bulk.test.call(bulk.owner, 'GET', `/cards/${id}/`)).body;

describe('rolled back', () => {
  it('each field has its old value where it still had the new one, and what others changed stays: the row says which', async () => {
    const [first, second] = await addCards(2);
    const { body: edit } = await create(undefined, { ...UP_5, discount: { kind: 'SET', percent: 30 } });
    await apply(edit.id, 2);
    await setPrice(first!, 70_000);
    const { body } = await rollBack(edit.id);
    expect(body).toMatchObject({ state: 'APPLIED', counts: { applied: 0, rolled_back: 1, kept: 1 } });
    expect(await cardOf(first!)).toMatchObject({ price_kopecks: 70_000, discount: 20 });
    expect(await cardOf(second!)).toMatchObject({ price_kopecks: 100_000, discount: 20 });
    expect(await bulk.rowsOf(edit.id)).toMatchObject([
      {
        state: 'KEPT',
        refusal: 'Цена: изменено позже, оставлено',
        mend: {
          advice: `Вернулось: скидка. Цена со скидкой теперь ${roubles(56_000)}. ${REST}`,
          field: null,
        },
      },
      { state: 'ROLLED_BACK', refusal: null, mend: null },
    ]);
  });

  it('what it did not change may have changed', async () => {
    const [first] = await addCards(1);
    const { body: edit } = await create();
    await apply(edit.id, 1);
    await sql`UPDATE cards SET discount = 45 WHERE id = ${first}`.execute(bulk.test.database.db);
    await rollBack(edit.id);
    expect(await cardOf(first!)).toMatchObject({ price_kopecks: 100_000, discount: 45 });
  });

  it('in part leaves the rest, which can be rolled back later', async () => {
    const [first] = await addCards(3);
    const { body: edit } = await create();
    await apply(edit.id, 3);
    expect((await rollBack(edit.id, [first!])).body.counts).toMatchObject({ applied: 2, rolled_back: 1 });
    expect(await pricesOf()).toEqual([100_000, 105_000, 105_000]);
    expect((await rollBack(edit.id)).body.counts).toMatchObject({ applied: 0, rolled_back: 3 });
    expect(await pricesOf()).toEqual([100_000, 100_000, 100_000]);
  });

  it('nothing that was not applied is', async () => {
    await addCards(1);
    const { body: edit } = await create();
    expect((await rollBack(edit.id)).status).toBe(409);
  });

  it('comes to what was, but for what others changed in between', async () => {
    const ids = await addCards(4);
    const price = fc.integer({ min: 1, max: 5_000 }).map((roubles) => roubles * 100);
    await fc.assert(
      fc.asyncProperty(
        fc.array(price, { minLength: 4, maxLength: 4 }),
        fc.integer({ min: -9_000, max: 9_000 }),
        fc.array(fc.option(price), { minLength: 4, maxLength: 4 }),
        async (before, basisPoints, others) => {
          for (const [index, id] of ids.entries()) await setPrice(id, before[index]!);
          const change = { kind: 'PRICES', price: { kind: 'PERCENT', basis_points: basisPoints } };
          const { body: edit } = await create(undefined, change);
          if (edit.counts.ready === 0) return;
          await apply(edit.id, edit.counts.ready);
          const changed = await pricesOf();
          for (const [index, id] of ids.entries()) {
            if (others[index] != null) await setPrice(id, others[index]);
          }
          await rollBack(edit.id);
          expect(await pricesOf()).toEqual(
            before.map((old, index) => {
              const other = others[index];
              // Who sets the very price that the edit has set has changed nothing.
              return other == null || other === changed[index] ? old : other;
            }),
          );
        },
      ),
      { numRuns: 25 },
    );
  });
});

const FIELDS = ['title', 'description', 'brand', 'price_kopecks'] as const;
type Values = { title: string; description: string; brand: string; price_kopecks: number };

async function setValues(cardId: number, values: Partial<Values>): Promise<void> {
  if (Object.keys(values).length === 0) return;
  await bulk.test.database.db.updateTable('cards').set(values).where('id', '=', cardId).execute();
}

const valuesOf = (cardIds: number[]): Promise<Values[]> =>
  bulk.test.database.db.selectFrom('cards').select(FIELDS).where('id', 'in', cardIds).orderBy('id').execute();

/** Field by field: what others have changed since the edit stays as they left it, the rest is as before the edit. */
function expectedOf(old: Values, applied: Values, theirs: Partial<Values>): Values {
  const changed = FIELDS.filter((field) => theirs[field] !== undefined && theirs[field] !== applied[field]);
  return { ...old, ...Object.fromEntries(changed.map((field) => [field, theirs[field]])) };
}

const text = fc
  .array(fc.constantFrom('Кружка', 'кружка', 'синяя', 'кружка2', 'чай'), { minLength: 1, maxLength: 4 })
  .map((words) => words.join(' '));
const values = fc.record({
  title: text,
  description: text,
  brand: fc.constantFrom('', 'Юг', 'Север'),
  price_kopecks: fc.integer({ min: 1, max: 5_000 }).map((roubles) => roubles * 100),
});
const ofFourCards = <Value>(one: fc.Arbitrary<Value>) => fc.array(one, { minLength: 4, maxLength: 4 });
/** Of others, some of the values. */
const theirs = ofFourCards(
  fc.record(
    {
      title: text,
      description: text,
      brand: fc.constantFrom('Юг', 'Запад'),
      price_kopecks: fc.constant(700),
    },
    { requiredKeys: [] },
  ),
);

interface Prepared {
  id: number;
  counts: { ready: number };
}

/** Applied, changed by others and rolled back, whatever the edit is. */
async function expectWayBack<Said>(
  said: fc.Arbitrary<Said>,
  prepare: (said: Said, cardIds: number[]) => Promise<Prepared>,
): Promise<void> {
  const cardIds = await addCards(4);
  let appliedTotal = 0;
  await fc.assert(
    fc.asyncProperty(ofFourCards(values), said, theirs, async (before, change, others) => {
      for (const [index, id] of cardIds.entries()) await setValues(id, before[index]!);
      const edit = await prepare(change, cardIds);
      if (edit.counts.ready === 0) return;
      const { body } = await apply(edit.id, edit.counts.ready);
      expect(body.counts.applied).toBe(edit.counts.ready);
      appliedTotal += body.counts.applied;
      const applied = await valuesOf(cardIds);
      for (const [index, id] of cardIds.entries()) await setValues(id, others[index]!);
      await rollBack(edit.id);
      expect(await valuesOf(cardIds)).toEqual(
        before.map((old, index) => expectedOf(old, applied[index]!, others[index]!)),
      );
    }),
    { numRuns: 25 },
  );
  expect(appliedTotal).toBeGreaterThan(0);
}

describe('comes to what was, but for what others changed in between,', () => {
  it('where words were found and replaced', async () => {
    const change = fc.record({
      kind: fc.constant('REPLACE'),
      fields: fc.subarray(['title', 'description'], { minLength: 1 }),
      find: fc.constantFrom('кружка', 'Кружка', 'син', 'чай'),
      replacement: fc.constantFrom('', 'чашка', 'Кружка'),
      is_case_sensitive: fc.boolean(),
      is_whole_word: fc.boolean(),
    });
    await expectWayBack(change, async (said, ids) => (await create({ ids }, said)).body);
  });

  it('where texts were written by a template', async () => {
    const change = fc.record({
      kind: fc.constant('TEMPLATE'),
      field: fc.constantFrom('title', 'description'),
      template: fc.constantFrom(
        '{Предмет} {артикул}',
        '{название}, {бренд}',
        '{описание} {предмет}',
        'Кружка',
      ),
    });
    await expectWayBack(change, async (said, ids) => (await create({ ids }, said)).body);
  });

  it('where a file said values of its own for each card', async () => {
    const wanted = fc.record(
      {
        title: text,
        description: text,
        brand: fc.constantFrom('', 'Юг', 'Восток'),
        priceKopecks: fc.integer({ min: 1, max: 5_000 }).map((roubles) => roubles * 100),
      },
      { requiredKeys: [] },
    );
    await expectWayBack(ofFourCards(wanted), prepareFile);
  });

  it('where a cost price was said from a day on', async () => {
    const cardIds = await addCards(4);
    const kopecks = fc.integer({ min: 0, max: 3 }).map((roubles) => roubles * 100);
    const costs = fc.dictionary(fc.constantFrom('-infinity', '2026-02-01', FROM, '2026-04-01'), kopecks);
    const costPrice = fc.oneof(
      fc.record({ kind: fc.constant('SET'), kopecks }),
      fc.record({ kind: fc.constant('ADD'), kopecks }),
    );
    let appliedTotal = 0;
    await fc.assert(
      fc.asyncProperty(ofFourCards(costs), costPrice, ofFourCards(costs), async (before, said, others) => {
        for (const [index, id] of cardIds.entries()) await setCosts(id, before[index]!);
        const change = { kind: 'DATED_COST', cost_price: said, from: FROM };
        const { body: edit } = await create({ ids: cardIds }, change);
        if (edit.counts.ready === 0) return;
        const { body } = await apply(edit.id, edit.counts.ready);
        expect(body.counts.applied).toBe(edit.counts.ready);
        appliedTotal += edit.counts.ready;
        const applied = await Promise.all(cardIds.map(costsOf));
        for (const [index, id] of cardIds.entries()) await addCosts(id, others[index]!);
        await rollBack(edit.id);
        expect(await Promise.all(cardIds.map(costsOf))).toEqual(
          before.map((old, index) => {
            const { [FROM]: ofTheDay, ...ofOtherDays } = others[index]!;
            const mine = applied[index]!;
            const isUntold = ofTheDay === undefined || ofTheDay === mine[FROM];
            return { ...old, ...ofOtherDays, ...(isUntold ? {} : { [FROM]: ofTheDay }) };
          }),
        );
      }),
      { numRuns: 25 },
    );
    expect(appliedTotal).toBeGreaterThan(0);
  });
});

/** As an import makes it of what it has read. */
async function prepareFile(said: WantedValues[], cardIds: number[]): Promise<Prepared> {
  const { database, jobs } = bulk.test.deps;
  const { accountId, userId } = bulk.owner;
  const id = await openEdit(database.db, { accountId, userId });
  const values = cardIds.map((cardId, index) => ({ cardId, wanted: said[index]! }));
  await database.transaction((trx) => addWantedValues(trx, { accountId, userId }, id, values));
  await beginEdit(database.db, jobs, { accountId, userId }, { id, cardIds, change: fileChangeOf(said) });
  await bulk.runJob(id);
  return await bulk.look(id);
}

const FROM = '2026-03-10';
/** By the day from which they are valid. */
type Costs = Record<string, number>;

async function setCosts(cardId: number, costs: Costs): Promise<void> {
  await sql`DELETE FROM card_costs WHERE card_id = ${cardId}`.execute(bulk.test.database.db);
  await addCosts(cardId, costs);
}

async function addCosts(cardId: number, costs: Costs): Promise<void> {
  for (const [from, kopecks] of Object.entries(costs)) {
    await sql`INSERT INTO card_costs (account_id, card_id, from_day, cost_kopecks)
      VALUES (${bulk.owner.accountId}, ${cardId}, ${from}, ${kopecks})
      ON CONFLICT (account_id, card_id, shop_id, tech_size, from_day) DO UPDATE SET cost_kopecks = excluded.cost_kopecks`.execute(
      bulk.test.database.db,
    );
  }
}

async function costsOf(cardId: number): Promise<Costs> {
  const { rows } = await sql<{ from: string; kopecks: number }>`
    SELECT from_day::text AS "from", cost_kopecks AS kopecks FROM card_costs WHERE card_id = ${cardId}`.execute(
    bulk.test.database.db,
  );
  return Object.fromEntries(rows.map(({ from, kopecks }) => [from, kopecks]));
}
