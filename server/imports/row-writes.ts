import { sql } from 'kysely';
import type { CellProblem, ImportRowState } from '#contract/imports.ts';
import type { Trx } from '#server/db/database.ts';
import type { TableLine } from '#server/table-files/open-table.ts';
import { linesOf, type Lines, type OneImport } from './repository.ts';

export interface CheckedRow extends JudgedRow {
  key: string | null;
  cardId: number | null;
  /** null: it is the first of its card. */
  cardLine: number | null;
}

/** Rows as they came, to be looked at. */
export async function addRows(
  trx: Trx,
  { accountId, importId }: OneImport,
  rows: readonly TableLine[],
): Promise<void> {
  await sql`
    INSERT INTO import_rows (import_id, line, account_id, cells)
    SELECT ${importId}, line, ${accountId}, cells
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS row(line integer, cells jsonb)`.execute(trx);
}

/** All that was found of some rows, in the order of their lines. */
export async function writeCheckedRows(
  trx: Trx,
  { accountId, importId }: OneImport,
  rows: readonly CheckedRow[],
): Promise<void> {
  const { first, last } = linesOf(rows);
  await sql`
    UPDATE import_rows SET state = checked.state, key = checked.key, card_id = checked."cardId", card_line = checked."cardLine",
      wanted = checked.wanted, problems = checked.problems
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS checked(line integer, state text, key text, "cardId" bigint, "cardLine" integer, wanted jsonb, problems jsonb)
    WHERE import_rows.account_id = ${accountId} AND import_rows.import_id = ${importId}
      AND import_rows.line BETWEEN ${first} AND ${last} AND import_rows.line = checked.line`.execute(trx);
}

export interface JudgedRow {
  line: number;
  state: ImportRowState;
  /** Of the first row of a card. */
  wanted: unknown;
  problems: CellProblem[];
}

/** What would become of the rows of cards that begin between two lines, however far apart the rows of each are; most have one. */
export async function writeRows(
  trx: Trx,
  { accountId, importId }: OneImport,
  rows: readonly JudgedRow[],
  { first, last, hasOthers }: Lines & { hasOthers: boolean },
): Promise<void> {
  const firstRows = sql`import_rows.card_line IS NULL AND import_rows.line BETWEEN ${first} AND ${last}`;
  const otherRows = sql`import_rows.card_line BETWEEN ${first} AND ${last}`;
  for (const ofCard of hasOthers ? [firstRows, otherRows] : [firstRows]) {
    await sql`
      UPDATE import_rows SET state = judged.state, wanted = judged.wanted, problems = judged.problems
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS judged(line integer, state text, wanted jsonb, problems jsonb)
      WHERE import_rows.account_id = ${accountId} AND import_rows.import_id = ${importId}
        AND ${ofCard} AND import_rows.line = judged.line`.execute(trx);
  }
}
