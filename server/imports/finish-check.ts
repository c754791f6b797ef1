import { sql } from 'kysely';
import type { FileChange } from '#contract/bulk-changes.ts';
import type { WantedValues } from '#contract/bulk-table-rows.ts';
import { addWantedValues, beginEdit, openEdit } from '#server/bulk-edits/edit-in-parts.ts';
import { fileChangeOf, joinedChange } from '#server/bulk-edits/wanted-values.ts';
import type { Database } from '#server/db/database.ts';
import { inBatches, type Pace } from '#server/db/in-batches.ts';
import type { Jobs } from '#server/jobs/job.ts';
import { keepCauses } from './keep-causes.ts';
import { refuseContested } from './refuse-contested.ts';
import { lockImport, rowsOf, type ImportAtWork } from './repository.ts';
import { partsOfRows } from './rows-in-parts.ts';

interface FinishDeps {
  database: Database;
  jobs: Jobs;
}

/**
 * When every card was looked at: those that want what only one can have are refused, why rows are refused is kept by
 * its causes, and what is to change becomes a bulk edit. Each step may be done again. Resolves with whether it is done.
 */
export async function finishCheck(
  { database, jobs }: FinishDeps,
  work: ImportAtWork,
  mayGoOn: () => boolean,
): Promise<boolean> {
  return (
    (await refuseContested(database, work, mayGoOn)) &&
    (await keepCauses(database, work, mayGoOn)) &&
    (await handOver({ database, jobs }, work, mayGoOn))
  );
}

/** The bulk edit is told only when it has all its cards: one that is left half made is forgotten with the day. */
async function handOver(
  { database, jobs }: FinishDeps,
  work: ImportAtWork,
  mayGoOn: () => boolean,
): Promise<boolean> {
  const { accountId, importId } = work;
  const cardIds: number[] = [];
  const changes: FileChange[] = [];
  const pace: Pace = {};
  let editId: number | null = null;
  const rowsAfter = partsOfRows(
    database.db,
    work,
    (lines) =>
      rowsOf(database.db, work, lines, 'CHANGED')
        .select(['card_id', 'wanted'])
        .where('card_line', 'is', null)
        .execute(),
    'CHANGED',
  );
  for (let part = await rowsAfter(0); part !== null; part = await rowsAfter(part.lastLine)) {
    if (editId !== null && !mayGoOn()) return false;
    const values = part.rows.flatMap(({ card_id: cardId, wanted }) =>
      // Of the first row of a CHANGED card: the values, and the card that has others.
      cardId === null ? [] : [{ cardId, wanted: wanted as WantedValues }],
    );
    if (values.length === 0) continue;
    const id: number = editId ?? (await openEdit(database.db, work));
    editId = id;
    const add = inBatches(database, values, (trx, part) => addWantedValues(trx, work, id, part), {
      mayGoOn,
      pace,
    });
    if ((await add) < values.length) return false;
    cardIds.push(...values.map(({ cardId }) => cardId));
    changes.push(fileChangeOf(values.map(({ wanted }) => wanted)));
  }
  return await database.transaction(async (trx) => {
    const locked = await lockImport(trx, accountId, importId);
    if (locked?.state !== 'CHECKING') return true;
    // The columns were named otherwise meanwhile, and what there is now was not looked at.
    if (locked.checked_count < locked.row_total) return false;
    await trx
      .updateTable('imports')
      .set({ state: 'READY', edit_id: editId, worked_at: sql<Date>`now()` })
      .where('account_id', '=', accountId)
      .where('id', '=', importId)
      .execute();
    if (editId === null) return true;
    await beginEdit(trx, jobs, work, { id: editId, cardIds, change: joinedChange(changes) });
    return true;
  });
}
