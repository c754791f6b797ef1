import { expect, it } from 'vitest';
import { readRow } from './read-row.ts';

const read = (meaning: 'barcodes' | 'vendorCode' | 'title', cell: string) =>
  readRow([cell], [meaning], { headings: ['Столбец'] });

it.each(['4,6E+12', '4.60001E+12', '2e+09'])('of «%s» the digits are gone, and it names nothing', (cell) => {
  for (const meaning of ['barcodes', 'vendorCode'] as const) {
    const { values, problems } = read(meaning, cell);
    expect(values).toEqual({ characteristics: [] });
    expect(problems).toEqual([{ column: 0, text: expect.stringContaining('Excel сократил номер') }]);
  }
  expect(read('title', cell)).toMatchObject({ values: { title: cell }, problems: [] });
});

it.each(['КР-4E+12', '4E-12', '4600000000015'])('«%s» is a code like any other', (cell) => {
  expect(read('vendorCode', cell)).toMatchObject({ values: { vendorCode: cell }, problems: [] });
});

it.each(['#SPILL!', '#ПЕРЕНОС!', '#CALC!', '#ОЖИДАНИЕ_ДАННЫХ', '#ERROR!', '#Н/Д'])(
  '«%s» is no title',
  (cell) => {
    expect(read('title', cell).problems).toEqual([{ column: 0, text: `В ячейке ошибка формулы ${cell}` }]);
  },
);
