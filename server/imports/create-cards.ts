import { sql } from 'kysely';
import type { CardContent } from '#contract/cards.ts';
import { refreshCardSummary } from '#server/cards/card-summary.ts';
import { insertCards } from '#server/cards/card-writes.ts';
import type { Database, Trx } from '#server/db/database.ts';
import { inBatches } from '#server/db/in-batches.ts';
import type { ImportAtWork } from './check-rows.ts';
import { columnOf } from './new-content.ts';
import { addUp, lockImport } from './repository.ts';

const LINES_PER_READ = 2000;

/**
 * Makes a draft of each row that was seen as a new card. A card and its row change together, so each is made once, whatever
 * ends the process. Resolves with whether it is done.
 */
export async function createCards(
  database: Database,
  work: ImportAtWork,
  mayGoOn: () => boolean,
): Promise<boolean> {
  for (;;) {
    const lines = await findNextLines(database, work);
    if (lines.length === 0) break;
    const done = await inBatches(database, lines, (trx, batch) => createBatch(trx, work, batch), { mayGoOn });
    if (done < lines.length) return false;
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

/** None when somebody has stopped the work. */
async function findNextLines({ db }: Database, { accountId, importId }: ImportAtWork): Promise<number[]> {
  const rows = await db
    .selectFrom('import_rows')
    .innerJoin('imports', 'imports.id', 'import_rows.import_id')
    .select('line')
    .where('imports.account_id', '=', accountId)
    .where('import_rows.account_id', '=', accountId)
    .where('import_id', '=', importId)
    .where('imports.state', '=', 'CREATING')
    .where('import_rows.state', '=', 'FRESH')
    .orderBy('line')
    .limit(LINES_PER_READ)
    .execute();
  return rows.map(({ line }) => line);
}

async function createBatch(trx: Trx, work: ImportAtWork, lines: readonly number[]): Promise<void> {
  const { accountId, userId, importId } = work;
  const locked = await lockImport(trx, accountId, importId);
  if (locked?.state !== 'CREATING') return;
  const rows = await trx
    .selectFrom('import_rows')
    .select(['line', 'wanted'])
    .where('account_id', '=', accountId)
    .where('import_id', '=', importId)
    .where('line', '=', sql<number>`any(${[...lines]}::integer[])`)
    .where('state', '=', 'FRESH')
    .orderBy('line')
    .execute();
  if (rows.length === 0) return;
  // Of a FRESH row: the content that was looked at.
  const contents = rows.map(({ wanted }) => wanted as CardContent);
  const ids = await insertCards(trx, accountId, userId, contents, 'skip');
  await refreshCardSummary(trx, accountId, ids);
  const codes = new Map(
    (
      await trx
        .selectFrom('cards')
        .select(['id', 'vendor_code'])
        .where('account_id', '=', accountId)
        .where('id', '=', sql<number>`any(${ids}::bigint[])`)
        .execute()
    ).map((card) => [card.vendor_code, card.id]),
  );
  const made = rows.map(({ line }, index) => ({
    line,
    cardId: codes.get(contents[index]?.vendorCode ?? '') ?? null,
  }));
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
    WHERE import_rows.account_id = ${accountId} AND import_rows.import_id = ${importId} AND import_rows.line = made.line`.execute(
    trx,
  );
  const created = made.filter(({ cardId }) => cardId !== null).length;
  await addUp(trx, work, { FRESH: -rows.length, CREATED: created, REFUSED: rows.length - created });
}
