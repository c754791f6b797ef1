import { sql } from 'kysely';
import type { CardContent } from '#contract/cards.ts';
import type { CellProblem, ImportRowState } from '#contract/imports.ts';
import { insertCards } from '#server/cards/card-writes.ts';
import type { Database, Db, Trx } from '#server/db/database.ts';
import { inBatches, type Pace } from '#server/db/in-batches.ts';
import { columnOf } from './new-content.ts';
import { addUp, linesOf, lockImport, nextLines, rowsOf, type ImportAtWork } from './repository.ts';

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
    const rows = await rowsOf(database.db, work, lines, 'FRESH')
      .select('line')
      .where('card_line', 'is', null)
      .execute();
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

async function createBatch(
  trx: Trx,
  work: ImportAtWork,
  batch: readonly { line: number }[],
): Promise<number> {
  const { accountId, userId, importId } = work;
  const locked = await lockImport(trx, accountId, importId);
  if (locked?.state !== 'CREATING') return 0;
  const lines = linesOf(batch);
  const rows = await rowsOf(trx, work, lines, 'FRESH')
    .select(['line', 'wanted'])
    .where('card_line', 'is', null)
    .execute();
  if (rows.length === 0) return 0;
  // Of the first row of a FRESH card: the content that was looked at.
  const contents = rows.map(({ wanted }) => wanted as CardContent);
  const ids = await insertCards(trx, accountId, userId, contents, 'skip');
  const made = rows.map(({ line }, index) => ({ line, cardId: ids[index] ?? null }));
  const column = columnOf(locked.meanings, 'vendorCode');
  const refusedRows = await writeMade(trx, work, made, column);
  const created = made.filter(({ cardId }) => cardId !== null).length;
  await addUp(trx, work, {
    FRESH: -rows.length,
    CREATED: created,
    REFUSED: refusedRows,
    refusedCards: rows.length - created,
  });
  return rows.length;
}

/** What has become of cards, in all their rows. Resolves with how many rows are refused. */
async function writeMade(
  trx: Trx,
  { accountId, importId }: ImportAtWork,
  made: readonly { line: number; cardId: number | null }[],
  column: number | null,
): Promise<number> {
  const { first, last } = linesOf(made);
  const taken: CellProblem[] = [{ column, text: 'Карточка с этим артикулом появилась, пока таблица ждала' }];
  let refused = 0;
  for (const cardLine of [sql`import_rows.line`, sql`import_rows.card_line`]) {
    const { rows } = await sql<{ state: ImportRowState }>`
      UPDATE import_rows SET card_id = made."cardId", wanted = NULL,
        state = CASE WHEN made."cardId" IS NULL THEN 'REFUSED' ELSE 'CREATED' END,
        problems = CASE WHEN made."cardId" IS NULL THEN ${JSON.stringify(taken)}::jsonb ELSE '[]' END
      FROM jsonb_to_recordset(${JSON.stringify(made)}::jsonb) AS made(line integer, "cardId" bigint)
      WHERE import_rows.account_id = ${accountId} AND import_rows.import_id = ${importId}
        AND ${cardLine} BETWEEN ${first} AND ${last} AND ${cardLine} = made.line
      RETURNING import_rows.state`.execute(trx);
    refused += rows.filter(({ state }) => state === 'REFUSED').length;
  }
  return refused;
}
