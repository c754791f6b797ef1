import fc from 'fast-check';
import { expect, it } from 'vitest';
import { testStockEdits } from '#tests/support/cards/stock-edits.ts';

const stocks = testStockEdits();
const { shelf, addCards, addShop, prepare, apply, rollBack } = stocks;

const amounts = fc.integer({ min: 0, max: 12 });
const changes = fc.oneof(
  fc.record({ kind: fc.constant('SET'), amount: amounts }),
  fc.record({ kind: fc.constant('ADD'), amount: fc.integer({ min: -6, max: 6 }) }),
  fc.record({ kind: fc.constant('MULTIPLY'), hundredths: fc.integer({ min: 1, max: 300 }) }),
);
/** What others do to single amounts. */
const sales = fc.array(fc.record({ at: fc.nat(), amount: amounts }), { maxLength: 3 });
/** A death after a call, at which of them; none: nobody dies. */
const deaths = fc.option(fc.nat({ max: 3 }), { nil: undefined });

it('applied and rolled back, stocks are as they were but for what others have changed, which is theirs', async () => {
  const cardIds = await addCards(3);
  const first = await addShop('Северика', [7, 8], cardIds);
  const second = await addShop('Южная', [9], cardIds.slice(0, 2));
  const warehouseIds = [...first.warehouseIds, ...second.warehouseIds];
  const keys = [
    ...[7, 8].flatMap((wb) => cardIds.map((id) => shelf.keyOf(wb, stocks.chrtOf(first.shopId, id)))),
    ...cardIds.slice(0, 2).map((id) => shelf.keyOf(9, stocks.chrtOf(second.shopId, id))),
  ];
  const law = fc.asyncProperty(
    fc.array(amounts, { minLength: keys.length, maxLength: keys.length }),
    changes,
    sales,
    sales,
    deaths,
    async (start, amount, before, after, death) => {
      keys.forEach((key, at) => shelf.amounts.set(key, start[at] ?? 0));
      // Nothing becomes a negative amount or a change that is not whole, whatever is asked.
      shelf.beforeWrite = (rows) => {
        for (const row of rows) expect(row.amount).toBeGreaterThanOrEqual(0);
      };
      const expected = new Map(shelf.amounts);
      /** What ends up as it was cannot be told from what nobody has touched. */
      const touched = (list: typeof before) => {
        const was = new Map(shelf.amounts);
        for (const sale of list) shelf.amounts.set(keys[sale.at % keys.length] ?? '', sale.amount);
        for (const [key, value] of shelf.amounts) if (was.get(key) !== value) expected.set(key, value);
      };
      const edit = await prepare({ warehouse_ids: warehouseIds, amount });
      touched(before);
      if (edit.counts.ready > 0) {
        let calls = 0;
        shelf.afterWrite = () => {
          calls += 1;
          if (death !== undefined && calls === death + 1) throw new Error('the process is gone');
        };
        await apply(edit.id).catch(() => undefined);
        shelf.afterWrite = () => undefined;
        await stocks.run(edit.id);
        touched(after);
        await rollBack(edit.id);
      }
      expect(shelf.amounts).toEqual(expected);
    },
  );
  await fc.assert(law, { numRuns: 60 });
});
