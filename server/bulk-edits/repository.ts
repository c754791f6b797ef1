import { sql } from 'kysely';
import type { BulkChange } from '#contract/bulk-changes.ts';
import type { BulkEdit } from '#contract/bulk-edits.ts';
import type { BulkRowState } from '#contract/bulk-rows.ts';
import type { Db, Trx } from '#server/db/database.ts';
import { notFound } from '#server/errors/http-error.ts';

/** Every function here reads the bulk edits of one account only. */

/** How long an edit can be looked at and rolled back. */
export const KEEP_APPLIED_DAYS = 30;
/** One that nobody has applied. */
export const KEEP_PREPARED_HOURS = 24;
/** An edit at work says so with each batch; one that is silent for this long was left by a process that died. */
export const LEFT_AFTER_MINUTES = 3;

/** Throws 404 for one that is forgotten or another account's. */
export async function bulkEditOr404(db: Db, accountId: number, editId: number): Promise<BulkEdit> {
  const row = await editsOf(db, accountId).where('bulk_edits.id', '=', editId).executeTakeFirst();
  if (!row) throw notFound('Изменение не найдено: неприменённые хранятся сутки, применённые — 30 дней');
  return toBulkEdit(row);
}

/** What builds can read that do not say that they read any kind. */
const FIRST_KINDS: readonly BulkChange['kind'][] = ['PRICES', 'COST_PRICE', 'REPLACE', 'TABLE'];

interface HistoryPart {
  limit: number;
  offset: number;
  readsAnyKind?: 'true' | undefined;
}

/** Those that were applied, the last first. */
export async function findHistory(
  db: Db,
  accountId: number,
  { limit, offset, readsAnyKind }: HistoryPart,
): Promise<{ count: number; results: BulkEdit[] }> {
  const isTold =
    readsAnyKind === 'true'
      ? sql<boolean>`true`
      : sql<boolean>`change ->> 'kind' = any(${FIRST_KINDS}::text[])`;
  const { count } = await db
    .selectFrom('bulk_edits')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('applied_at', 'is not', null)
    .where(isTold)
    .executeTakeFirstOrThrow();
  const rows = await editsOf(db, accountId)
    .where('applied_at', 'is not', null)
    .where(isTold)
    .orderBy('applied_at', 'desc')
    .orderBy('bulk_edits.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return { count, results: rows.map(toBulkEdit) };
}

function editsOf(db: Db, accountId: number) {
  return db
    .selectFrom('bulk_edits')
    .innerJoin('users', 'users.id', 'bulk_edits.user_id')
    .select([
      'bulk_edits.id',
      'state',
      'change',
      'card_total',
      'prepared_count',
      'ready_count',
      'left_out_count',
      'refused_count',
      'applied_count',
      'changed_since_count',
      'rolled_back_count',
      'kept_count',
      'warned_count',
      'rollback_total',
      'rolled_back_before',
      'bulk_edits.created_at',
      'applied_at',
      'users.name as user_name',
      isSettling(accountId).as('is_settling'),
    ])
    .where('bulk_edits.account_id', '=', accountId);
}

/** Only the marketplace keeps somebody waiting between what is begun and what has become of it. */
const isSettling = (accountId: number) => sql<boolean>`
  bulk_edits.state = 'STOPPED' AND worked_at > now() - make_interval(mins => ${sql.lit(LEFT_AFTER_MINUTES)}) AND EXISTS (
    SELECT FROM bulk_edit_rows
    WHERE account_id = ${accountId} AND edit_id = bulk_edits.id AND state = 'READY' AND sending IS NOT NULL)`;

type EditRow = Awaited<ReturnType<ReturnType<typeof editsOf>['executeTakeFirstOrThrow']>>;

function toBulkEdit(row: EditRow): BulkEdit {
  return {
    id: row.id,
    state: row.state,
    change: row.change,
    cardTotal: row.card_total,
    preparedCount: row.prepared_count,
    counts: {
      ready: row.ready_count,
      leftOut: row.left_out_count,
      refused: row.refused_count,
      applied: row.applied_count,
      changedSince: row.changed_since_count,
      rolledBack: row.rolled_back_count,
      kept: row.kept_count,
    },
    warnedCount: row.warned_count,
    rollback:
      row.state === 'ROLLING_BACK' && row.rollback_total !== null
        ? {
            doneCount: row.rolled_back_count + row.kept_count - row.rolled_back_before,
            total: row.rollback_total,
          }
        : null,
    isSettling: row.is_settling,
    createdAt: row.created_at.toISOString(),
    appliedAt: row.applied_at?.toISOString() ?? null,
    userName: row.user_name,
  };
}

/** Where an edit stands, for whoever is about to take it further: nobody else does until the transaction ends. */
export async function lockBulkEdit(trx: Trx, accountId: number, editId: number) {
  return await trx
    .selectFrom('bulk_edits')
    .select(['state', 'change', 'prepared_count', 'ready_count'])
    .where('account_id', '=', accountId)
    .where('id', '=', editId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

const COUNTERS = {
  READY: 'ready_count',
  LEFT_OUT: 'left_out_count',
  REFUSED: 'refused_count',
  APPLIED: 'applied_count',
  CHANGED_SINCE: 'changed_since_count',
  ROLLED_BACK: 'rolled_back_count',
  KEPT: 'kept_count',
  /** Of those that are READY. */
  warned: 'warned_count',
  /** Cards looked at, with a row or without. */
  prepared: 'prepared_count',
} as const satisfies Record<BulkRowState | 'warned' | 'prepared', string>;

/** What a batch has changed of an edit's numbers. Whoever has locked the edit adds it up. */
export async function addUp(
  trx: Trx,
  { accountId, editId }: { accountId: number; editId: number },
  changes: Partial<Record<keyof typeof COUNTERS, number>>,
): Promise<void> {
  const added = Object.entries(changes).map(([counter, count]) => {
    // Entries know no more of their keys than that they are texts.
    const column = COUNTERS[counter as keyof typeof COUNTERS];
    return [column, sql<number>`${sql.ref(column)} + ${count}`];
  });
  await trx
    .updateTable('bulk_edits')
    .set({ ...Object.fromEntries(added), worked_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where('id', '=', editId)
    .execute();
}
