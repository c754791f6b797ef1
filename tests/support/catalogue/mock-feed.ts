import { addChecksums, checksumOfRows, checksumWithoutWbTags } from '#contract/catalogue-checksum.ts';
import type { CataloguePortion, CatalogueRow } from '#contract/catalogue-feed.ts';
import { columnsOf } from '#contract/feed-columns.ts';
import { toWire } from '#contract/wire.ts';

/** A row of the feed, as the server would send it. */
export function mockCatalogueRow(id: number, changes: Partial<CatalogueRow> = {}): CatalogueRow {
  const title = changes.title ?? `Кружка керамическая ${id}`;
  return {
    id,
    vendorCode: `MUG-${id}`,
    title,
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
    searchText: ` ${title.toLowerCase()} mug-${id}`,
    ...changes,
  };
}

export interface MockFeed {
  rows: Map<number, CatalogueRow>;
  put(...rows: CatalogueRow[]): void;
  remove(...ids: number[]): void;
  /** The database was restored: cursors of before are of another history. */
  restore(): void;
  /** From here on it says a checksum that is not so; undefined: an honest one. */
  lieAbout(checksum: number | undefined): void;
  portion(since: string | null): CataloguePortion;
  /** The same as it travels. */
  bytes(since: string | null): ArrayBuffer;
}

/** The server's side of the feed, in memory: everything in the order of its last change, so many rows a portion. */
export function createMockFeed(count = 0, rowsPerPortion = 3): MockFeed {
  const rows = new Map<number, CatalogueRow>();
  /** By card: the number of its last change. */
  const changedAt = new Map<number, number>();
  let changes = 0;
  let history = 1;
  let lie: number | undefined;
  const feed: MockFeed = {
    rows,
    put(...changed) {
      for (const row of changed) {
        rows.set(row.id, row);
        changedAt.set(row.id, (changes += 1));
      }
    },
    remove(...ids) {
      for (const id of ids) {
        rows.delete(id);
        changedAt.set(id, (changes += 1));
      }
    },
    restore() {
      history += 1;
    },
    lieAbout(checksum) {
      lie = checksum;
    },
    portion(since) {
      const [ofHistory = history, after = 0] = (since ?? '').split('.').filter(Boolean).map(Number);
      const isReset = ofHistory !== history;
      const waiting = [...changedAt]
        .filter(([, change]) => isReset || change > after)
        .toSorted(([, one], [, other]) => one - other);
      const asked = waiting.slice(0, rowsPerPortion);
      const hasMore = waiting.length > asked.length;
      const found = asked.flatMap(([id]) => rows.get(id) ?? []);
      return {
        isReset,
        hasMore,
        cursor: `${history}.${asked.at(-1)?.[1] ?? after}`,
        columns: columnsOf(found),
        removedIds: asked.flatMap(([id]) => (rows.has(id) ? [] : [id])),
        count: hasMore ? null : rows.size,
        checksum: hasMore
          ? null
          : [...rows.values()].reduce((sum, row) => addChecksums(sum, checksumWithoutWbTags(row)), 0),
        fullChecksum: hasMore ? null : (lie ?? checksumOfRows(rows.values())),
      };
    },
    bytes: (since) =>
      // A copy of its own: what is handed to a worker is gone here.
      Uint8Array.from(new TextEncoder().encode(JSON.stringify(toWire(feed.portion(since))))).buffer,
  };
  for (let id = 1; id <= count; id += 1) feed.put(mockCatalogueRow(id));
  return feed;
}
