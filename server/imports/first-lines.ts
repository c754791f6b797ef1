import { sql } from 'kysely';
import { HEADING_LINES } from '#contract/heading-row.ts';
import { MAX_HINT_LINES } from '#contract/hint-lines.ts';
import { MAX_IMPORT_ROWS, SHOWN_LINE_CELLS, type CardImport, type FirstLine } from '#contract/imports.ts';
import type { Author } from '#server/cards/card-writes.ts';
import type { Database, Db, Trx } from '#server/db/database.ts';
import { badRequest, conflict, notFound } from '#server/errors/http-error.ts';
import type { TableLine } from '#server/table-files/open-table.ts';
import { tooManyRows } from '#server/table-files/table-file-error.ts';
import { forgetClaims } from './claims.ts';
import { findHeadings } from './find-headings.ts';
import { addRows } from './row-writes.ts';
import { importOr404, linesOf, lockImport, NOT_LOOKED_AT, type OneImport } from './repository.ts';

/** Of a table so many may be no rows: the names of its columns, what stands above them and hints below. */
export const LINES_OF_NO_ROWS = HEADING_LINES + MAX_HINT_LINES;

/** A name of a column has nothing longer. */
const SHOWN_CELL_LENGTH = 60;

/** As they came, whatever they were taken for. */
export async function keepFirstLines(
  db: Db,
  { accountId, importId }: OneImport,
  lines: readonly TableLine[],
): Promise<void> {
  const first = JSON.stringify(lines.slice(0, LINES_OF_NO_ROWS));
  await sql`
    INSERT INTO import_first_lines (import_id, line, account_id, cells)
    SELECT ${importId}, line, ${accountId}, cells
    FROM jsonb_to_recordset(${first}::jsonb) AS row(line integer, cells jsonb)`.execute(db);
}

/** Lines one of which names the columns, by their beginnings; none of a table whose lines were not kept yet. */
export async function findFirstLines(db: Db, accountId: number, importId: number): Promise<FirstLine[]> {
  await importOr404(db, accountId, importId);
  const lines = await readFirstLines(db, { accountId, importId });
  return lines.slice(0, HEADING_LINES).map(({ line, cells }) => ({
    line,
    cells: cells.slice(0, SHOWN_LINE_CELLS).map(beginningOf),
  }));
}

function beginningOf(cell: string): string {
  return cell.length <= SHOWN_CELL_LENGTH
    ? cell
    : `${cell.slice(0, SHOWN_CELL_LENGTH).replace(/\p{Cs}/gu, '')}…`;
}

/**
 * Has the columns named by the line that a person says: what stands above it is no row any more, what was skipped above may be one. The
 * rows wait to be looked at anew.
 */
export async function chooseHeadings(
  database: Database,
  { accountId, userId }: Author,
  importId: number,
  line: number,
): Promise<CardImport> {
  const work = { accountId, importId };
  await database.transaction(async (trx) => {
    const locked = await lockImport(trx, accountId, importId);
    if (!locked) throw notFound();
    if (locked.state === 'READING') throw conflict('Файл ещё читается');
    if (locked.state === 'CHECKING') throw conflict('Строки ещё проверяются');
    if (locked.state !== 'COLUMNS' && locked.state !== 'READY') {
      throw conflict('Карточки уже создаются: загрузите файл ещё раз, чтобы изменить столбцы');
    }
    const lines = await readFirstLines(trx, work);
    const at = lines.slice(0, HEADING_LINES).findIndex((one) => one.line === line);
    if (at === -1) throw badRequest('В этой строке названий не найти: загрузите файл ещё раз');
    // The same request again, whose answer was lost.
    if (line === (locked.heading_line ?? lines[0]?.line)) return;
    const found = await findHeadings(trx, accountId, lines, at);
    const removedCount = await replaceFirstRows(trx, work, lines, found.rows);
    const rowTotal = locked.row_total - removedCount + found.rows.length;
    if (rowTotal === 0) throw badRequest('Под этой строкой нет ни одной строки с товаром');
    if (rowTotal > MAX_IMPORT_ROWS) throw badRequest(tooManyRows(MAX_IMPORT_ROWS).message);
    await trx
      .updateTable('imports')
      .set({
        ...NOT_LOOKED_AT,
        state: 'COLUMNS',
        headings: JSON.stringify(found.headings),
        heading_line: found.headingLine,
        hint_lines: JSON.stringify(found.hintLines),
        meanings: JSON.stringify(found.meanings),
        is_heading_chosen: true,
        row_total: rowTotal,
        user_id: userId,
        worked_at: sql<Date>`now()`,
      })
      .where('account_id', '=', accountId)
      .where('id', '=', importId)
      .execute();
  });
  return await importOr404(database.db, accountId, importId);
}

async function readFirstLines(db: Db, { accountId, importId }: OneImport): Promise<TableLine[]> {
  return await db
    .selectFrom('import_first_lines')
    .select(['line', 'cells'])
    .where('account_id', '=', accountId)
    .where('import_id', '=', importId)
    .orderBy('line')
    .execute();
}

/** Has other ones of the first lines as rows; resolves with how many were before. */
async function replaceFirstRows(
  trx: Trx,
  work: OneImport,
  lines: readonly TableLine[],
  rows: readonly TableLine[],
): Promise<number> {
  const { first, last } = linesOf(lines);
  // Cards that began in these rows are not what they were.
  await forgetClaims(trx, work, { first, last });
  const { numDeletedRows } = await trx
    .deleteFrom('import_rows')
    .where('account_id', '=', work.accountId)
    .where('import_id', '=', work.importId)
    .where('line', '<=', last)
    .executeTakeFirstOrThrow();
  await addRows(trx, work, rows);
  return Number(numDeletedRows);
}
