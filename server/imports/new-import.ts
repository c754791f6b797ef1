import { sql } from 'kysely';
import { MAX_IMPORT_ROWS, type CardImport } from '#contract/imports.ts';
import { DESCRIPTION_MAX_LENGTH } from '#contract/card-rules.ts';
import { TABLE_FILE_LIMITS } from '#contract/table-files.ts';
import type { Author } from '#server/cards/card-writes.ts';
import type { Database, Db, Trx } from '#server/db/database.ts';
import { inBatches, type Pace } from '#server/db/in-batches.ts';
import { badRequest, conflict } from '#server/errors/http-error.ts';
import type { TableLine } from '#server/table-files/open-table.ts';
import { readTable } from '#server/table-files/read-table.ts';
import { tooManyRows } from '#server/table-files/table-file-error.ts';
import type { TableUpload } from '#server/table-files/table-upload.ts';
import { forgetClaims } from './claims.ts';
import { findHeadings, type Headings } from './find-headings.ts';
import { keepFirstLines, LINES_OF_NO_ROWS } from './first-lines.ts';
import { importOr404, linesInParts, type OneImport } from './repository.ts';
import { addRows } from './row-writes.ts';
import { VALUES_SHEET } from './template.ts';

const MAX_KEPT = 20;
const MAX_NAME_LENGTH = 200;
const LIMITS = {
  rows: MAX_IMPORT_ROWS + 1,
  linesAbove: LINES_OF_NO_ROWS - 1,
  columns: TABLE_FILE_LIMITS.columns,
  // What is longer than a description may be is told, not cut to what may be.
  cellLength: DESCRIPTION_MAX_LENGTH + 1000,
};

/** Without a named sheet, so many are looked into for rows. */
const MAX_SHEETS_TRIED = 20;

/**
 * Keeps the rows of a file as they come: of a workbook those of the named sheet, or of the first that seems to be meant. What cannot be
 * read to its end leaves nothing behind.
 */
export async function createImport(
  database: Database,
  author: Author,
  upload: TableUpload,
  sheet?: number,
): Promise<CardImport> {
  await refuseMore(database.db, author.accountId);
  const importId =
    sheet === undefined
      ? await keepMeantSheet(database, author, upload)
      : (await keepRows(database, author, upload, { sheet })).importId;
  if (importId === null) throw badRequest('В таблице нужны названия столбцов и хотя бы одна строка под ними');
  return await importOr404(database.db, author.accountId, importId);
}

/** The first sheet with rows under names that are known: before it may be an instruction. Where there is none, the first with rows. */
async function keepMeantSheet(
  database: Database,
  author: Author,
  upload: TableUpload,
): Promise<number | null> {
  for (const isNamed of [true, false]) {
    for (let sheet = 0; sheet < MAX_SHEETS_TRIED; sheet += 1) {
      const kept = await keepRows(database, author, upload, { sheet, isNamed });
      // What stands beside it is the marketplace's instruction.
      if (kept.importId !== null || kept.isBlankTemplate) return kept.importId;
      // A template that nobody has filled in.
      if (sheet + 1 >= kept.sheets.length || kept.sheets[sheet + 1] === VALUES_SHEET) break;
    }
  }
  return null;
}

interface KeptRows {
  /** null for a sheet without rows, or that is not `isNamed` among others, of which nothing is kept. */
  importId: number | null;
  sheets: string[];
  /** The marketplace's, with its hints and nothing under them. */
  isBlankTemplate: boolean;
}

async function keepRows(
  database: Database,
  author: Author,
  { name, bytes }: TableUpload,
  { sheet, isNamed = false }: { sheet: number; isNamed?: boolean },
): Promise<KeptRows> {
  const { sheets, isSince1904, batches } = await readTable(bytes, { limits: LIMITS, sheet });
  const sheetName = sheets.length > 1 ? (sheets[sheet] ?? '') : '';
  let found: Headings | undefined;
  let importId: number | null = null;
  let rowTotal = 0;
  const pace: Pace = {};
  try {
    for await (const lines of batches) {
      // The first batch is longer than where the headings are looked for, or the whole table.
      found ??= await findHeadings(database.db, author.accountId, lines);
      if (isNamed && sheets.length > 1 && found.meanings.every((meaning) => meaning === null)) break;
      const rows = rowTotal === 0 ? found.rows : lines;
      if (rows.length === 0) continue;
      rowTotal += rows.length;
      if (rowTotal > MAX_IMPORT_ROWS) throw tooManyRows(MAX_IMPORT_ROWS);
      const file = { name, sheetName, sheets, isSince1904, ...found };
      if (importId === null) {
        importId = await insertImport(database.db, author, file);
        await keepFirstLines(database.db, { accountId: author.accountId, importId }, lines);
      }
      await insertRows(database, { accountId: author.accountId, importId }, rows, pace);
    }
    if (importId === null) return { importId, sheets, isBlankTemplate: (found?.hintLines.length ?? 0) > 0 };
    await database.db
      .updateTable('imports')
      .set({ state: 'COLUMNS', row_total: rowTotal, worked_at: sql<Date>`now()` })
      .where('account_id', '=', author.accountId)
      .where('id', '=', importId)
      .execute();
    return { importId, sheets, isBlankTemplate: false };
  } catch (error) {
    if (importId !== null) await removeImport(database.db, author.accountId, importId);
    throw error;
  }
}

async function refuseMore(db: Db, accountId: number): Promise<void> {
  const { count } = await db
    .selectFrom('imports')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  if (count >= MAX_KEPT) throw conflict(`Уже загружено ${MAX_KEPT} таблиц: уберите ненужные`);
}

async function insertImport(
  db: Db,
  { accountId, userId }: Author,
  file: {
    name: string;
    sheetName: string;
    sheets: readonly string[];
    isSince1904: boolean;
  } & Pick<Headings, 'headings' | 'meanings' | 'headingLine' | 'hintLines'>,
): Promise<number> {
  const { id } = await db
    .insertInto('imports')
    .values({
      account_id: accountId,
      user_id: userId,
      file_name: shownName(file.name),
      sheet_name: shownName(file.sheetName),
      sheets: JSON.stringify(file.sheets.map(shownName)),
      headings: JSON.stringify(file.headings),
      heading_line: file.headingLine,
      hint_lines: JSON.stringify(file.hintLines),
      meanings: JSON.stringify(file.meanings),
      is_since_1904: file.isSince1904,
      edit_id: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A device or a workbook calls it whatever it likes. */
function shownName(name: string): string {
  return name
    .replace(/\p{C}/gu, '')
    .slice(0, MAX_NAME_LENGTH)
    .replace(/\p{Cs}/gu, '');
}

async function insertRows(
  database: Database,
  work: OneImport,
  rows: readonly TableLine[],
  pace: Pace,
): Promise<void> {
  const insert = (trx: Trx, batch: readonly TableLine[]) => addRows(trx, work, batch);
  await inBatches(database, rows, insert, { pace });
}

/**
 * Takes it away, row by row, so that nobody waits for fifty thousand; its cards stay. One whose removal breaks off is as one
 * whose file was never read to its end. Resolves with whether there was one.
 */
export async function removeImport(db: Db, accountId: number, importId: number): Promise<boolean> {
  const found = await db
    .updateTable('imports')
    .set({ state: 'READING' })
    .where('account_id', '=', accountId)
    .where('id', '=', importId)
    .executeTakeFirst();
  if (found.numUpdatedRows === 0n) return false;
  const work = { accountId, importId };
  for await (const { first, last } of linesInParts(db, work)) {
    await forgetClaims(db, work, { first, last });
    await db
      .deleteFrom('import_rows')
      .where('account_id', '=', accountId)
      .where('import_id', '=', importId)
      .where('line', '>=', first)
      .where('line', '<=', last)
      .execute();
  }
  await db.deleteFrom('imports').where('account_id', '=', accountId).where('id', '=', importId).execute();
  return true;
}
