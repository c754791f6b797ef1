import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseBlock } from '#parts/block-text.ts';
import { fillDown, placeBlock, printBlock } from './block.ts';

const table = { rows: 10, columns: 4 };
const cell = { top: 1, left: 1, bottom: 1, right: 1 };
const rows = (top: number, bottom: number) => ({ top, left: 1, bottom, right: 1 });

/** `row:column=text`, in the order of writing. */
function told({ writings }: { writings: { row: number; column: number; text: string }[] }): string[] {
  return writings.map(({ row, column, text }) => `${row}:${column}=${text}`);
}

function isSameAgain(cells: string[][]): void {
  expect(parseBlock(printBlock(cells))).toEqual(cells);
}

describe('a block', () => {
  it('that was printed is read as it was, whatever is in its cells', () => {
    const width = fc.integer({ min: 1, max: 4 });
    const block = width.chain((columns) =>
      fc.array(fc.array(fc.string({ unit: 'grapheme' }), { minLength: columns, maxLength: columns }), {
        minLength: 1,
      }),
    );
    fc.assert(fc.property(block, isSameAgain));
    const tricky = fc.array(
      fc.array(fc.constantFrom('', ' ', '\t', '\n', '\r', '\r\n', '"', '""', 'а"б', '1 299,50'), {
        minLength: 2,
        maxLength: 2,
      }),
      { minLength: 1 },
    );
    fc.assert(fc.property(tricky, isSameAgain));
  });

  it.each([
    [
      'Excel',
      '1 299,50\t5\r\n990\t7\r\n',
      [
        ['1 299,50', '5'],
        ['990', '7'],
      ],
    ],
    [
      'Google Sheets',
      '1 299,50\t5\n990\t7',
      [
        ['1 299,50', '5'],
        ['990', '7'],
      ],
    ],
    ['a text field', '1 299,50', [['1 299,50']]],
    ['a column with an empty cell at its end', '5\n\n', [['5'], ['']]],
    [
      'a spreadsheet with a cell of several lines',
      'K-1\t"Первая строка\nвторая, ""в кавычках"""\r\nK-2\tОдна\r\n',
      [
        ['K-1', 'Первая строка\nвторая, "в кавычках"'],
        ['K-2', 'Одна'],
      ],
    ],
    [
      'a spreadsheet with a cell that only begins with a quote',
      '"Север" кружка\t100\nКружка 5"\t200\n',
      [
        ['"Север" кружка', '100'],
        ['Кружка 5"', '200'],
      ],
    ],
  ])('is read as %s copies it', (_, text, expected) => {
    expect(parseBlock(text)).toEqual(expected);
  });
});

describe('pasting', () => {
  it('puts a block at the chosen cell, whatever its shape', () => {
    const placed = placeBlock([['a', 'b'], ['c']], cell, table);
    expect(told(placed)).toEqual(['1:1=a', '1:2=b', '2:1=c']);
    expect(placed.range).toEqual({ top: 1, left: 1, bottom: 2, right: 2 });
    expect(placed.cut).toEqual({ rows: 0, columns: 0 });
  });

  it('fills the chosen range with one value, and repeats a block that goes into it whole', () => {
    expect(told(placeBlock([['a']], { top: 1, left: 1, bottom: 2, right: 2 }, table))).toEqual([
      '1:1=a',
      '1:2=a',
      '2:1=a',
      '2:2=a',
    ]);
    expect(told(placeBlock([['a'], ['b']], rows(1, 4), table))).toEqual(['1:1=a', '2:1=b', '3:1=a', '4:1=b']);
    // Three rows are not twice two.
    expect(told(placeBlock([['a'], ['b']], rows(1, 3), table))).toEqual(['1:1=a', '2:1=b']);
  });

  it('leaves out what is beyond the edge, and says how much that is', () => {
    const block = [1, 2, 3].map((row) => ['a', 'b', 'c'].map((column) => `${column}${row}`));
    const placed = placeBlock(block, { top: 8, left: 3, bottom: 8, right: 3 }, table);
    expect(told(placed)).toEqual(['8:3=a1', '9:3=a2']);
    expect(placed.cut).toEqual({ rows: 1, columns: 2 });
  });

  it('of a hundred thousand rows stands no call too many', () => {
    const block = Array.from({ length: 100_000 }, () => ['1']);
    expect(placeBlock(block, cell, table).cut.rows).toBe(100_000 - 9);
  });
});

describe('filling down', () => {
  it('writes the range on and on', () => {
    const placed = fillDown([['a'], ['b']], rows(1, 2), 5);
    expect(told(placed)).toEqual(['3:1=a', '4:1=b', '5:1=a']);
    expect(placed.range).toEqual(rows(1, 5));
  });

  it('to no further row does nothing', () => {
    expect(told(fillDown([['a']], rows(1, 1), 0))).toEqual([]);
    expect(fillDown([['a']], rows(1, 1), 0).range).toEqual(rows(1, 1));
  });
});
