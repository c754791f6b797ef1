import { readDay } from '#contract/cell-values.ts';
import { pricedKopecksSchema } from '#contract/fields.ts';
import { parseRoubles } from '#contract/number-text.ts';
import { CELL_ERROR } from '#server/table-files/cell-error.ts';

type Read<Value> = { value: Value } | { problem: string };

/** The day from which a cost is valid; an empty cell: always. */
export function readFrom(cell: string): Read<string | null> {
  if (cell === '') return { value: null };
  const day = readDay(cell);
  return day === null ? { problem: 'День: нужен, например, 01.12.2026' } : { value: day };
}

/** In kopecks, no less than nothing. */
export function readCost(cell: string): Read<number> {
  if (CELL_ERROR.test(cell)) return { problem: `Себестоимость: ошибка формулы ${cell}` };
  const kopecks = parseRoubles(cell);
  return kopecks !== null && pricedKopecksSchema.safeParse(kopecks).success
    ? { value: kopecks }
    : { problem: 'Себестоимость: нужна сумма в рублях, не меньше нуля' };
}
