import type { SessionUser } from '#contract/auth.ts';
import type { Card } from '#contract/cards.ts';
import type { CataloguePortion, CatalogueRow } from '#contract/catalogue-feed.ts';
import { foldForSearch } from '#contract/catalogue/search-words.ts';
import { createMockFeed, mockCatalogueRow } from '#tests/support/catalogue/mock-feed.ts';

/** So few that a fill is several steps. */
const ROWS_PER_PORTION = 2;
const MORE_ROWS = 5;
const US_PER_MS = 1_000;

/** What the server had under one id from a moment on; null: nothing. */
export interface RowState {
  row: CatalogueRow | null;
  from: number;
  until: number;
}

/** The feed of one user's card list, and what it had when. Besides the cards of the model it has rows of its own, which come and go. */
export class ModelFeed {
  readonly states = new Map<number, RowState[]>();
  private readonly feed = createMockFeed(0, ROWS_PER_PORTION);
  private readonly user: SessionUser;
  private readonly clock: () => number;
  changedAt = 0;
  private lastNumber = 0;

  constructor(user: SessionUser, clock: () => number) {
    this.user = user;
    this.clock = clock;
    for (let count = 0; count < MORE_ROWS; count += 1) this.addRow();
  }

  portion(since: string | null): CataloguePortion {
    return this.feed.portion(since);
  }

  rows(): CatalogueRow[] {
    return [...this.feed.rows.values()];
  }

  putCard({ id, title, vendorCode, brand, version }: Card): void {
    this.put(this.rowOf(id, title, version, { vendorCode, brand }));
  }

  addRow(): void {
    this.lastNumber += 1;
    const id = this.user.id * 1000 + 500 + this.lastNumber;
    this.put(this.rowOf(id, `${this.user.name} строка ${this.lastNumber}`, 1));
  }

  /** One of the rows that are no cards of the model. */
  changeRow(random: () => number): void {
    const row = this.ownRow(random);
    if (row) this.put(this.nextOf(row));
  }

  removeRow(random: () => number): void {
    const row = this.ownRow(random);
    if (!row) return;
    this.feed.remove(row.id);
    this.note(row.id, null);
  }

  /** Changed behind the feed's back: only the checksum tells. */
  changeUnseen(random: () => number): void {
    const row = this.ownRow(random);
    if (!row) return;
    const next = this.nextOf(row);
    this.feed.rows.set(row.id, next);
    this.note(row.id, next);
  }

  /** The database was put back from a backup: some rows are as they were, and no cursor is known. */
  restore(random: () => number): void {
    const row = this.ownRow(random);
    const before = row && this.states.get(row.id)?.at(-2)?.row;
    if (before) this.put(before);
    this.feed.restore();
  }

  private put(row: CatalogueRow): void {
    this.feed.put(row);
    this.note(row.id, row);
  }

  private note(id: number, row: CatalogueRow | null): void {
    this.changedAt = this.clock();
    const states = this.states.get(id) ?? [{ row: null, from: -Infinity, until: Infinity }];
    const last = states.at(-1);
    if (last) last.until = this.clock();
    states.push({ row, from: this.clock(), until: Infinity });
    this.states.set(id, states);
  }

  private nextOf({ id, version }: CatalogueRow): CatalogueRow {
    return this.rowOf(id, `${this.user.name} строка ${id} v${version + 1}`, version + 1);
  }

  private rowOf(
    id: number,
    title: string,
    version: number,
    { vendorCode = `row-${id}`, brand = this.user.name } = {},
  ): CatalogueRow {
    return mockCatalogueRow(id, {
      title,
      vendorCode,
      brand,
      version,
      updatedAtUs: Math.floor(this.clock()) * US_PER_MS,
      searchText: ` ${foldForSearch(`${title} ${vendorCode}`)}`,
    });
  }

  private ownRow(random: () => number): CatalogueRow | undefined {
    const own = this.rows().filter(({ vendorCode }) => vendorCode.startsWith('row-'));
    return own[Math.floor(random() * own.length)];
  }
}
