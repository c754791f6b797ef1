import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CopySource } from '#api/card-copies.ts';
import { manyColumns, manyInitialCells, toCopyOfCard } from './many-copy-cells.ts';

const source = (cardId: number, changes: Partial<CopySource> = {}): CopySource => ({
  cardId,
  sourceVendorCode: `К-${cardId}`,
  sourceTitle: 'Кружка',
  photo: null,
  vendorCode: `К-${cardId}-2`,
  title: 'Кружка 2',
  colour: { values: ['белый'], maxCount: 2 },
  sizes: [],
  ...changes,
});
const sized = (cardId: number, ...techSizes: string[]) =>
  source(cardId, { sizes: techSizes.map((techSize) => ({ techSize })) });
const keysOf = (columns: readonly { key: string }[]) => columns.map(({ key }) => key);
const NAMES = ['vendorCode', 'title'];

describe('columns of copies of several cards', () => {
  it('are those of any of them, and a row has its own', () => {
    const { columns, columnsOfRow } = manyColumns([sized(1, 'S', 'M'), sized(2, 'M', 'L'), source(3)]);
    expect(columns.map(({ label }) => label)).toEqual([
      'Артикул продавца',
      'Наименование',
      'Цвет',
      'Баркод, S',
      'Баркод, M',
      'Баркод, L',
    ]);
    expect(keysOf(columnsOfRow(1))).toEqual([...NAMES, 'colour', 'size-1', 'size-2']);
    expect(keysOf(columnsOfRow(2))).toEqual([...NAMES, 'colour']);
  });

  it('begin with the barcode of cards without sizes, wherever such a card stands', () => {
    const { columns, columnsOfRow } = manyColumns([sized(1, 'S', 'M'), sized(2, ''), sized(3, 'L', 'S')]);
    const labels = columns.slice(3).map(({ label }) => label);
    expect(labels).toEqual(['Баркод', 'Баркод, S', 'Баркод, M', 'Баркод, L']);
    expect(columnsOfRow(1).map(({ label }) => label)).toContain('Баркод');
  });

  it('have no colour where no subject has one, and none for a card whose subject has none', () => {
    const plain = source(2, { colour: null });
    expect(keysOf(manyColumns([plain]).columns)).toEqual(NAMES);
    const { columnsOfRow } = manyColumns([source(1), plain]);
    expect([keysOf(columnsOfRow(0)), keysOf(columnsOfRow(1))]).toEqual([[...NAMES, 'colour'], NAMES]);
  });

  it('are names alone for an answer of a server of before', () => {
    const { colour: _colour, sizes: _sizes, ...before } = source(1);
    expect(keysOf(manyColumns([before]).columns)).toEqual(NAMES);
    expect(toCopyOfCard(before, [], manyInitialCells(before))).toEqual({
      cardId: 1,
      vendorCode: 'К-1-2',
      title: 'Кружка 2',
    });
  });
});

describe('a copy of a chosen card', () => {
  it('that nobody touched asks for its names alone', () => {
    const touched = fc.record({
      values: fc.array(fc.stringMatching(/^[а-я]{1,9}$/), { maxLength: 4 }),
      sizes: fc.array(fc.constantFrom('', 'S', 'M', '42 RU'), { maxLength: 5 }),
    });
    fc.assert(
      fc.property(touched, ({ values, sizes }) => {
        const one = { ...sized(1, ...sizes), colour: { values, maxCount: 0 } };
        const { sizeKeysOfRow } = manyColumns([one]);
        expect(Object.keys(toCopyOfCard(one, sizeKeysOfRow(0), manyInitialCells(one)))).toEqual([
          'cardId',
          'vendorCode',
          'title',
        ]);
      }),
    );
  });

  it('has each barcode at its own size, whatever order the sizes of other cards stand in', () => {
    const techSizes = fc.uniqueArray(fc.constantFrom('', 'S', 'M', 'L', '42', '44', 'S 1'), { minLength: 1 });
    fc.assert(
      fc.property(techSizes, techSizes, (first, second) => {
        const sources = [sized(1, ...first), sized(2, ...second)];
        const { columns, sizeKeysOfRow } = manyColumns(sources);
        const labelOf = (key: string) => columns.find((column) => column.key === key)?.label;
        for (const [row, own] of [first, second].entries()) {
          const keys = sizeKeysOfRow(row);
          expect(keys.map(labelOf)).toEqual(own.map((name) => (name === '' ? 'Баркод' : `Баркод, ${name}`)));
          const cells = Object.fromEntries(keys.map((key, place) => [key, `200000000000${place}`]));
          const copy = toCopyOfCard(sized(1, ...own), keys, cells);
          expect(copy.sizes).toEqual(
            own.map((techSize, place) => ({ techSize, skus: [`200000000000${place}`] })),
          );
        }
      }),
    );
  });

  it('of a card that has a size twice has both', () => {
    const one = sized(1, 'S', 'S');
    const { columns, sizeKeysOfRow } = manyColumns([one, sized(2, 'S')]);
    expect(columns.filter(({ label }) => label === 'Баркод, S')).toHaveLength(2);
    const cells = { 'size-0': '2000000000015', 'size-1': '2000000000022' };
    expect(toCopyOfCard(one, sizeKeysOfRow(0), cells).sizes).toEqual([
      { techSize: 'S', skus: ['2000000000015'] },
      { techSize: 'S', skus: ['2000000000022'] },
    ]);
  });

  it('of another colour names it, and of the same does not', () => {
    const one = source(1);
    const cells = { ...manyInitialCells(one), colour: ' синий; голубой ' };
    expect(toCopyOfCard(one, [], cells).colours).toEqual(['синий', 'голубой']);
    expect(toCopyOfCard(one, [], { ...cells, colour: '' }).colours).toEqual([]);
    expect(toCopyOfCard(one, [], { ...cells, colour: 'белый;' }).colours).toBeUndefined();
  });
});
