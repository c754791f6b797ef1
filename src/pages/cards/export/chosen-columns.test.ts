import { expect, it } from 'vitest';
import { exportColumns } from '#contract/card-export.ts';
import { cardColumnIds } from '#contract/card-list.ts';
import { columnGroups, columnsOfList, isInUsualOrder, withColumn } from './chosen-columns.ts';

it('the groups have every column once, in the order of the file', () => {
  expect(columnGroups.flatMap(({ columns }) => columns)).toEqual(exportColumns);
});

it('every column of the list has its own in a file, in the order of the list', () => {
  const all = columnsOfList(cardColumnIds);
  expect(new Set(all).size).toBe(all.length);
  expect(columnsOfList(['state', 'price'])).toEqual([
    'vendorCode',
    'title',
    'state',
    'finalPriceKopecks',
    'priceKopecks',
  ]);
});

it('a column goes to its place, and to the end of an order of one’s own', () => {
  expect(withColumn(['vendorCode', 'stock'], 'title', true)).toEqual(['vendorCode', 'title', 'stock']);
  const own = columnsOfList(['state', 'price']);
  expect(isInUsualOrder(own)).toBe(false);
  expect(withColumn(own, 'nmId', true).at(-1)).toBe('nmId');
  expect(withColumn(own, 'title', false)).not.toContain('title');
});
