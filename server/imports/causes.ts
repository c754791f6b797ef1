import { sql } from 'kysely';
import { CAUSE_ROWS_AT_ONCE, type CauseRow, type ImportCause } from '#contract/imports.ts';
import type { Database, Db } from '#server/db/database.ts';
import { notFound } from '#server/errors/http-error.ts';
import { patternOf } from './cause-of.ts';
import { keepCauses } from './keep-causes.ts';
import { importOr404 } from './repository.ts';

/** Every function here reads the imports of one account only. */

const FIRST_ROWS = 3;
/** What is read of a cell: enough to know it again. */
const CELL_LENGTH = 100;

interface Asked {
  accountId: number;
  importId: number;
}

/** Why rows are refused, each with its first rows. Throws 404. */
export async function findImportCauses(
  database: Database,
  accountId: number,
  importId: number,
): Promise<{ results: ImportCause[]; causeCount: number }> {
  const { db } = database;
  const asked = { accountId, importId };
  await importOr404(db, accountId, importId);
  // Of a table that was looked at before causes were kept, or of which some rows were refused since.
  await keepCauses(database, asked, () => true);
  const { rows: causes } = await sql<Omit<ImportCause, 'rows'> & { pattern: string; lines: number[] }>`
    SELECT id, "column", pattern, text, row_count AS "rowCount", lines[1:${sql.lit(FIRST_ROWS)}] AS lines
    FROM import_causes WHERE account_id = ${accountId} AND import_id = ${importId}
    ORDER BY row_count DESC, id`.execute(db);
  const { causeCount } = await db
    .selectFrom('imports')
    .select('cause_count as causeCount')
    .where('account_id', '=', accountId)
    .where('id', '=', importId)
    .executeTakeFirstOrThrow();
  const rows = await readRows(db, asked, [...new Set(causes.flatMap(({ lines }) => lines))]);
  return {
    causeCount,
    results: causes.map(({ id, column, pattern, text, rowCount, lines }) => ({
      id,
      column,
      text,
      rowCount,
      rows: rowsWith({ column, pattern }, lines, rows),
    })),
  };
}

/** Throws 404. */
export async function findCauseRows(
  db: Db,
  asked: Asked & { causeId: number },
  afterLine: number,
): Promise<{ results: CauseRow[]; nextAfterLine: number | null }> {
  const { accountId, importId, causeId } = asked;
  const { rows: found } = await sql<{ column: number | null; pattern: string; lines: number[] }>`
    SELECT "column", pattern, array(
      SELECT line FROM unnest(lines) AS line WHERE line > ${afterLine} ORDER BY line LIMIT ${sql.lit(CAUSE_ROWS_AT_ONCE + 1)}) AS lines
    FROM import_causes WHERE account_id = ${accountId} AND import_id = ${importId} AND id = ${causeId}`.execute(
    db,
  );
  const [cause] = found;
  if (!cause) throw notFound('Таблицу проверили ещё раз: ошибки уже другие');
  const lines = cause.lines.slice(0, CAUSE_ROWS_AT_ONCE);
  return {
    results: rowsWith(cause, lines, await readRows(db, asked, lines)),
    nextAfterLine: cause.lines.length > CAUSE_ROWS_AT_ONCE ? (lines.at(-1) ?? null) : null,
  };
}

interface ProblemOfRow {
  column: number | null;
  text: string;
  cell: string;
}

/** What is wrong in these rows, with the beginnings of the cells that are meant: the others of a row may be wide. */
async function readRows(
  db: Db,
  { accountId, importId }: Asked,
  lines: readonly number[],
): Promise<Map<number, ProblemOfRow[]>> {
  const { rows } = await sql<ProblemOfRow & { line: number }>`
    SELECT line, (problem ->> 'column')::integer AS "column", problem ->> 'text' AS text,
      coalesce(left(cells ->> (problem ->> 'column')::integer, ${sql.lit(CELL_LENGTH)}), '') AS cell
    FROM import_rows, jsonb_array_elements(problems) AS problem
    WHERE account_id = ${accountId} AND import_id = ${importId} AND line = any(${[...lines]}::integer[])`.execute(
    db,
  );
  const byLine = new Map<number, ProblemOfRow[]>();
  for (const { line, ...problem } of rows) byLine.set(line, [...(byLine.get(line) ?? []), problem]);
  return byLine;
}

function rowsWith(
  { column, pattern }: { column: number | null; pattern: string },
  lines: readonly number[],
  rows: ReadonlyMap<number, readonly ProblemOfRow[]>,
): CauseRow[] {
  return lines.flatMap((line) => {
    const own = rows.get(line)?.filter((one) => one.column === column && patternOf(one) === pattern) ?? [];
    const [first] = own;
    return first ? [{ line, cell: first.cell, text: own.map(({ text }) => text).join('; ') }] : [];
  });
}
