import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testBulkEdits, UP_5 } from '#tests/support/cards/bulk-edits.ts';

const bulk = testBulkEdits();
const { addCards, create, apply, rollBack, setPrice, pricesOf } = bulk;

describe('rolled back', () => {
  it('each field has its old value, where it still had the new one', async () => {
    const [first, second] = await addCards(2);
    const { body: edit } = await create(undefined, { ...UP_5, discount: { kind: 'SET', percent: 30 } });
    await apply(edit.id, 2);
    await setPrice(first!, 70_000);
    const { body } = await rollBack(edit.id);
    expect(body).toMatchObject({ state: 'APPLIED', counts: { applied: 0, rolled_back: 1, kept: 1 } });
    expect(await pricesOf()).toEqual([70_000, 100_000]);
    const { body: card } = await bulk.test.call(bulk.owner, 'GET', `/cards/${second}/`);
    expect(card).toMatchObject({ price_kopecks: 100_000, discount: 20 });
  });

  it('what it did not change may have changed', async () => {
    const [first] = await addCards(1);
    const { body: edit } = await create();
    await apply(edit.id, 1);
    await sql`UPDATE cards SET discount = 45 WHERE id = ${first}`.execute(bulk.test.database.db);
    await rollBack(edit.id);
    const { body: card } = await bulk.test.call(bulk.owner, 'GET', `/cards/${first}/`);
    expect(card).toMatchObject({ price_kopecks: 100_000, discount: 45 });
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
