import { sql } from 'kysely';
import { MAX_NAMED_CARDS } from '#contract/cards.ts';
import type { Db } from '#server/db/database.ts';
import type { JobDefinition } from '#server/jobs/job.ts';
import { conflict, notFound } from '#server/plugins/http-error.ts';

interface Mover {
  accountId: number;
  userId: number;
}

/** Longer than anybody looks at a notification, and than a night's sleep over a mistake. */
const KEEP_OPERATIONS_HOURS = 24;

/** Moves cards into the archive or back, as an operation that can be taken back. */
export async function archiveCardsOf(
  trx: Db,
  mover: Mover,
  cardIds: readonly number[],
  isArchived: boolean,
): Promise<{ ids: number[]; count: number; operationId: number }> {
  const operationId = await startOperation(trx, mover, isArchived);
  const moved = await trx
    .updateTable('cards')
    .set(movedTo(isArchived, mover, operationId))
    .where('account_id', '=', mover.accountId)
    .where('id', '=', sql<number>`any(${[...cardIds]}::bigint[])`)
    .where('state', isArchived ? '<>' : '=', 'ARCHIVED')
    .returning('id')
    .execute();
  await endOperation(trx, mover, operationId, moved.length);
  return { ids: moved.slice(0, MAX_NAMED_CARDS).map((row) => row.id), count: moved.length, operationId };
}

/**
 * Takes back exactly what the operation moved and nobody has moved since: by another operation, or by taking one back.
 * Throws 404 for an operation that is forgotten or another account's, 409 for one that was taken back before.
 */
export async function undoOperation(
  trx: Db,
  mover: Mover,
  operationId: number,
): Promise<{ count: number; movedSince: number }> {
  const operation = await trx
    .selectFrom('card_operations')
    .select(['is_archived', 'card_count', 'undone_at'])
    .where('account_id', '=', mover.accountId)
    .where('id', '=', operationId)
    .where('created_at', '>', hoursAgo(KEEP_OPERATIONS_HOURS))
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!operation) throw notFound('Отменить уже нельзя: прошло больше суток');
  if (operation.undone_at !== null) throw conflict('Это действие уже отменено');
  await trx
    .updateTable('card_operations')
    .set({ undone_at: sql`now()` })
    .where('account_id', '=', mover.accountId)
    .where('id', '=', operationId)
    .execute();
  const backId = await startOperation(trx, mover, !operation.is_archived);
  const { numUpdatedRows } = await trx
    .updateTable('cards')
    .set(movedTo(!operation.is_archived, mover, backId))
    .where('account_id', '=', mover.accountId)
    .where('moved_by_operation', '=', operationId)
    .executeTakeFirstOrThrow();
  const count = Number(numUpdatedRows);
  await endOperation(trx, mover, backId, count);
  return { count, movedSince: operation.card_count - count };
}

function movedTo(isArchived: boolean, mover: Mover, operationId: number) {
  return {
    state: isArchived ? ('ARCHIVED' as const) : sql<'DRAFT'>`coalesce(state_before_archive, 'DRAFT')`,
    state_before_archive: isArchived ? sql<'DRAFT'>`state` : null,
    moved_by_operation: operationId,
    version: sql<number>`version + 1`,
    updated_at: sql<Date>`now()`,
    updated_by: mover.userId,
  };
}

async function startOperation(trx: Db, mover: Mover, isArchived: boolean): Promise<number> {
  const { id } = await trx
    .insertInto('card_operations')
    .values({ account_id: mover.accountId, user_id: mover.userId, is_archived: isArchived })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function endOperation(trx: Db, mover: Mover, operationId: number, cardCount: number): Promise<void> {
  await trx
    .updateTable('card_operations')
    .set({ card_count: cardCount })
    .where('account_id', '=', mover.accountId)
    .where('id', '=', operationId)
    .execute();
}

/** Forgets operations that can no longer be taken back. */
export const forgetOperationsJob: JobDefinition = {
  name: 'card-operations',
  options: { cron: '47 * * * *' },
  handler: async (_data, { database: { db } }) => {
    await db
      .deleteFrom('card_operations')
      .where('created_at', '<', hoursAgo(KEEP_OPERATIONS_HOURS))
      .execute();
  },
};

const hoursAgo = (hours: number) => sql<Date>`now() - make_interval(hours => ${hours})`;
