import { sql } from 'kysely';
import type { CardImport, ImportRowState } from '#contract/imports.ts';
import type { Db, Trx } from '#server/db/database.ts';
import { notFound } from '#server/errors/http-error.ts';

/** Every function here reads the imports of one account only. */

export const KEEP_DAYS = 7;
const SHOWN_IMPORTS = 20;
export const SHOWN_ROWS = 100;

/** Throws 404 for one that is forgotten or another account's. */
export async function importOr404(db: Db, accountId: number, importId: number): Promise<CardImport> {
  const row = await importsOf(db, accountId).where('imports.id', '=', importId).executeTakeFirst();
  if (!row) throw notFound('Таблица не найдена: они хранятся неделю');
  return toImport(row);
}

export async function findImports(db: Db, accountId: number): Promise<CardImport[]> {
  const rows = await importsOf(db, accountId).orderBy('imports.id', 'desc').limit(SHOWN_IMPORTS).execute();
  return rows.map(toImport);
}

function importsOf(db: Db, accountId: number) {
  return db
    .selectFrom('imports')
    .innerJoin('users', 'users.id', 'imports.user_id')
    .selectAll('imports')
    .select('users.name as user_name')
    .where('imports.account_id', '=', accountId);
}

function toImport(
  row: Awaited<ReturnType<ReturnType<typeof importsOf>['executeTakeFirstOrThrow']>>,
): CardImport {
  return {
    id: row.id,
    state: row.state,
    fileName: row.file_name,
    sheetName: row.sheet_name,
    headings: row.headings,
    meanings: row.meanings,
    rowTotal: row.row_total,
    checkedCount: row.checked_count,
    counts: {
      fresh: row.fresh_count,
      created: row.created_count,
      changed: row.changed_count,
      same: row.same_count,
      refused: row.refused_count,
    },
    editId: row.edit_id,
    createdAt: row.created_at.toISOString(),
    userName: row.user_name,
  };
}

/** The first rows, of one state when it is named. */
export async function findImportRows(
  db: Db,
  accountId: number,
  importId: number,
  state: ImportRowState | undefined,
) {
  return await db
    .selectFrom('import_rows')
    .select(['line', 'cells', 'state', 'problems'])
    .where('account_id', '=', accountId)
    .where('import_id', '=', importId)
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'WAITING'))
    .orderBy('line')
    .limit(SHOWN_ROWS)
    .execute();
}

/** Where an import stands, for whoever is about to take it further: nobody else does until the transaction ends. */
export async function lockImport(trx: Trx, accountId: number, importId: number) {
  return await trx
    .selectFrom('imports')
    .select(['state', 'headings', 'meanings', 'checked_line', 'fresh_count', 'edit_id', 'created_count'])
    .where('account_id', '=', accountId)
    .where('id', '=', importId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

const COUNTERS = {
  FRESH: 'fresh_count',
  CREATED: 'created_count',
  CHANGED: 'changed_count',
  SAME: 'same_count',
  REFUSED: 'refused_count',
  checked: 'checked_count',
} as const;
export type Counter = keyof typeof COUNTERS;

/** What a batch has changed of an import's numbers. Whoever has locked the import adds it up. */
export async function addUp(
  trx: Trx,
  { accountId, importId }: { accountId: number; importId: number },
  changes: Partial<Record<Counter, number>>,
): Promise<void> {
  const added = Object.entries(changes).map(([counter, count]) => {
    // Entries know no more of their keys than that they are texts.
    const column = COUNTERS[counter as Counter];
    return [column, sql<number>`${sql.ref(column)} + ${count}`];
  });
  await trx
    .updateTable('imports')
    .set({ ...Object.fromEntries(added), worked_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where('id', '=', importId)
    .execute();
}

export interface JudgedRow {
  line: number;
  state: ImportRowState;
  key: string | null;
  cardId: number | null;
  wanted: unknown;
  problems: unknown;
}

/** What was found of some rows. */
export async function writeRows(
  trx: Trx,
  { accountId, importId }: { accountId: number; importId: number },
  rows: readonly JudgedRow[],
): Promise<void> {
  await sql`
    UPDATE import_rows SET state = judged.state, key = judged.key, card_id = judged."cardId", wanted = judged.wanted,
      problems = coalesce(judged.problems, '[]')
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS judged(line integer, state text, key text, "cardId" bigint, wanted jsonb, problems jsonb)
    WHERE import_rows.account_id = ${accountId} AND import_rows.import_id = ${importId}
      AND import_rows.line = judged.line`.execute(trx);
}
