import { sql } from 'kysely';
import type { CardContent } from '#contract/cards.ts';
import { insertCards } from '#server/cards/card-writes.ts';
import type { Database, Db, Trx } from '#server/db/database.ts';
import { inBatches, type Pace } from '#server/db/in-batches.ts';
import type { ImportAtWork } from './check-rows.ts';
import { columnOf } from './new-content.ts';
import { addUp, linesOf, lockImport, nextLines, rowsOf } from './repository.ts';

/**
 * Makes a draft of each row that was seen as a new card. A card and its row change together, so each is made once, whatever
 * ends the process. Resolves with whether it is done.
 */
export async function createCards(
  database: Database,
  work: ImportAtWork,
  mayGoOn: () => boolean,
): Promise<boolean> {
  const pace: Pace = {};
  for (let afterLine = 0; ;) {
    const lines = (await isGoingOn(database.db, work))
      ? await nextLines(database.db, work, { state: 'FRESH', afterLine })
      : null;
    if (lines === null) break;
    const rows = await rowsOf(database.db, work, lines, 'FRESH').select('line').execute();
    const done = await inBatches(database, rows, (trx, batch) => createBatch(trx, work, batch), {
      mayGoOn,
      pace,
    });
    if (done < rows.length) return false;
    afterLine = lines.last;
  }
  await database.db
    .updateTable('imports')
    .set({ state: 'CREATED', worked_at: sql<Date>`now()` })
    .where('account_id', '=', work.accountId)
    .where('id', '=', work.importId)
    .where('state', '=', 'CREATING')
    .execute();
  return true;
}

/** Until somebody stops it. */
async function isGoingOn(db: Db, { accountId, importId }: ImportAtWork): Promise<boolean> {
  const table = await db
    .selectFrom('imports')
    .select('state')
    .where('account_id', '=', accountId)
    .where('id', '=', importId)
    .executeTakeFirst();
  return table?.state === 'CREATING';
}

async function createBatch(trx: Trx, work: ImportAtWork, batch: readonly { line: number }[]): Promise<void> {
  const { accountId, userId, importId } = work;
  const locked = await lockImport(trx, accountId, importId);
  if (locked?.state !== 'CREATING') return;
  const lines = linesOf(batch);
  const rows = await rowsOf(trx, work, lines, 'FRESH').select(['line', 'wanted']).execute();
  if (rows.length === 0) return;
  // Of a FRESH row: the content that was looked at.
  const contents = rows.map(({ wanted }) => wanted as CardContent);
  const ids = await insertCards(trx, accountId, userId, contents, 'skip');
  const made = rows.map(({ line }, index) => ({ line, cardId: ids[index] ?? null }));
  const taken = JSON.stringify([
    {
      column: columnOf(locked.meanings, 'vendorCode'),
      text: 'Карточка с этим артикулом появилась, пока таблица ждала',
    },
  ]);
  await sql`
    UPDATE import_rows SET card_id = made."cardId", wanted = NULL,
      state = CASE WHEN made."cardId" IS NULL THEN 'REFUSED' ELSE 'CREATED' END,
      problems = CASE WHEN made."cardId" IS NULL THEN ${taken}::jsonb ELSE '[]' END
    FROM jsonb_to_recordset(${JSON.stringify(made)}::jsonb) AS made(line integer, "cardId" bigint)
    WHERE import_rows.account_id = ${accountId} AND import_rows.import_id = ${importId}
      AND import_rows.line BETWEEN ${lines.first} AND ${lines.last} AND import_rows.line = made.line`.execute(
    trx,
  );
  const created = made.filter(({ cardId }) => cardId !== null).length;
  await addUp(trx, work, { FRESH: -rows.length, CREATED: created, REFUSED: rows.length - created });
}
