import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { DimensionField } from '#contract/bulk-rules.ts';
import { testBulkEdits } from '#tests/support/cards/bulk-edits.ts';

const bulk = testBulkEdits();
const { addCards, create, apply, rollBack, rowsOf } = bulk;

interface Details {
  brand: string;
  dimensions: Record<DimensionField, number>;
}

async function detailsOf(): Promise<Details[]> {
  return await bulk.test.database.db
    .selectFrom('cards')
    .select(['brand', 'dimensions'])
    .where('account_id', '=', bulk.owner.accountId)
    .orderBy('id')
    .execute();
}

async function setDetails(cardId: number, { brand, dimensions }: Details): Promise<void> {
  await sql`UPDATE cards SET brand = ${brand}, dimensions = ${JSON.stringify(dimensions)} WHERE id = ${cardId}`.execute(
    bulk.test.database.db,
  );
}

describe('a brand', () => {
  it('is set as it is stored, and taken away; a card that has it already has no row', async () => {
    const [first] = await addCards(2);
    await setDetails(first!, { brand: 'Северика', dimensions: NOTHING });
    const { body: edit } = await create(undefined, { kind: 'BRAND', brand: '  Северика ' });
    expect(edit.counts).toMatchObject({ ready: 1, refused: 0 });
    expect(await rowsOf(edit.id)).toMatchObject([
      { before: { brand: '' }, after: { brand: 'Северика' }, warnings: [] },
    ]);
    await apply(edit.id, 1);
    expect((await detailsOf()).map(({ brand }) => brand)).toEqual(['Северика', 'Северика']);
    const { body: cleared } = await create(undefined, { kind: 'BRAND', brand: '' });
    await apply(cleared.id, 2);
    expect((await detailsOf()).map(({ brand }) => brand)).toEqual(['', '']);
  });
});

describe('dimensions', () => {
  it('are changed each on its own, and warned of while some are not known', async () => {
    const [first] = await addCards(2);
    await setDetails(first!, {
      brand: '',
      dimensions: { lengthCm: 1, widthCm: 2, heightCm: 3, weightKg: 4 },
    });
    const { body: edit } = await create(undefined, { kind: 'DIMENSIONS', weight_kg: 0.4567, length_cm: 1 });
    expect(edit).toMatchObject({ counts: { ready: 2 }, warned_count: 1 });
    expect(await rowsOf(edit.id)).toMatchObject([
      { before: { length_cm: 1, weight_kg: 4 }, after: { weight_kg: 0.457 }, warnings: [] },
      { after: { length_cm: 1, weight_kg: 0.457 }, warnings: ['NO_DIMENSIONS'] },
    ]);
    await apply(edit.id, 2);
    expect((await detailsOf()).map(({ dimensions }) => dimensions)).toEqual([
      { lengthCm: 1, widthCm: 2, heightCm: 3, weightKg: 0.457 },
      { lengthCm: 1, widthCm: 0, heightCm: 0, weightKg: 0.457 },
    ]);
  });

  it.each([
    {},
    { length_cm: -1 },
    { length_cm: 1001 },
    { length_cm: 1.5 },
    { weight_kg: '1' },
    { depth_cm: 1 },
  ])('%o are refused', async (dimensions) => {
    await addCards(1);
    expect((await create(undefined, { kind: 'DIMENSIONS', ...dimensions })).status).toBe(400);
  });

  it('applied and rolled back are what they were, but for what others changed in between', async () => {
    const ids = await addCards(3);
    const dimension = fc.integer({ min: 0, max: 1000 });
    const grams = fc.integer({ min: 0, max: 1_000_000 }).map((count) => count / 1000);
    const dimensions = fc.record({
      lengthCm: dimension,
      widthCm: dimension,
      heightCm: dimension,
      weightKg: grams,
    });
    const details = fc.record({ brand: fc.constantFrom('', 'Северика', 'Юг'), dimensions });
    const change = fc
      .record({ length_cm: dimension, width_cm: dimension, weight_kg: grams }, { requiredKeys: [] })
      .filter((one) => Object.keys(one).length > 0);
    await fc.assert(
      fc.asyncProperty(
        fc.array(details, { minLength: 3, maxLength: 3 }),
        change,
        fc.array(fc.option(dimension), { minLength: 3, maxLength: 3 }),
        async (before, wanted, heights) => {
          for (const [index, id] of ids.entries()) await setDetails(id, before[index]!);
          const { body: edit } = await create(undefined, { kind: 'DIMENSIONS', ...wanted });
          if (edit.counts.ready === 0) return;
          await apply(edit.id, edit.counts.ready);
          for (const [index, id] of ids.entries()) {
            if (heights[index] == null) continue;
            // The height is nothing that the change is about.
            await sql`UPDATE cards SET dimensions = dimensions || ${JSON.stringify({ heightCm: heights[index] })}
              WHERE id = ${id}`.execute(bulk.test.database.db);
          }
          expect((await rollBack(edit.id)).body.counts).toMatchObject({ kept: 0, applied: 0 });
          expect(await detailsOf()).toEqual(
            before.map((one, index) => ({
              ...one,
              dimensions: { ...one.dimensions, heightCm: heights[index] ?? one.dimensions.heightCm },
            })),
          );
        },
      ),
      { numRuns: 25 },
    );
  });
});

describe('the history', () => {
  it('tells only whoever says that he can read any kind of more than the first kinds', async () => {
    await addCards(1);
    const { body: edit } = await create(undefined, { kind: 'BRAND', brand: 'Юг' });
    await apply(edit.id, 1);
    const { body: prices } = await create();
    await apply(prices.id, 1);
    const kindsTold = async (query: string) => {
      const { body } = await bulk.test.call(bulk.owner, 'GET', `/cards/bulk-edits/${query}`);
      return [body.count, body.results.map((one: { change: { kind: string } }) => one.change.kind)];
    };
    expect(await kindsTold('')).toEqual([1, ['PRICES']]);
    expect(await kindsTold('?reads_any_kind=true')).toEqual([2, ['PRICES', 'BRAND']]);
  });
});

const NOTHING = { lengthCm: 0, widthCm: 0, heightCm: 0, weightKg: 0 };
