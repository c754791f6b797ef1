import type { ColumnMeaning } from '#contract/imports.ts';
import type { Database, Db, Trx } from '#server/db/database.ts';
import { inBatches, type Pace } from '#server/db/in-batches.ts';
import { judgeRows, type ReadLine } from './judge-rows.ts';
import { readRow } from './read-row.ts';
import {
  addUp,
  lockImport,
  nextLines,
  rowsOf,
  writeRows,
  type Counter,
  type JudgedRow,
} from './repository.ts';

export interface ImportAtWork {
  accountId: number;
  userId: number;
  importId: number;
}

/**
 * Looks at the rows in the order of their lines and keeps what would become of each, until all had their turn or `mayGoOn` says
 * no. Resolves with whether it is done.
 */
export async function checkRows(
  database: Database,
  work: ImportAtWork,
  mayGoOn: () => boolean,
): Promise<boolean> {
  const pace: Pace = {};
  for (;;) {
    const part = await readPart(database.db, work);
    if (part === null) return true;
    const judged = await judgeRows(database.db, work.accountId, part.meanings, part.rows);
    const lines = judged.map((row, index) => ({
      row,
      previousLine: judged[index - 1]?.line ?? part.checkedLine,
    }));
    const done = await inBatches(database, lines, (trx, batch) => writeBatch(trx, work, part, batch), {
      mayGoOn,
      pace,
    });
    if (done < lines.length) return false;
  }
}

interface Part {
  meanings: (ColumnMeaning | null)[];
  /** The last line before these. */
  checkedLine: number;
  rows: ReadLine[];
}

/**
 * What is the same for many rows, such as the search for their cards, is asked once for all of a part. null: every row was looked
 * at, or there is no need any more.
 */
async function readPart(db: Db, work: ImportAtWork): Promise<Part | null> {
  const table = await db
    .selectFrom('imports')
    .select(['headings', 'meanings', 'checked_line'])
    .where('account_id', '=', work.accountId)
    .where('id', '=', work.importId)
    .where('state', '=', 'CHECKING')
    .executeTakeFirst();
  if (!table) return null;
  const { headings, meanings, checked_line: checkedLine } = table;
  const lines = await nextLines(db, work, { afterLine: checkedLine });
  if (lines === null) return null;
  const rows = await rowsOf(db, work, lines).select(['line', 'cells']).execute();
  const read = rows.map(({ line, cells }) => ({ line, ...readRow(cells, meanings, headings) }));
  return { meanings, checkedLine, rows: read };
}

async function writeBatch(
  trx: Trx,
  work: ImportAtWork,
  { meanings }: Part,
  batch: readonly { row: JudgedRow; previousLine: number }[],
): Promise<void> {
  const locked = await lockImport(trx, work.accountId, work.importId);
  // Another process has gone on meanwhile, or the columns are named otherwise: these are looked at again.
  const isTheirTurn = locked?.state === 'CHECKING' && locked.checked_line === batch[0]?.previousLine;
  if (!isTheirTurn || JSON.stringify(locked.meanings) !== JSON.stringify(meanings)) return;
  const rows = batch.map(({ row }) => row);
  await writeRows(trx, work, rows);
  const counts: Partial<Record<Counter, number>> = { checked: rows.length };
  for (const { state } of rows) {
    if (state !== 'WAITING') counts[state] = (counts[state] ?? 0) + 1;
  }
  await addUp(trx, work, counts, { checked_line: rows.at(-1)?.line ?? locked.checked_line });
}
