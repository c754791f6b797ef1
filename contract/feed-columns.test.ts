import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  catalogueColumnsSchema,
  listCatalogueChangesEndpoint,
  portionHeadSchema,
  type CatalogueColumns,
  type CatalogueRow,
} from './catalogue-feed.ts';
import { columnsOf, isCataloguePortion } from './feed-columns.ts';

const ROW: CatalogueRow = {
  id: 1,
  vendorCode: 'MUG-1',
  title: 'Кружка',
  subjectId: 812,
  subjectName: 'Кружки',
  brand: '',
  photo: null,
  nmId: 120_000_001,
  nmIds: [120_000_001],
  priceKopecks: 890_00,
  discount: 32,
  finalPriceKopecks: 605_20,
  costPriceKopecks: null,
  marginPercent: null,
  filledPercent: 60,
  hasDimensions: true,
  stock: 6,
  shopIds: [1],
  tags: ['Хит'],
  wbTags: ['Вывод'],
  state: 'PUBLISHED',
  hasUnsentChanges: false,
  version: 1,
  updatedAtUs: 1_795_000_000_000_000,
  searchText: ' кружка mug-1',
};

const names = Object.keys(catalogueColumnsSchema.shape) as (keyof CatalogueColumns)[];

/** Values at the borders of what a column may have, and of no kind that one has. */
const VALUES = [
  0, 1, -1, 0.5, 1e13, 1e13 + 1, -1e13, -1e13 - 1, 999_999_999_999, 1e12, 2 ** 53 - 1, 2 ** 53, Number.NaN, Infinity,
  '', 'DRAFT', 'ARCHIVED', 'Кружка', true, false, null, undefined, {}, [], [1], [0], [1e12], [1, 'x'], ['Хит'], [null], [[1]],
]; // prettier-ignore

const HEAD = {
  isReset: false,
  hasMore: true,
  cursor: 'c1',
  removedIds: [1, 2],
  count: null,
  checksum: 7,
  fullChecksum: null,
};
const headNames = Object.keys(portionHeadSchema.shape);

function isOfContract(portion: unknown): boolean {
  return listCatalogueChangesEndpoint.response.safeParse(portion).success;
}

it('RE-22: takes and refuses what the contract takes and refuses, value by value and column by column', () => {
  const rows = [ROW, { ...ROW, id: 2 }];
  expect(isCataloguePortion({ ...HEAD, columns: columnsOf(rows) })).toBe(true);
  for (const name of names) {
    for (const value of VALUES) {
      const portion = { ...HEAD, columns: { ...columnsOf(rows), [name]: [ROW[name], value] } };
      expect({ name, value, is: isCataloguePortion(portion) }).toEqual({
        name,
        value,
        is: isOfContract(portion),
      });
    }
    for (const column of [undefined, null, 'Кружка', {}, 7])
      expect(isCataloguePortion({ ...HEAD, columns: { ...columnsOf(rows), [name]: column } })).toBe(false);
  }
  for (const columns of [undefined, null, [], 'columns', 7])
    expect(isCataloguePortion({ ...HEAD, columns })).toBe(false);
});

it('RE-22: takes and refuses a head as the contract does, value by value', () => {
  const columns = columnsOf([ROW]);
  for (const name of headNames) {
    for (const value of VALUES) {
      const portion = { ...HEAD, columns, [name]: value };
      expect({ name, value, is: isCataloguePortion(portion) }).toEqual({
        name,
        value,
        is: isOfContract(portion),
      });
    }
  }
  for (const value of [undefined, null, [], 'portion', 7]) expect(isCataloguePortion(value)).toBe(false);
});

it('RE-22: agrees with the contract on anything', () => {
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.array(fc.anything()), (name, column) => {
      const portion = { ...HEAD, columns: { ...columnsOf([ROW]), [name]: column } };
      return isCataloguePortion(portion) === isOfContract(portion);
    }),
  );
});
