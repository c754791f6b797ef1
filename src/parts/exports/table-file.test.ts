import {
  array,
  assert,
  asyncProperty,
  constantFrom,
  date,
  double,
  integer,
  oneof,
  string,
  tuple,
} from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutMark } from '#contract/csv-text.ts';
import type { Column, TableCell } from '#contract/table-columns.ts';
import { readCsv, readXlsx } from '#tests/support/exports/read-table.ts';
import { tableFile } from './table-file.ts';

type Cells = readonly [TableCell, TableCell, TableCell, TableCell];

const TITLES = ['Название', 'Количество', 'Сумма, ₽', 'День'];
const columns = TITLES.map((title, index): Column<Cells> => ({
  title,
  width: 10,
  value: (cells) => cells[index] ?? null,
}));

const fileOf = (format: 'xlsx' | 'csv', rows: readonly Cells[]) =>
  tableFile(format, { sheet: 'Лист', columns, rows });

const CENTURY = { min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true };
const texts = oneof(
  // Quotes, separators, formulas, escapes: more often than chance would bring them.
  string({ unit: constantFrom(...Array.from('";=+-@\'\t\n<&> '), '_x0041_') }),
  string({ unit: 'grapheme' }),
);
const rowsOfCells = array(
  tuple(
    texts,
    double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }),
    integer({ min: -1e13, max: 1e13 }),
    date(CENTURY),
  ).map(
    // No spreadsheet has a nought below zero.
    ([text, number, kopecks, at]): Cells => [
      text,
      number + 0,
      { kopecks },
      { day: at.toISOString().slice(0, 10) },
    ],
  ),
  { minLength: 1, maxLength: 5 },
);

describe('the file of a table', () => {
  it('read back as XLSX has the same texts, numbers, sums and days', async () => {
    await assert(
      asyncProperty(rowsOfCells, async (rows) => {
        const [head, ...read] = await readXlsx(await fileOf('xlsx', rows));
        expect(head).toEqual(TITLES);
        expect(read).toEqual(rows.map(([text, ...rest]) => [text === '' ? null : text, ...rest]));
      }),
    );
  });

  it('read back as CSV has the same, in the way of a Russian spreadsheet', async () => {
    await assert(
      asyncProperty(rowsOfCells, async (rows) => {
        const [head, ...read] = await readCsv(await fileOf('csv', rows));
        expect(head).toEqual(TITLES);
        expect(read.map(typed)).toEqual(rows);
      }),
    );
  });

  it('begins a CSV with the mark of UTF-8, and says days and kopecks in full', async () => {
    const bytes = new Uint8Array(
      await (await fileOf('csv', [['', 7, { kopecks: -7 }, { day: '2026-11-02' }]])).arrayBuffer(),
    );
    expect(bytes.slice(0, 3)).toEqual(new Uint8Array([0xef, 0xbb, 0xbf]));
    expect(new TextDecoder().decode(bytes).split('\r\n')[1]).toBe(';7;-0,07;02.11.2026');
  });

  it('leaves empty what is not known', async () => {
    const unknown: Cells = ['', null, { kopecks: null }, { day: null }];
    expect((await readCsv(await fileOf('csv', [unknown])))[1]).toEqual(['', '', '', '']);
    expect((await readXlsx(await fileOf('xlsx', [unknown])))[1]).toEqual([null, null, null, null]);
  });

  it('runs no formula that somebody wrote into a name', async () => {
    const named: Cells = ['=HYPERLINK(1)', 1, { kopecks: 1 }, { day: '2026-11-02' }];
    expect((await readCsv(await fileOf('csv', [named])))[1]?.[0]).toBe("'=HYPERLINK(1)");
    expect((await readXlsx(await fileOf('xlsx', [named])))[1]?.[0]).toBe('=HYPERLINK(1)');
  });

  it.each(['xlsx', 'csv'] as const)('has every one of two thousand rows as %s', async (format) => {
    const rows = Array.from({ length: 2_000 }, (_, index): Cells => [
      `Кружка ${index}`,
      index,
      { kopecks: index },
      { day: '2026-11-02' },
    ]);
    const file = await fileOf(format, rows);
    const read = format === 'csv' ? await readCsv(file) : await readXlsx(file);
    expect(read).toHaveLength(2_001);
    expect(read.at(-1)?.[0]).toBe('Кружка 1999');
  });
});

function typed([text = '', number = '', money = '', day = '']: string[]): Cells {
  return [
    withoutMark(text),
    Number(number.replace(',', '.')),
    { kopecks: Number(money.replace(',', '')) },
    { day: day.split('.').toReversed().join('-') },
  ];
}
