import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ColumnMeaning } from '#contract/imports.ts';
import { barcodesCell, sizesCell } from '#server/cards/size-cells.ts';
import { wholeCard } from './card-rows.ts';
import { newContent } from './new-content.ts';
import { readRow, type ReadLine } from './read-row.ts';

const MEANINGS: ColumnMeaning[] = [
  'vendorCode',
  'title',
  'subject',
  'priceKopecks',
  'sizes',
  'barcodes',
  'characteristic',
];
const HEADINGS = ['Артикул', 'Название', 'Предмет', 'Цена', 'Размер', 'Баркод', 'Цвет'];
const [ONE, TWO] = ['20000001', '20000002'] as const;

const row = (line: number, ...cells: string[]): ReadLine => ({
  line,
  cells,
  ...readRow(cells, MEANINGS, { headings: HEADINGS }),
});
const problemsOf = (rows: ReadLine[], own: string[] | null = null) =>
  wholeCard(rows, MEANINGS, own === null ? undefined : { barcodes: new Set(own) }).problems.map(
    ({ line, column, text }) => `${line}/${column}: ${text}`,
  );

describe('rows of one card', () => {
  it('say its values once, wherever they do, and its sizes one by one', () => {
    const { values, problems } = wholeCard(
      [
        row(2, 'К', '', 'Кружки', '1 290', '', ''),
        row(7, 'К', 'Кружка', '', '1290,00', 'S', ONE, 'белый'),
        row(90, 'К', 'Кружка ', 'кружки', '', 'M', `${TWO}, 20000003`),
        row(91, 'К', '', '', '', 'L'),
      ],
      MEANINGS,
    );
    expect(problems).toEqual([]);
    expect(values).toEqual({
      vendorCode: 'К',
      title: 'Кружка',
      subject: 'Кружки',
      priceKopecks: 129_000,
      sizes: ['S', 'M', 'L'],
      barcodes: [[ONE], [TWO, '20000003'], []],
      characteristics: [{ column: 6, name: 'цвет', text: 'белый' }],
    });
  });

  it('that disagree are told in the cell which row says otherwise', () => {
    expect(
      problemsOf([
        row(2, 'К', 'Кружка', 'Кружки', '100', 'S', '', 'белый'),
        row(5, 'К', 'Чашка', 'Вазы', '100', 'M', '', 'синий'),
        row(9, 'К', 'Кружка', '', '200', 'L'),
      ]),
    ).toEqual([
      '5/1: В строке 2 той же карточки — «Кружка»: оставьте одно',
      '5/2: В строке 2 той же карточки — «Кружки»: оставьте одно',
      '5/6: В строке 2 той же карточки — «белый»: оставьте одно',
      '9/3: В строке 2 той же карточки — «100»: оставьте одно',
    ]);
  });

  it('have each size and each barcode once', () => {
    expect(
      problemsOf([
        row(2, 'К', '', '', '', 'S', ONE),
        row(3, 'К', '', '', '', 's', TWO),
        row(4, 'К', '', '', '', 'M', ONE),
      ]),
    ).toEqual([
      '3/4: Размер s уже есть в строке 2: его баркоды пишут в одной ячейке через запятую',
      `4/5: Баркод ${ONE} уже есть в строке 2`,
    ]);
  });

  it('are told where nobody knows whose barcode it is', () => {
    expect(problemsOf([row(2, 'К', '', '', '', '', ONE), row(3, 'К', '', '', '', '', TWO)])).toEqual([
      '3/4: Размер не назван ни здесь, ни в строке 2 той же карточки: назовите оба или впишите баркоды в одну ячейку',
    ]);
    expect(problemsOf([row(2, 'К', '', '', '', '', ONE), row(3, 'К', '', '', '', 'M', TWO)])).toEqual([
      '2/4: Размер не назван, а в строке 3 той же карточки — M: назовите и этот',
    ]);
  });

  it('that name barcodes which the card has say nothing of its sizes, in any number of rows', () => {
    const rows = [row(2, 'К', '', '', '', '', ONE), row(3, 'К', '', '', '', '', TWO), row(4, 'К')];
    expect(problemsOf(rows, [ONE, TWO])).toEqual([]);
    expect(wholeCard(rows, MEANINGS, { barcodes: new Set([ONE, TWO]) }).values).toEqual({
      characteristics: [],
    });
  });

  it('may be called otherwise beside a number alone: elsewhere the vendor code is the name of the card', () => {
    const meanings: ColumnMeaning[] = ['cardId', 'vendorCode'];
    const named = (line: number, ...cells: string[]) => ({
      line,
      cells,
      ...readRow(cells, meanings, { headings: [] }),
    });
    const rows = [named(2, '7', 'NEW'), named(3, '', 'old'), named(4, '7')];
    const { values, key, problems } = wholeCard(rows, meanings, { barcodes: new Set() });
    expect([values.vendorCode, key, problems]).toEqual(['NEW', 'CARD_ID', []]);
    expect(wholeCard([...rows, named(5, '7', 'NEWER')], meanings, { barcodes: new Set() }).problems).toEqual([
      { line: 5, column: 1, text: 'В строке 2 той же карточки — «NEW»: оставьте одно' },
    ]);
  });

  it('say where a problem of the whole card stands', () => {
    const { lineOf } = wholeCard(
      [row(2, 'К'), row(3, 'К', 'Кружка', '', '', 'M', TWO), row(4, 'К', '', '', '', 'S', ONE)],
      MEANINGS,
    );
    expect(lineOf({ column: 5, text: `Баркод ${ONE} указан дважды` })).toBe(4);
    expect(lineOf({ column: 4, text: 'Размеры этой карточки меняют в ней самой' })).toBe(3);
    expect(lineOf({ column: 1, text: 'Не длиннее 60 символов' })).toBe(3);
    expect(lineOf({ column: 2, text: 'Для новой карточки нужен предмет' })).toBe(2);
    expect(lineOf({ column: null, text: '' })).toBe(2);
  });

  it('cut from one row come to the same card, whichever of them say its values', () => {
    const subjects = {
      ids: new Map([['кружки', 1]]),
      names: new Map([[1, 'Кружки']]),
      characteristics: new Map([[1, [COLOUR]]]),
    };
    const content = (rows: ReadLine[]) => {
      const { values, problems } = wholeCard(rows, MEANINGS);
      expect(problems).toEqual([]);
      return newContent(values, MEANINGS, subjects);
    };
    fc.assert(
      fc.property(drawnCard, ({ sizes, silent }) => {
        const common = ['К-1', 'Кружка', 'Кружки', '1 290,50'];
        const whole = row(2, ...common, sizesCell(sizes), barcodesCell(sizes), 'белый; синий');
        const cut = sizes.map(({ techSize, skus }, index) => {
          const own = [...common, techSize, skus.join(', '), 'белый; синий'];
          // The name and the size stand in each row, the others at least in one.
          const isSaid = (column: number) =>
            [0, 4, 5].includes(column) || (silent[column] ?? 0) % sizes.length === index || index % 2 === 0;
          return row(2 + index * 7, ...own.map((cell, column) => (isSaid(column) ? cell : '')));
        });
        expect(content(cut)).toEqual(content([whole]));
        expect(content([whole])).toHaveProperty('content');
      }),
    );
  });
});

const COLOUR = {
  id: 1,
  name: 'Цвет',
  isRequired: false,
  type: 'TEXT' as const,
  unit: '',
  maxCount: 5,
};

/** With none, one or several barcodes of each size. */
const drawnCard = fc.record({
  sizes: fc
    .uniqueArray(fc.tuple(fc.constantFrom('S', 'M', 'XL', '42-44', '40', '38,5', '=1'), fc.nat(2)), {
      selector: ([name]) => name,
      minLength: 2,
      maxLength: 6,
    })
    .map((drawn) =>
      drawn.map(([techSize, count], at) => ({
        techSize,
        skus: Array.from({ length: count }, (_, nth) => String(20_000_000 + at * 10 + nth)),
      })),
    ),
  silent: fc.array(fc.nat(5), { minLength: 7, maxLength: 7 }),
});
