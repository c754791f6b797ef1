import { marginPercent } from '#contract/card-rules.ts';
import type { Catalogue } from '#contract/catalogue/catalogue.ts';
import { withOtherSpellings } from '#contract/catalogue/other-spellings.ts';
import { foldForSearch } from '#contract/catalogue/search-words.ts';
import type { CatalogueRow } from '#contract/catalogue-feed.ts';
import { columnsOf } from '#contract/feed-columns.ts';

const US_PER_MS = 1000;

/** What of a card's row waits on this device to be sent. */
export type WaitingRow = Pick<CatalogueRow, 'id'> &
  Partial<
    Pick<CatalogueRow, 'title' | 'vendorCode' | 'brand' | 'photo' | 'tags' | 'costPriceKopecks' | 'subjectId'>
  > & {
    editedAtMs?: number;
    /** Something of it is what shops have, too: they have another until it is sent to them. */
    isOfShops?: boolean;
  };

export interface WaitingRows {
  /** From here on these lie over what the server has said, in place of those before. */
  set(rows: readonly WaitingRow[]): void;
  /** They lie over another engine, whose rows are the server's; undefined: over none. */
  moveTo(engine: Catalogue | undefined): void;
  /** Runs `change` on an engine whose rows are the server's: no unsent edit gets into what is stored or compared. */
  aside<Result>(engine: Catalogue, change: () => Result): Result;
}

/** Unsent edits among the rows of the list: they are found, filtered and ordered as they will be. */
export function createWaitingRows(): WaitingRows {
  let waiting: readonly WaitingRow[] = [];
  let under: Catalogue | undefined;
  /** What the server has said of the cards that are laid over. */
  let lifted: readonly CatalogueRow[] = [];

  function lift() {
    if (lifted.length > 0) under?.put(columnsOf(lifted));
    lifted = [];
  }

  function lay() {
    const engine = under;
    if (!engine || waiting.length === 0) return;
    const byId = new Map(waiting.map((row) => [row.id, row]));
    lifted = engine.rows([...byId.keys()]);
    const laid = lifted.map((row) => withWaiting(row, byId.get(row.id), engine));
    if (laid.length > 0) engine.put(columnsOf(laid));
  }

  return {
    set(rows) {
      lift();
      waiting = rows;
      lay();
    },
    moveTo(engine) {
      if (engine === under) return;
      under = engine;
      lay();
    },
    aside(engine, change) {
      if (engine !== under) return change();
      lift();
      try {
        return change();
      } finally {
        lay();
      }
    },
  };
}

function withWaiting(
  row: CatalogueRow,
  { editedAtMs = 0, isOfShops = false, subjectId, ...waiting }: Partial<WaitingRow> = {},
  engine: Catalogue,
): CatalogueRow {
  const changed = { ...row, ...waiting, ...subjectOf(subjectId, engine) };
  return {
    ...changed,
    updatedAtUs: Math.max(row.updatedAtUs, editedAtMs * US_PER_MS),
    hasUnsentChanges: row.hasUnsentChanges || (isOfShops && isInShops(row)),
    marginPercent: marginPercent(changed.finalPriceKopecks, changed.costPriceKopecks),
    searchText: searchTextOf(row, changed),
  };
}

/** An edit names a subject by its number; what it is called, another card of it says. Of a new one nobody here does: the card stays under its old one. */
function subjectOf(subjectId: number | undefined, engine: Catalogue): Partial<CatalogueRow> {
  if (subjectId === undefined) return {};
  const [first] = engine.ids({ subject: [subjectId], withArchived: true, ordering: 'updated_at' });
  const [other] = first === undefined ? [] : engine.rows([first]);
  return other ? { subjectId, subjectName: other.subjectName } : {};
}

/** A card on its way to a shop, or in the archive, is not compared with what shops have. */
function isInShops({ nmId, state }: CatalogueRow): boolean {
  return nmId !== null && (state === 'PUBLISHED' || state === 'HAS_ERRORS');
}

/** The text begins with the title and the vendor code: new ones take their place, or stand behind where it does not. */
function searchTextOf(row: CatalogueRow, changed: CatalogueRow): string {
  const beginningOf = ({ title, vendorCode }: CatalogueRow) => ` ${foldForSearch(`${title} ${vendorCode}`)}`;
  const [before, after] = [beginningOf(row), beginningOf(changed)];
  const brand = changed.brand === row.brand ? '' : ` ${foldForSearch(changed.brand)}`;
  if (before === after) return row.searchText + brand;
  const text = row.searchText.startsWith(before)
    ? after + row.searchText.slice(before.length)
    : row.searchText + after;
  return withOtherSpellings(text, [foldForSearch(changed.vendorCode)]) + brand;
}
