import { describe, expect, it } from 'vitest';
import type { CatalogueRow } from '#contract/catalogue-feed.ts';
import { columnsOf } from '#contract/feed-columns.ts';
import { createCatalogue } from './catalogue.ts';
import { isFrozenCatalogue, sizeOfFrozen } from './frozen-catalogue.ts';

const rowOf = (id: number): CatalogueRow => ({
  id,
  vendorCode: `MUG-${id}`,
  title: `Кружка ${id}`,
  subjectId: 812,
  subjectName: 'Кружки',
  brand: 'Керамия',
  photo: null,
  nmId: null,
  nmIds: [],
  priceKopecks: 890_00,
  discount: 32,
  finalPriceKopecks: 605_20,
  costPriceKopecks: null,
  marginPercent: null,
  filledPercent: 60,
  hasDimensions: true,
  stock: 6,
  shopIds: [1],
  tags: [],
  wbTags: [],
  state: 'PUBLISHED',
  hasUnsentChanges: false,
  version: 1,
  updatedAtUs: 1_795_000_000_000_000 + id,
  searchText: ` кружка ${id} mug-${id}`,
});

function frozenOf(count: number) {
  const catalogue = createCatalogue();
  catalogue.put(columnsOf(Array.from({ length: count }, (_, n) => rowOf(n + 1))));
  while (catalogue.makeOrder());
  return catalogue.frozen();
}

function partsOf(value: object): unknown {
  if (ArrayBuffer.isView(value) || Array.isArray(value)) return value.constructor.name;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]: [string, object]) => [name, partsOf(part)]),
  );
}

describe('a frozen catalogue', () => {
  it('has these parts: who changes them, or what they mean, raises FORMAT in src/offline/catalogue/replica-store.ts', () => {
    expect(partsOf(frozenOf(1))).toEqual({
      wide: {
        id: 'Float64Array',
        subjectId: 'Float64Array',
        nmId: 'Float64Array',
        priceKopecks: 'Float64Array',
        finalPriceKopecks: 'Float64Array',
        costPriceKopecks: 'Float64Array',
        marginPercent: 'Float64Array',
        updatedAtUs: 'Float64Array',
      },
      narrow: {
        discount: 'Int32Array',
        filledPercent: 'Int32Array',
        stock: 'Int32Array',
        version: 'Int32Array',
      },
      shared: {
        subjectName: 'Uint32Array',
        brand: 'Uint32Array',
        shopIds: 'Uint32Array',
        tags: 'Uint32Array',
        wbTags: 'Uint32Array',
        state: 'Uint32Array',
      },
      flags: { hasDimensions: 'Uint8Array', hasUnsentChanges: 'Uint8Array', hasPhoto: 'Uint8Array' },
      names: {
        subjectName: 'Array',
        brand: 'Array',
        shopIds: 'Array',
        tags: 'Array',
        wbTags: 'Array',
        state: 'Array',
      },
      texts: {
        vendorCode: { joined: 'Array', starts: 'Uint32Array' },
        title: { joined: 'Array', starts: 'Uint32Array' },
        photo: { joined: 'Array', starts: 'Uint32Array' },
        nmIds: { joined: 'Array', starts: 'Uint32Array' },
      },
      searchText: {
        words: 'Array',
        rest: { joined: 'Array', starts: 'Uint32Array' },
        numbers: 'Uint32Array',
        starts: 'Uint32Array',
        counts: 'Uint32Array',
      },
      isTaken: 'Uint8Array',
      orders: {
        updated_at: 'Uint32Array',
        title: 'Uint32Array',
        price: 'Uint32Array',
        stock: 'Uint32Array',
        discount: 'Uint32Array',
        cost: 'Uint32Array',
        margin: 'Uint32Array',
        state: 'Uint32Array',
        subject: 'Uint32Array',
        shops: 'Uint32Array',
      },
    });
  });

  it('is told from whatever else a storage may hold', () => {
    const frozen = frozenOf(600);
    expect(isFrozenCatalogue(structuredClone(frozen))).toBe(true);
    const { isTaken, narrow } = frozen;
    const others: unknown[] = [
      undefined,
      null,
      'text',
      new Uint8Array(3),
      {},
      { ...frozen, isTaken: [...isTaken] },
      { ...frozen, narrow: { ...narrow, stock: Float64Array.from(narrow.stock) } },
      { ...frozen, narrow: { ...narrow, stock: narrow.stock.slice(1) } },
      { ...frozen, searchText: { ...frozen.searchText, counts: new Uint32Array(1) } },
      { ...frozen, texts: { ...frozen.texts, title: { joined: [] } } },
      { ...frozen, names: null },
      { ...frozen, orders: { ...frozen.orders, title: new Uint32Array(599) } },
      { ...frozen, orders: { ...frozen.orders, title: Float64Array.from(frozen.orders.title ?? []) } },
      { ...frozen, orders: null },
    ];
    for (const other of others) expect(isFrozenCatalogue(other)).toBe(false);
  });

  it('may have been kept before its orders were made, and makes them when they are asked for', () => {
    const frozen = frozenOf(600);
    const { title, ...orders } = frozen.orders;
    expect(title).toHaveLength(600);
    const early = structuredClone({ ...frozen, orders });
    expect(isFrozenCatalogue(early)).toBe(true);
    const [whole, lacking] = [createCatalogue(frozen), createCatalogue(early)];
    expect([whole.hasAllOrders, lacking.hasAllOrders]).toEqual([true, false]);
    expect(lacking.ids({ ordering: 'title' })).toEqual(whole.ids({ ordering: 'title' }));
    expect(lacking.hasAllOrders).toBe(true);
  });

  it('says about how many bytes it takes', () => {
    expect(sizeOfFrozen(frozenOf(1000))).toBeGreaterThan(100_000);
    expect(sizeOfFrozen(frozenOf(1000))).toBeLessThan(400_000);
  });
});
