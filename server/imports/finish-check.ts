import { sql } from 'kysely';
import type { CellProblem, ColumnMeaning, ImportRowState } from '#contract/imports.ts';
import type { WantedValues } from '#contract/bulk-table-rows.ts';
import { addWantedValues, beginEdit, openEdit } from '#server/bulk-edits/edit-in-parts.ts';
import type { Database, Trx } from '#server/db/database.ts';
import { inBatches } from '#server/db/in-batches.ts';
import type { Jobs } from '#server/jobs/job.ts';
import type { ImportAtWork } from './check-rows.ts';
import { columnOf } from './new-content.ts';
import { addUp, linesInParts, lockImport, rowsOf } from './repository.ts';

interface FinishDeps {
  database: Database;
  jobs: Jobs;
}

/**
 * When every row was looked at: those that name one card twice are refused, and what is to change becomes a bulk edit. Each
 * step may be done again. Resolves with whether it is done.
 */
export async function finishCheck(
  { database, jobs }: FinishDeps,
  work: ImportAtWork,
  mayGoOn: () => boolean,
): Promise<boolean> {
  const repeated = await findRepeatedLines(database, work);
  for (const [lines, column, text] of [
    [repeated.ofCards, undefined, 'Карточка названа в нескольких строках: оставьте одну'],
    [repeated.ofCodes, 'vendorCode', 'Этот артикул — в нескольких строках, а карточка с ним может быть одна'],
  ] as const) {
    const refuse = (trx: Trx, some: readonly number[]) => refuseLines(trx, work, some, { column, text });
    const refused = await inBatches(database, lines, refuse, { mayGoOn });
    if (refused < lines.length) return false;
  }
  return await handOver({ database, jobs }, work, mayGoOn);
}

/** Of several rows for one card none is taken: nobody knows which is meant. Rows with other errors count as well. */
async function findRepeatedLines({ db }: Database, work: ImportAtWork) {
  const cards = new Map<string, number[]>();
  const codes = new Map<string, number[]>();
  for await (const lines of linesInParts(db, work)) {
    const rows = await rowsOf(db, work, lines)
      .select(['line', 'key', 'card_id'])
      // Of a new card and of one that is to be called otherwise: what it would be called.
      .select(sql<string | null>`wanted ->> 'vendorCode'`.as('code'))
      .execute();
    for (const { line, key, card_id: cardId, code } of rows) {
      if (key !== null) note(cards, `key ${key}`, line);
      if (cardId !== null) note(cards, `card ${cardId}`, line);
      if (code !== null) note(codes, code, line);
    }
  }
  return { ofCards: repeatedIn(cards), ofCodes: repeatedIn(codes) };
}

function note(linesNaming: Map<string, number[]>, name: string, line: number): void {
  const lines = linesNaming.get(name);
  if (lines) lines.push(line);
  else linesNaming.set(name, [line]);
}

function repeatedIn(linesNaming: ReadonlyMap<string, number[]>): number[] {
  const repeated = [...linesNaming.values()].filter((lines) => lines.length > 1).flat();
  return [...new Set(repeated)].sort((a, b) => a - b);
}

async function refuseLines(
  trx: Trx,
  work: ImportAtWork,
  lines: readonly number[],
  { column, text }: { column: ColumnMeaning | undefined; text: string },
): Promise<void> {
  const { accountId, importId } = work;
  const locked = await lockImport(trx, accountId, importId);
  if (locked?.state !== 'CHECKING') return;
  const at = column === undefined ? keyColumn(locked.meanings) : columnOf(locked.meanings, column);
  const problem: CellProblem = { column: at, text };
  const rows = await trx
    .selectFrom('import_rows')
    .select(['line', 'state'])
    .where('account_id', '=', accountId)
    .where('import_id', '=', importId)
    .where('line', '=', sql<number>`any(${[...lines]}::integer[])`)
    .where('state', 'in', ['FRESH', 'CHANGED', 'SAME'])
    .execute();
  await trx
    .updateTable('import_rows')
    .set({ state: 'REFUSED', problems: JSON.stringify([problem]), wanted: null })
    .where('account_id', '=', accountId)
    .where('import_id', '=', importId)
    .where('line', '=', sql<number>`any(${rows.map(({ line }) => line)}::integer[])`)
    .execute();
  const count = (state: ImportRowState) => rows.filter((row) => row.state === state).length;
  await addUp(trx, work, {
    FRESH: -count('FRESH'),
    CHANGED: -count('CHANGED'),
    SAME: -count('SAME'),
    REFUSED: rows.length,
  });
}

function keyColumn(meanings: readonly (ColumnMeaning | null)[]): number | null {
  const columns = (['cardId', 'vendorCode', 'nmId', 'barcodes'] as const).map((one) =>
    columnOf(meanings, one),
  );
  return columns.find((column) => column !== null) ?? null;
}

/** The bulk edit is told only when it has all its cards: one that is left half made is forgotten with the day. */
async function handOver(
  { database, jobs }: FinishDeps,
  work: ImportAtWork,
  mayGoOn: () => boolean,
): Promise<boolean> {
  const { accountId, importId } = work;
  const values: { cardId: number; wanted: WantedValues }[] = [];
  for await (const lines of linesInParts(database.db, work, 'CHANGED')) {
    const rows = await rowsOf(database.db, work, lines, 'CHANGED').select(['card_id', 'wanted']).execute();
    for (const { card_id: cardId, wanted } of rows) {
      // Of a CHANGED row: the values, and the card that has others.
      if (cardId !== null) values.push({ cardId, wanted: wanted as WantedValues });
    }
  }
  const editId = values.length === 0 ? null : await openEdit(database.db, work);
  if (editId !== null) {
    const done = await inBatches(database, values, (trx, part) => addWantedValues(trx, work, editId, part), {
      mayGoOn,
    });
    if (done < values.length) return false;
  }
  await database.transaction(async (trx) => {
    const locked = await lockImport(trx, accountId, importId);
    if (locked?.state !== 'CHECKING') return;
    await trx
      .updateTable('imports')
      .set({ state: 'READY', edit_id: editId, worked_at: sql<Date>`now()` })
      .where('account_id', '=', accountId)
      .where('id', '=', importId)
      .execute();
    if (editId === null) return;
    await beginEdit(trx, jobs, work, {
      id: editId,
      cardIds: values.map(({ cardId }) => cardId),
      wanted: values.map(({ wanted }) => wanted),
    });
  });
  return true;
}
