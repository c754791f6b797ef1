import { expect, it } from 'vitest';
import { MarketplaceError, unavailable } from '#server/marketplace/errors.ts';
import { chunksOf, sendToWarehouse } from './warehouse-stocks.ts';

type Row = { chrtId: number; amount: number };

/** A warehouse in memory; `refuse` is asked before each write. */
function warehouse(refuse: (rows: Row[]) => MarketplaceError | undefined = () => undefined) {
  const amounts = new Map<number, number>();
  const writes: number[] = [];
  return {
    amounts,
    writes,
    putStocks: async (_id: number, rows: Row[]) => {
      const error = refuse(rows);
      if (error) throw error;
      writes.push(rows.length);
      for (const row of rows) amounts.set(row.chrtId, row.amount);
      return undefined;
    },
    getStocks: async (_id: number, chrtIds: number[]) =>
      chrtIds.flatMap((chrtId) => {
        const amount = amounts.get(chrtId);
        return amount === undefined ? [] : [{ chrtId, amount }];
      }),
  };
}

const rejected = (rows: MarketplaceError['rows'], detail = 'Отказ') =>
  new MarketplaceError({ kind: 'rejected', status: 409, detail: [detail], rows });

it('sends a thousand at a time', async () => {
  const shelf = warehouse();
  const rows = Array.from({ length: 2500 }, (_, index) => ({ chrtId: index + 1, amount: 7 }));
  const outcomes = await sendToWarehouse(shelf, 1, rows);
  expect(shelf.writes).toEqual([1000, 1000, 500]);
  expect([...outcomes.values()].every((outcome) => outcome.isSet)).toBe(true);
});

it('sends the others again without the rows that were refused by name', async () => {
  const shelf = warehouse((rows) =>
    rows.some((row) => row.chrtId === 2) ? rejected([{ chrtId: 2, detail: 'Не тот склад' }]) : undefined,
  );
  const outcomes = await sendToWarehouse(shelf, 1, [
    { chrtId: 1, amount: 5 },
    { chrtId: 2, amount: 5 },
  ]);
  expect(outcomes.get(1)).toEqual({ isSet: true, amount: 5 });
  expect(outcomes.get(2)).toEqual({ isSet: false, detail: 'Не тот склад' });
});

it('ends when a refusal names rows that were not sent', async () => {
  const shelf = warehouse(() => rejected([{ chrtId: 99, detail: 'Чужой' }], 'Склад занят'));
  const outcomes = await sendToWarehouse(shelf, 1, [{ chrtId: 1, amount: 5 }]);
  expect(outcomes.get(1)).toEqual({ isSet: false, detail: 'Склад занят' });
});

it('believes what it reads: a call without an answer may have been carried out', async () => {
  const shelf = warehouse(() => unavailable('Нет связи с Wildberries'));
  shelf.amounts.set(1, 5);
  const outcomes = await sendToWarehouse(shelf, 1, [
    { chrtId: 1, amount: 5 },
    { chrtId: 2, amount: 5 },
  ]);
  expect(outcomes.get(1)).toEqual({ isSet: true, amount: 5 });
  expect(outcomes.get(2)).toEqual({ isSet: false, detail: 'Нет связи с Wildberries', mayPass: true });
});

it('does not believe a success that changed nothing', async () => {
  const shelf = warehouse();
  shelf.putStocks = async () => undefined;
  shelf.amounts.set(1, 3);
  const outcomes = await sendToWarehouse(shelf, 1, [
    { chrtId: 1, amount: 5 },
    { chrtId: 2, amount: 0 },
  ]);
  expect(outcomes.get(1)).toEqual({
    isSet: false,
    amount: 3,
    detail: 'Wildberries принял запрос, но остаток не изменился',
  });
  expect(outcomes.get(2)).toEqual({ isSet: true, amount: 0 });
});

it('cuts into parts of a size', () => {
  expect(chunksOf([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
  expect(chunksOf([], 2)).toEqual([]);
});
