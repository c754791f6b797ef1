import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import { linesOf, type ImportAtWork } from './repository.ts';

/** Cards of a table: the row that each begins with, and those that follow it, however far away. */

type OneImport = Pick<ImportAtWork, 'accountId' | 'importId'>;

/** What is read at a time: cells are wide, and others wait meanwhile. One card may have as many rows again. */
const ROWS_PER_READ = 500;

/**
 * The lines that the next cards begin with, of those that have rows which wait for the others: as many as have {@link ROWS_PER_READ} rows
 * together; null: there are none.
 */
export async function nextCards(
  db: Db,
  { accountId, importId }: OneImport,
  afterLine: number,
): Promise<number[] | null> {
  const { first } = await db
    .selectFrom('import_rows')
    .select((eb) => eb.fn.min<number | null>('card_line').as('first'))
    .where('account_id', '=', accountId)
    .where('import_id', '=', importId)
    .where('card_line', '>', afterLine)
    .where('state', '=', 'WAITING')
    .executeTakeFirstOrThrow();
  if (first === null) return null;
  const { rows } = await sql<{ line: number; count: number }>`
    SELECT card_line AS line, count(*)::int AS count FROM import_rows
    WHERE account_id = ${accountId} AND import_id = ${importId}
      AND card_line BETWEEN ${first} AND ${first + ROWS_PER_READ - 1}
    GROUP BY card_line HAVING bool_or(state = 'WAITING') ORDER BY card_line`.execute(db);
  let total = 0;
  const end = rows.findIndex(({ count }) => {
    total += 1 + count;
    return total >= ROWS_PER_READ;
  });
  return rows.slice(0, end === -1 ? rows.length : end + 1).map(({ line }) => line);
}

/**
 * The rows of cards that begin with these lines, each card's together and in their order. Asked by the first and the last of them and
 * without their state: of a new table nobody has reckoned anything, and for a list the database would go through all rows.
 */
export async function findCardRows(db: Db, { accountId, importId }: OneImport, heads: readonly number[]) {
  const { first, last } = linesOf(heads.map((line) => ({ line })));
  const rows = db
    .selectFrom('import_rows')
    .select(['line', 'card_line', 'card_id', 'state', 'cells'])
    .where('account_id', '=', accountId)
    .where('import_id', '=', importId)
    .orderBy('line');
  const firsts = await rows.where('line', '>=', first).where('line', '<=', last).execute();
  const others = await rows.where('card_line', '>=', first).where('card_line', '<=', last).execute();
  const asked = new Set(heads);
  const cards = new Map(firsts.filter(({ line }) => asked.has(line)).map((row) => [row.line, [row]]));
  for (const row of others) cards.get(row.card_line ?? 0)?.push(row);
  return [...cards.values()];
}

export interface FirstRow {
  line: number;
  /** Of its rows so far. */
  count: number;
}

/** The first row of each key and how many have it so far, none counted beyond `atMost`. */
export async function findFirstRows(
  db: Db,
  { accountId, importId }: OneImport,
  keys: readonly string[],
  { lastLine, atMost }: { lastLine: number; atMost: number },
): Promise<Map<string, FirstRow>> {
  // One by one: nobody has reckoned how the keys of a new table are spread.
  const { rows } = await sql<FirstRow & { key: string }>`
    SELECT asked.key, found.line, found.count
    FROM unnest(${[...keys]}::text[]) AS asked (key)
    JOIN LATERAL (
      SELECT min(line) AS line, count(*)::int AS count FROM (
        SELECT line FROM import_rows
        WHERE account_id = ${accountId} AND import_id = ${importId} AND key = asked.key AND line <= ${lastLine}
        ORDER BY line LIMIT ${atMost}) AS same
    ) AS found ON found.count > 0`.execute(db);
  return new Map(rows.map(({ key, line, count }) => [key, { line, count }]));
}
