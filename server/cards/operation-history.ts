import { sql, type RawBuilder } from 'kysely';
import type { CardOperation } from '#contract/operation-history.ts';
import type { Db } from '#server/db/database.ts';

export const OPERATIONS_PER_PAGE = 50;
/** How long an operation is listed and can be taken back: as long as a bulk edit. */
const KEEP_OPERATIONS_DAYS = 30;
export const operationsKeptSince = sql<Date>`now() - make_interval(days => ${sql.lit(KEEP_OPERATIONS_DAYS)})`;

interface OperationRow {
  id: number;
  is_archived: boolean;
  count: number;
  total: number;
  is_done: boolean;
  is_stopped: boolean;
  created_at: Date;
  user_name: string;
  back_count: number | null;
  back_left: number;
  back_is_done: boolean;
  back_created_at: Date;
  back_user_name: string;
  has_cards: boolean;
}

/** It is over, and not all of its cards have had their turn; `op` is the operation. */
export const isStopped = sql<boolean>`(op.done_at IS NOT NULL AND op.turn_count < op.card_total)`;

/**
 * A part of the account's operations, the last first. Their lists of cards are not read, and one card that is still where the
 * operation has put it is enough to know that it can be taken back: a move of a hundred thousand is as quick as one of two.
 */
export async function findOperations(
  db: Db,
  accountId: number,
  { beforeId }: { beforeId?: number | undefined },
): Promise<{ results: CardOperation[]; nextBeforeId: number | null }> {
  const { rows } = await sql<OperationRow>`
    SELECT op.id, op.is_archived, op.card_count AS count, op.card_total AS total, op.done_at IS NOT NULL AS is_done,
      ${isStopped} AS is_stopped, op.created_at, users.name AS user_name, back.card_count AS back_count, back.card_total - back.turn_count AS back_left,
      back.done_at IS NOT NULL AS back_is_done, back.created_at AS back_created_at, back_users.name AS back_user_name,
      coalesce(${firstMovedFrom(sql.ref('op.id'))} = op.id, false) AS has_cards
    FROM card_operations op
    JOIN users ON users.id = op.user_id
    LEFT JOIN card_operations back ON back.account_id = op.account_id AND back.takes_back = op.id
    LEFT JOIN users back_users ON back_users.id = back.user_id
    WHERE op.account_id = ${accountId} AND op.takes_back IS NULL AND op.created_at > ${operationsKeptSince}
      AND (op.done_at IS NULL OR op.card_count > 0)
      ${beforeId === undefined ? sql`` : sql`AND (op.created_at, op.id) < ${placeOf(accountId, beforeId)}`}
    ORDER BY op.created_at DESC, op.id DESC
    LIMIT ${sql.lit(OPERATIONS_PER_PAGE + 1)}`.execute(db);
  const shown = rows.slice(0, OPERATIONS_PER_PAGE);
  return {
    results: shown.map(toOperation),
    nextBeforeId: rows.length > OPERATIONS_PER_PAGE ? (shown.at(-1)?.id ?? null) : null,
  };
}

/**
 * Whose number the first card has from this one on: one entry of the index, read in its order. Whether any card has just this number was
 * answered by going through the account's cards. A number is of one operation, and so of one account.
 */
const firstMovedFrom = (operationId: RawBuilder<unknown>) => sql<number | null>`
  (SELECT moved_by_operation FROM cards WHERE moved_by_operation >= ${operationId} ORDER BY moved_by_operation LIMIT 1)`;

/** Nothing is before one that is forgotten: what is older is forgotten too. */
const placeOf = (accountId: number, operationId: number) => sql`
  (SELECT created_at, id FROM card_operations WHERE account_id = ${accountId} AND id = ${operationId})`;

function toOperation(row: OperationRow): CardOperation {
  const { id, is_archived: isArchived, count, is_done: isDone, back_count: backCount } = row;
  return {
    id,
    isArchived,
    count,
    total: isDone ? null : row.total,
    ...(row.is_stopped && { stoppedOf: row.total }),
    createdAt: row.created_at.toISOString(),
    userName: row.user_name,
    canTakeBack: isDone && backCount === null && row.has_cards,
    takenBack:
      backCount === null
        ? null
        : {
            count: backCount,
            // What is left will move, or was moved since: that is known when it has had its turn.
            movedSince: Math.max(0, count - backCount - row.back_left),
            isDone: row.back_is_done,
            createdAt: row.back_created_at.toISOString(),
            userName: row.back_user_name,
          },
  };
}
