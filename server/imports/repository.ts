import { sql } from 'kysely';
import { LATER_MEANING, type CardImport, type ImportRowState } from '#contract/imports.ts';
import type { Db, Trx } from '#server/db/database.ts';
import { notFound } from '#server/errors/http-error.ts';

/** Every function here reads the imports of one account only. */

export interface OneImport {
  accountId: number;
  importId: number;
}

export interface ImportAtWork extends OneImport {
  userId: number;
}

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
    .leftJoin('bulk_edits', (join) =>
      join
        .onRef('bulk_edits.id', '=', 'imports.edit_id')
        .onRef('bulk_edits.account_id', '=', 'imports.account_id'),
    )
    .selectAll('imports')
    .select(['users.name as user_name', 'bulk_edits.state as edit_state', 'bulk_edits.applied_count'])
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
    sheets: row.sheets,
    headings: row.headings,
    headingLine: row.heading_line,
    hintLines: row.hint_lines,
    columns: row.meanings,
    meanings: row.meanings.map((meaning) => (meaning === LATER_MEANING ? null : meaning)),
    rowTotal: row.row_total,
    checkedCount: row.checked_count,
    counts: {
      fresh: row.fresh_count,
      created: row.created_count,
      changed: row.changed_count,
      same: row.same_count,
      refused: row.refused_count,
    },
    refusedCardCount: row.refused_card_count,
    editId: row.edit_id,
    edit: row.edit_state === null ? null : { state: row.edit_state, appliedCount: row.applied_count ?? 0 },
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
  const found = [];
  for await (const lines of linesInParts(db, { accountId, importId }, state)) {
    const rows = await rowsOf(db, { accountId, importId }, lines, state)
      .select(['line', 'cells', 'state', 'problems'])
      .limit(SHOWN_ROWS - found.length)
      .execute();
    found.push(...rows);
    if (found.length === SHOWN_ROWS) break;
  }
  return found;
}

export interface Lines {
  first: number;
  last: number;
}

/** What is read of a table's rows at a time: cells are wide, and others wait meanwhile. */
const LINES_PER_READ = 500;

interface WhichLines {
  afterLine?: number;
  state?: ImportRowState | undefined;
}

/**
 * Where the next rows stand, those of one state when it is named; null: there are none. By their numbers and not by a limit: nobody
 * has reckoned yet how the rows of a new table are spread, and for a limit the database would put all that are left in order.
 */
export async function nextLines(db: Db, work: OneImport, which: WhichLines = {}): Promise<Lines | null> {
  const { afterLine = 0 } = which;
  // Most tables have no gap: the next are near, and few are looked at.
  const first =
    (await firstLine(db, work, which, afterLine + LINES_PER_READ)) ?? (await firstLine(db, work, which));
  return first === null ? null : { first, last: first + LINES_PER_READ - 1 };
}

async function firstLine(
  db: Db,
  { accountId, importId }: OneImport,
  { afterLine = 0, state }: WhichLines,
  lastLine?: number,
): Promise<number | null> {
  const { first } = await db
    .selectFrom('import_rows')
    .select((eb) => eb.fn.min<number | null>('line').as('first'))
    .where('account_id', '=', accountId)
    .where('import_id', '=', importId)
    .where('line', '>', afterLine)
    .$if(lastLine !== undefined, (query) => query.where('line', '<=', lastLine ?? 0))
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'WAITING'))
    .executeTakeFirstOrThrow();
  return first;
}

/** All of them, a part at a time. */
export async function* linesInParts(db: Db, work: OneImport, state?: ImportRowState): AsyncGenerator<Lines> {
  for (let lines = await nextLines(db, work, { state }); lines !== null;) {
    yield lines;
    lines = await nextLines(db, work, { state, afterLine: lines.last });
  }
}

/** Rows between two lines, in their order. */
export function rowsOf(
  db: Db,
  { accountId, importId }: OneImport,
  { first, last }: Lines,
  state?: ImportRowState,
) {
  return db
    .selectFrom('import_rows')
    .where('account_id', '=', accountId)
    .where('import_id', '=', importId)
    .where('line', '>=', first)
    .where('line', '<=', last)
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'WAITING'))
    .orderBy('line');
}

/** Where an import stands, for whoever is about to take it further: nobody else does until the transaction ends. */
export async function lockImport(trx: Trx, accountId: number, importId: number) {
  return await trx
    .selectFrom('imports')
    .select(['state', 'headings', 'meanings', 'named_line', 'checked_line', 'fresh_count'])
    .select(['row_total', 'checked_count', 'heading_line', 'is_heading_chosen'])
    .where('account_id', '=', accountId)
    .where('id', '=', importId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Of an import whose rows are to be looked at, from the first. */
export const NOT_LOOKED_AT = {
  named_line: 0,
  checked_line: 0,
  checked_count: 0,
  fresh_count: 0,
  changed_count: 0,
  same_count: 0,
  refused_count: 0,
  refused_card_count: 0,
  causes_of: null,
  edit_id: null,
} as const;

const COUNTERS = {
  FRESH: 'fresh_count',
  CREATED: 'created_count',
  CHANGED: 'changed_count',
  SAME: 'same_count',
  REFUSED: 'refused_count',
  refusedCards: 'refused_card_count',
  checked: 'checked_count',
} as const;
export type Counter = keyof typeof COUNTERS;

/** What a batch has changed of an import's numbers, and how far it has come. Whoever has locked the import adds it up. */
export async function addUp(
  trx: Trx,
  { accountId, importId }: OneImport,
  changes: Partial<Record<Counter, number>>,
  reached: { named_line?: number; checked_line?: number } = {},
): Promise<void> {
  const added = Object.entries(changes).map(([counter, count]) => {
    // Entries know no more of their keys than that they are texts.
    const column = COUNTERS[counter as Counter];
    return [column, sql<number>`${sql.ref(column)} + ${count}`];
  });
  await trx
    .updateTable('imports')
    .set({ ...Object.fromEntries(added), ...reached, worked_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where('id', '=', importId)
    .execute();
}

/** Of rows in their order. */
export function linesOf(rows: readonly { line: number }[]): Lines {
  return { first: rows[0]?.line ?? 0, last: rows.at(-1)?.line ?? 0 };
}
