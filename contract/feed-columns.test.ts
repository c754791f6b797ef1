import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { catalogueColumnsSchema, type CatalogueColumns, type CatalogueRow } from './catalogue-feed.ts';
import { areCatalogueColumns, columnsOf } from './feed-columns.ts';

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

it('RE-22: takes and refuses what the contract takes and refuses, value by value and column by column', () => {
  const rows = [ROW, { ...ROW, id: 2 }];
  expect(areCatalogueColumns(columnsOf(rows))).toBe(true);
  for (const name of names) {
    for (const value of VALUES) {
      const columns: Record<string, unknown> = { ...columnsOf(rows), [name]: [ROW[name], value] };
      expect({ name, value, is: areCatalogueColumns(columns) }).toEqual({
        name,
        value,
        is: catalogueColumnsSchema.safeParse(columns).success,
      });
    }
    for (const column of [undefined, null, 'Кружка', {}, 7])
      expect(areCatalogueColumns({ ...columnsOf(rows), [name]: column })).toBe(false);
  }
  for (const value of [undefined, null, [], 'columns', 7]) expect(areCatalogueColumns(value)).toBe(false);
});

it('RE-22: agrees with the contract on anything', () => {
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.array(fc.anything()), (name, column) => {
      const columns = { ...columnsOf([ROW]), [name]: column };
      return areCatalogueColumns(columns) === catalogueColumnsSchema.safeParse(columns).success;
    }),
  );
});
