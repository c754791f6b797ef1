import { describe, expect, it } from 'vitest';
import { MAX_TABLE_ROWS } from '#contract/selection-limits.ts';
import { headingLineOf, hintLinesOf, rowsOf, tableOf, withMeaning } from './table-rows.ts';

const NBSP = '\u00a0';

function read(cells: string[][]) {
  const result = rowsOf(tableOf(cells));
  if ('problem' in result) throw new Error(result.problem);
  return result;
}

describe('the columns of a table', () => {
  it.each([
    ['Артикул продавца', 'VENDOR_CODE'],
    ['артикул', 'VENDOR_CODE'],
    ['Артикул WB', 'NM_ID'],
    ['nmID', 'NM_ID'],
    ['Баркод', 'BARCODE'],
    ['Цена, ₽', 'priceKopecks'],
    ['Новая цена', 'priceKopecks'],
    ['Скидка, %', 'discount'],
    ['Скидка WB Клуба, %', 'clubDiscount'],
    ['Себестоимость (руб.)', 'costPriceKopecks'],
    ['Цена со скидкой, ₽', null],
    ['Баркоды', null],
    ['Остаток, шт.', null],
  ])('«%s» is known by its name', (name, meaning) => {
    expect(tableOf([[name], ['1']]).meanings).toEqual([meaning]);
  });

  it('are those of our own export: the first name of a card, and each value once', () => {
    const names = ['Артикул продавца', 'Артикул WB', 'Название', 'Цена, ₽', 'Скидка, %', 'Цена'];
    expect(tableOf([names]).meanings).toEqual(['VENDOR_CODE', null, null, 'priceKopecks', 'discount', null]);
  });

  it('may have names of the seller’s own, or none', () => {
    expect(
      tableOf([
        ['Код', 'Ставим'],
        ['K-1', '990'],
      ]),
    ).toMatchObject({ headingAt: 0, meanings: [null, null] });
    expect(
      tableOf([
        ['K-1', '990'],
        ['K-2', '1'],
      ]),
    ).toMatchObject({ headingAt: null });
  });

  const ROWS = [
    ['K-1', '990'],
    ['K-2', '1'],
  ];
  it.each([
    ['known ones', ['Артикул', 'Цена'], ['VENDOR_CODE', 'priceKopecks']],
    ['the seller’s own ones', ['Код', 'Ставим'], [null, null]],
  ])('are named under a title and an empty line, by %s', (_what, names, meanings) => {
    const table = tableOf([['Прайс на 1 ноября'], [], names, ...ROWS]);
    expect(table).toMatchObject({ headingAt: 2, rowCount: 2, meanings });
    expect(headingLineOf(table)).toBe(3);
  });

  it('are told of no lines above them when those are empty, or when nothing names the columns', () => {
    const under = tableOf([[], ['Артикул', 'Цена'], ...ROWS]);
    expect(under).toMatchObject({ headingAt: 1, rowCount: 2 });
    expect(headingLineOf(under)).toBeNull();
    const bare = tableOf([['Прайс'], ...ROWS]);
    expect(bare).toMatchObject({ headingAt: null, rowCount: 3 });
    expect(headingLineOf(bare)).toBeNull();
  });

  it.each([
    [
      [
        ['Код', 'Цена'],
        ['K-1', '990'],
      ],
      /артикул или баркод/,
    ],
    [
      [
        ['Артикул', 'Ставим'],
        ['K-1', '990'],
      ],
      /столбец с ценой/,
    ],
    [
      [
        ['Артикул', 'Цена'],
        ['K-1', ''],
      ],
      /ни одного значения/,
    ],
    [
      [['Артикул', 'Цена'], ...Array.from({ length: MAX_TABLE_ROWS + 1 }, (_, index) => [`K-${index}`, '1'])],
      /разделите/,
    ],
  ])('must say whose value is what, and be of a size', (cells, problem) => {
    expect(rowsOf(tableOf(cells))).toEqual({ problem: expect.stringMatching(problem) });
  });
});

it('a table of half a million lines is said to be too long', () => {
  const cells = Array.from({ length: 500_000 }, (_, index) => [`K-${index}`, '990']);
  expect(rowsOf(tableOf([['Артикул', 'Цена'], ...cells]))).toEqual({
    problem: expect.stringContaining('разделите'),
  });
});

describe('the rows of a table', () => {
  it('begin under the names of the columns', () => {
    const { rows } = read([['Прайс', '1 ноября'], [], ['Артикул', 'Цена'], ['K-1', '990']]);
    expect(rows).toEqual([{ line: 4, key: 'K-1', priceKopecks: 99_000 }]);
  });

  it('keep the line that the seller sees, and leave alone what is empty', () => {
    const { key, rows, problems } = read([
      ['Баркод', 'Цена', 'Скидка', 'Себестоимость'],
      ['2037', '1 299,50 ₽', '15 %', ''],
      ['', '', '', ''],
      ['2044', '', '', '99,9'],
      ['2051', '', '', ''],
    ]);
    expect(key).toBe('BARCODE');
    expect(rows).toEqual([
      { line: 2, key: '2037', priceKopecks: 129_950, discount: 15 },
      { line: 4, key: '2044', costPriceKopecks: 9_990 },
    ]);
    expect(problems).toEqual([]);
  });

  it('with a cell that cannot be read take no part, and are told', () => {
    const { rows, problems, problemCount } = read([
      ['Артикул', 'Цена', 'Скидка'],
      ['K-1', 'дорого', ''],
      ['K-2', '1.200', ''],
      ['K-3', '-5', ''],
      ['K-4', '', '15,5'],
      ['K-5', '', '100'],
      ['', '990', ''],
      ['K-7', '990', '0'],
    ]);
    expect(rows).toEqual([{ line: 8, key: 'K-7', priceKopecks: 99_000, discount: 0 }]);
    expect(problemCount).toBe(6);
    expect(problems[0]).toEqual({ line: 2, text: 'Цена «дорого»: нужна сумма в рублях' });
    expect(problems[3]?.text).toBe(`Скидка «15,5»: нужно целое число от 0 до 99${NBSP}%`);
    expect(problems[5]?.text).toBe('Нет артикула или баркода');
  });
});

describe('lines under the names of the columns', () => {
  const hints = ['Обязательное поле', 'Единица измерения: ₽', ''];
  const row = ['K-1', '990', ''];

  it('that explain them are no rows, and lines keep their numbers', () => {
    const cells = [['Артикул', 'Цена', 'Скидка'], ['', '', ''], hints, hints, row, hints];
    expect(hintLinesOf(tableOf(cells))).toEqual([3, 4]);
    const { rows, problems } = read(cells);
    expect(rows).toEqual([{ line: 5, key: 'K-1', priceKopecks: 99_000 }]);
    expect(problems.map(({ line }) => line)).toEqual([6]);
  });

  it.each([
    ['an article', ['K-2', 'Обязательное поле', 'Обязательное поле']],
    ['a price', ['', '990', 'Обязательное поле', 'Обязательное поле']],
    [
      'an article beside the column that names the cards',
      ['Обязательное поле', 'Обязательное поле', '', 'K2'],
    ],
  ])('with %s are rows', (_what, line) => {
    const names = ['Баркод', 'Цена', 'Скидка', 'Артикул'];
    expect(hintLinesOf(tableOf([names, line, row]))).toEqual([]);
  });

  it('are rows where nothing names a card, until a person says what does', () => {
    const table = tableOf([['Мой код', 'Цена', 'Скидка'], hints, row]);
    expect(hintLinesOf(table)).toEqual([]);
    expect(hintLinesOf(withMeaning(table, 0, 'VENDOR_CODE'))).toEqual([2]);
  });

  it('are rows where no line names the columns', () => {
    expect(hintLinesOf(withMeaning(tableOf([['1', '2'], hints, row]), 0, 'VENDOR_CODE'))).toEqual([]);
  });
});
