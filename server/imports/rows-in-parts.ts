import type { ImportRowState } from '#contract/imports.ts';
import type { Db } from '#server/db/database.ts';
import { nextLines, type ImportAtWork, type Lines } from './repository.ts';

/** What is read of a table's rows at a time, as JSON: others wait meanwhile, and a description may have thousands. */
const CHARACTERS_PER_READ = 500_000;
const FIRST_LINES = 250;
const MOST_LINES = 1000;

/**
 * Reads the rows after a line, as many at a time as are read in a moment, by the width of those before; null: there are none. By their
 * lines, which have no gap in most tables; of one state when it is named, as `read` asks.
 */
export function partsOfRows<Row>(
  db: Db,
  work: Pick<ImportAtWork, 'accountId' | 'importId'>,
  read: (lines: Lines) => Promise<Row[]>,
  state?: ImportRowState,
): (afterLine: number) => Promise<{ rows: Row[]; lastLine: number } | null> {
  let size = FIRST_LINES;
  const readFrom = async (first: number) => {
    const lastLine = first + size - 1;
    const rows = await read({ first, last: lastLine });
    const width = JSON.stringify(rows).length / Math.max(rows.length, 1);
    size = Math.max(1, Math.min(MOST_LINES, Math.floor(CHARACTERS_PER_READ / width)));
    return { rows, lastLine };
  };
  return async (afterLine) => {
    const near = await readFrom(afterLine + 1);
    if (near.rows.length > 0) return near;
    const lines = await nextLines(db, work, { afterLine, state });
    return lines && (await readFrom(lines.first));
  };
}
