import { expect } from 'vitest';
import { checksumOfRows } from '#contract/catalogue-checksum.ts';
import { catalogueColumnsSchema, type CatalogueRow } from '#contract/catalogue-feed.ts';
import { fromWire } from '#contract/wire.ts';
import { readPortion, type Portion } from '#server/cards/feed/portions.ts';
import type { ReadPortion } from '#server/cards/feed/read-ahead.ts';
import type { Db } from '#server/db/database.ts';

/** Test support: what a device makes of the portions, without the device. */
export class ReplicaOfFeed {
  readonly rows = new Map<number, CatalogueRow>();
  cursor: string | undefined;
  resets = 0;

  readonly #db: Db;
  readonly #accountId: number;
  readonly #read: ReadPortion;

  constructor(db: Db, accountId: number, read: ReadPortion = readPortion) {
    this.#db = db;
    this.#accountId = accountId;
    this.#read = read;
  }

  /** One portion; answers the ids that it told of. */
  async ask(portionCards?: number): Promise<Portion & { told: number[] }> {
    const portion = await this.#read(this.#db, this.#accountId, this.cursor, portionCards);
    if (portion.isReset) {
      this.resets += 1;
      this.rows.clear();
    }
    const told = rowsOf(portion.columns);
    for (const row of told) this.rows.set(row.id, row);
    for (const id of portion.removedIds) this.rows.delete(id);
    this.cursor = portion.cursor;
    if (!portion.hasMore) {
      expect({ count: this.rows.size, fullChecksum: this.checksum() }).toEqual({
        count: portion.count,
        fullChecksum: portion.fullChecksum,
      });
    }
    return { ...portion, told: [...told.map((row) => row.id), ...portion.removedIds] };
  }

  /** Portions until there are no more, whose sizes the caller may choose one by one; answers the ids they told of. */
  async catchUp(sizes: Iterable<number> = []): Promise<number[]> {
    const told = new Set<number>();
    const chosen = sizes[Symbol.iterator]();
    for (;;) {
      const portion = await this.ask(chosen.next().value);
      for (const id of portion.told) told.add(id);
      if (!portion.hasMore) return [...told].sort((a, b) => a - b);
    }
  }

  checksum(): number {
    return checksumOfRows(this.rows.values());
  }
}

/** Columns of the wire, turned into rows. */
export function rowsOf(columns: string): CatalogueRow[] {
  const parsed = catalogueColumnsSchema.parse(fromWire(JSON.parse(columns)));
  const names = Object.keys(parsed) as (keyof CatalogueRow)[];
  return parsed.id.map(
    // The n-th values of all columns are a row, which no type follows.
    (_, index) =>
      Object.fromEntries(names.map((name) => [name, parsed[name][index]])) as unknown as CatalogueRow,
  );
}
