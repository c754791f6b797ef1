import type { ColumnMeaning, ImportRowState } from '#contract/imports.ts';
import type { Database, Db, Trx } from '#server/db/database.ts';
import { inBatches, type Pace } from '#server/db/in-batches.ts';
import { addUp, lockImport, type Counter, type ImportAtWork } from './repository.ts';

/** An import whose rows are looked at, as it stood when a part of them was read. */
export interface TableAtWork {
  headings: string[];
  meanings: (ColumnMeaning | null)[];
  is_since_1904: boolean;
  /** The last line that was gone through, and the last card whose rows are apart. */
  named_line: number;
  checked_line: number;
}

/** What is added to the counts of a table. */
export type Counts = Partial<Record<Counter, number>>;

interface LookInParts<Item extends { reached: number }> {
  /** The line of the table that says how far this has come: `reached` of the last item that is done. */
  by: 'named_line' | 'checked_line';
  /** null: there is none left. */
  readPart: (table: TableAtWork) => Promise<Item[] | null>;
  /** Resolves with what they add to the table's counts. */
  write: (trx: Trx, items: readonly Item[]) => Promise<Counts>;
}

/**
 * Goes through an import part by part, each written in batches that say how far they have come; so a process that dies, or another one at
 * the same table, does nothing twice. Resolves with whether it is done; `mayGoOn` may end it.
 */
export async function lookInParts<Item extends { reached: number }>(
  database: Database,
  work: ImportAtWork,
  { by, readPart, write }: LookInParts<Item>,
  mayGoOn: () => boolean,
): Promise<boolean> {
  const pace: Pace = {};
  let table = await readTable(database.db, work);
  while (table) {
    const seen: TableAtWork = table;
    const items = await readPart(seen);
    if (!items) return true;
    const turns = items.map((item, index) => ({ item, after: items[index - 1]?.reached ?? seen[by] }));
    let isTheirTurn = true;
    const writeTurn = async (trx: Trx, batch: readonly (typeof turns)[number][]) => {
      const locked = await lockImport(trx, work.accountId, work.importId);
      const stand = { ...seen, [by]: batch[0]?.after };
      // Another process has gone on meanwhile, or the columns are named otherwise: these are looked at again.
      isTheirTurn &&=
        locked?.state === 'CHECKING' &&
        locked.named_line === stand.named_line &&
        locked.checked_line === stand.checked_line &&
        JSON.stringify(locked.meanings) === JSON.stringify(seen.meanings);
      if (!isTheirTurn) return 0;
      const done = batch.map(({ item }) => item);
      await addUp(trx, work, await write(trx, done), { [by]: done.at(-1)?.reached });
      return batch.length;
    };
    const done = await inBatches(database, turns, writeTurn, { mayGoOn, pace });
    if (done < turns.length || !mayGoOn()) return false;
    table = isTheirTurn
      ? { ...seen, [by]: items.at(-1)?.reached ?? seen[by] }
      : await readTable(database.db, work);
  }
  return true;
}

/** null: there is no need any more. */
async function readTable(db: Db, { accountId, importId }: ImportAtWork): Promise<TableAtWork | null> {
  const table = await db
    .selectFrom('imports')
    .select(['headings', 'meanings', 'is_since_1904', 'named_line', 'checked_line'])
    .where('account_id', '=', accountId)
    .where('id', '=', importId)
    .where('state', '=', 'CHECKING')
    .executeTakeFirst();
  return table ?? null;
}

/** What the rows of a card count for, the first of them before the others. */
export function countsOf(rows: readonly { state: ImportRowState }[]): Counts {
  const checked = rows.filter(({ state }) => state !== 'WAITING').length;
  const [first] = rows;
  if (!first || first.state === 'WAITING') return { checked };
  return first.state === 'REFUSED'
    ? { checked, REFUSED: checked, refusedCards: 1 }
    : { checked, [first.state]: 1 };
}

export function addCounts(some: readonly Counts[]): Counts {
  const sum: Counts = {};
  for (const counts of some) {
    // Entries know no more of their keys than that they are texts.
    const entries = Object.entries(counts) as [Counter, number][];
    for (const [counter, count] of entries) sum[counter] = (sum[counter] ?? 0) + count;
  }
  return sum;
}
