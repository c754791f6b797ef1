import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deviceCardOrderings, type CardFilterValues } from '#contract/card-list.ts';
import type { CatalogueRow } from '#contract/catalogue-feed.ts';
import { columnsOf } from '#contract/feed-columns.ts';
import { cardStates } from '#contract/card-states.ts';
import { createCatalogue, type Catalogue } from './catalogue.ts';
import { isFrozenCatalogue } from './frozen-catalogue.ts';

const SOME_ROW: CatalogueRow = {
  id: 1,
  vendorCode: 'VC-1',
  title: 'Кружка',
  subjectId: 812,
  subjectName: 'Кружки',
  brand: 'Керамия',
  photo: '/media/1.svg',
  nmId: 120_000_001,
  nmIds: [120_000_001, 120_000_002],
  priceKopecks: 100_000,
  discount: 40,
  finalPriceKopecks: 60_000,
  costPriceKopecks: 30_000,
  marginPercent: 50,
  filledPercent: 70,
  hasDimensions: true,
  stock: 5,
  shopIds: [1, 2],
  tags: ['Хит'],
  wbTags: ['Вывод'],
  state: 'PUBLISHED',
  hasUnsentChanges: true,
  version: 3,
  updatedAtUs: 1_772_400_000_123_456,
  searchText: ' кружка vc-1 120000001 120000002',
};

const text = fc.constantFrom(
  '',
  'а',
  'Кружка',
  'кружка',
  'чашка',
  '🦔',
  '\uFB00',
  '\uE000',
  '𝒳',
  'zz',
  'Ё',
  'две кружки',
  'две\nкружки',
);
const rowOf = (id: fc.Arbitrary<number>): fc.Arbitrary<CatalogueRow> =>
  fc.record({
    id,
    vendorCode: text,
    title: text,
    subjectId: fc.integer({ min: 1, max: 3 }),
    subjectName: text,
    brand: text,
    photo: fc.option(text),
    nmId: fc.option(fc.integer({ min: 1, max: 5 })),
    nmIds: fc.array(fc.integer({ min: 1, max: 120 }), { maxLength: 3 }),
    priceKopecks: fc.integer({ min: 0, max: 3 }),
    discount: fc.integer({ min: 0, max: 2 }),
    finalPriceKopecks: fc.constantFrom(0, 5, 1e13),
    costPriceKopecks: fc.option(fc.integer({ min: 0, max: 2 })),
    marginPercent: fc.option(fc.integer({ min: -2, max: 2 })),
    filledPercent: fc.integer({ min: 0, max: 3 }),
    hasDimensions: fc.boolean(),
    stock: fc.integer({ min: -1, max: 21 }),
    shopIds: fc.uniqueArray(fc.integer({ min: 1, max: 3 })),
    tags: fc.subarray(['', 'Хит', 'хит']),
    wbTags: fc.subarray(['Вывод', 'вывод']),
    state: fc.constantFrom(...cardStates),
    hasUnsentChanges: fc.boolean(),
    version: fc.integer({ min: 1, max: 9 }),
    updatedAtUs: fc.integer({ min: 0, max: 3 }),
    searchText: fc.array(text, { maxLength: 3 }).map((words) => ` ${words.join(' ')}`),
  });
const id = fc.integer({ min: 1, max: 90 });
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ put: fc.array(rowOf(id), { maxLength: 4 }) }) },
  fc.record({ remove: fc.array(id, { maxLength: 4 }) }),
  fc.constant({ isKept: true }),
);
const filter: fc.Arbitrary<CardFilterValues> = fc.record(
  {
    search: text,
    state: fc.constantFrom(...cardStates),
    withArchived: fc.boolean(),
    nmId: fc.integer({ min: 1, max: 120 }),
  },
  { requiredKeys: [] },
);

function filled(rows: Iterable<CatalogueRow>): Catalogue {
  const catalogue = createCatalogue();
  catalogue.put(columnsOf([...rows]));
  return catalogue;
}

describe('a catalogue', () => {
  it('after any puts, removals and stays in a storage is the same as one made of what is left', () => {
    const start = fc.uniqueArray(rowOf(id), { minLength: 64, maxLength: 70, selector: (row) => row.id });
    fc.assert(
      fc.property(start, fc.array(step, { minLength: 1, maxLength: 5 }), filter, (first, steps, drawn) => {
        const left = new Map(first.map((row) => [row.id, row]));
        let catalogue = filled(first);
        for (const one of steps) {
          // Orders are kept from here on.
          for (const ordering of deviceCardOrderings) catalogue.ids({ ordering });
          if ('put' in one) {
            catalogue.put(columnsOf(one.put));
            for (const row of one.put) left.set(row.id, row);
          } else if ('remove' in one) {
            catalogue.remove(one.remove);
            for (const gone of one.remove) left.delete(gone);
          } else {
            const frozen = structuredClone(catalogue.frozen());
            expect(isFrozenCatalogue(frozen)).toBe(true);
            catalogue = createCatalogue(frozen);
          }
        }
        const fresh = filled(left.values());
        expect(catalogue.size).toBe(left.size);
        expect(catalogue.counters()).toEqual(fresh.counters());
        expect(catalogue.rows([...left.keys()])).toEqual([...left.values()]);
        for (const ordering of deviceCardOrderings) {
          const query = { ...drawn, ordering };
          expect(catalogue.ids(query)).toEqual(fresh.ids(query));
          const window = { offset: 3, limit: 5 };
          expect(catalogue.query(query, window)).toEqual(fresh.query(query, window));
        }
      }),
      { numRuns: 50 },
    );
  });

  it('shows of a card what a row of the list shows, and gives back all that it was given', () => {
    const catalogue = filled([SOME_ROW]);
    expect(catalogue.rows([7, 1])).toEqual([SOME_ROW]);
    expect(catalogue.query({ ordering: 'title' }, { offset: 0, limit: 50 })).toEqual({
      count: 1,
      rows: [
        {
          id: 1,
          vendorCode: 'VC-1',
          title: 'Кружка',
          subjectName: 'Кружки',
          brand: 'Керамия',
          photo: '/media/1.svg',
          nmId: 120_000_001,
          priceKopecks: 100_000,
          discount: 40,
          finalPriceKopecks: 60_000,
          costPriceKopecks: 30_000,
          stock: 5,
          shopIds: [1, 2],
          state: 'PUBLISHED',
          hasUnsentChanges: true,
          version: 3,
          updatedAt: '2026-03-01T21:20:00.123Z',
        },
      ],
    });
  });

  it('holds more cards than it was made for, and those that were there before', () => {
    const many = Array.from({ length: 3000 }, (_, n) => ({
      ...SOME_ROW,
      id: n + 1,
      searchText: ` card ${n}.`,
    }));
    const catalogue = filled(many.slice(0, 1000));
    catalogue.put(columnsOf(many.slice(1000)));
    expect(catalogue.size).toBe(3000);
    for (const n of [0, 511, 512, 1023, 2999]) {
      expect(catalogue.ids({ search: `${n}.`, ordering: 'title' })).toContain(n + 1);
    }
    expect(catalogue.counters()).toMatchObject({ all: 3000, UNSENT: 3000 });
  });

  it('asked the same again answers what is there by then', () => {
    const catalogue = filled([SOME_ROW]);
    const titles = () =>
      catalogue.query({ ordering: 'title' }, { offset: 0, limit: 5 }).rows.map(({ title }) => title);
    expect(titles()).toEqual(['Кружка']);
    catalogue.put(columnsOf([{ ...SOME_ROW, id: 2, title: 'Чашка' }]));
    expect(titles()).toEqual(['Кружка', 'Чашка']);
    catalogue.remove([1]);
    expect(titles()).toEqual(['Чашка']);
  });

  it('frozen stays as it was, whatever is put afterwards', () => {
    const catalogue = filled([SOME_ROW, { ...SOME_ROW, id: 2 }]);
    const frozen = catalogue.frozen();
    catalogue.put(columnsOf([{ ...SOME_ROW, title: 'Чашка', brand: 'Сновея', stock: 1 }]));
    catalogue.remove([2]);
    expect(createCatalogue(frozen).rows([1, 2])).toEqual([SOME_ROW, { ...SOME_ROW, id: 2 }]);
  });

  it('empty knows nothing', () => {
    const catalogue = createCatalogue();
    catalogue.remove([1]);
    expect(catalogue.query({ search: 'кружка', ordering: '-updated_at' }, { offset: 0, limit: 50 })).toEqual({
      count: 0,
      rows: [],
    });
    expect(catalogue.size).toBe(0);
  });
});
