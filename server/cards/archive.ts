import { sql } from 'kysely';
import { MAX_NAMED_CARDS, type CardSelection } from '#contract/cards.ts';
import type { Database, Db, Trx } from '#server/db/database.ts';
import type { JobDefinition } from '#server/jobs/job.ts';
import { conflict, notFound } from '#server/errors/http-error.ts';
import { findMove, moveCards, startMove, type Move, type Mover } from './move-cards.ts';
import { resolveSelection } from './selection.ts';

/** Longer than anybody looks at a notification, and than a night's sleep over a mistake. */
const KEEP_OPERATIONS_HOURS = 24;
/** An operation at work says so with each batch; one that is silent for this long was left by a process that died. */
const LEFT_AFTER_MINUTES = 3;

interface ArchiveWish {
  selection: CardSelection;
  isArchived: boolean;
  idempotencyKey: string | undefined;
}

/** Moves cards into the archive or back, as an operation that can be taken back. Not to be called in a transaction. */
export async function archiveCardsOf(
  database: Database,
  mover: Mover,
  { selection, isArchived, idempotencyKey }: ArchiveWish,
): Promise<{ ids: number[]; count: number; operationId: number }> {
  const move =
    (await findMove(database.db, mover, idempotencyKey)) ??
    (await database.transaction(async (trx) => {
      const cardIds = await resolveSelection(trx, mover.accountId, selection);
      return await startMove(trx, mover, { isArchived, cardIds, idempotencyKey });
    }));
  const count = await moveCards(database, mover, move);
  return { ids: await findMoved(database.db, mover, move), count, operationId: move.operationId };
}

/**
 * Takes back exactly what the operation moved and nobody has moved since: by another operation, or by taking one back.
 * Throws 404 for an operation that is forgotten or another account's, 409 for one that was taken back before. Not to be
 * called in a transaction.
 */
export async function undoOperation(
  database: Database,
  mover: Mover,
  { operationId, idempotencyKey }: { operationId: number; idempotencyKey: string | undefined },
): Promise<{ count: number; movedSince: number }> {
  const move =
    (await findMove(database.db, mover, idempotencyKey)) ??
    (await database.transaction((trx) => startUndo(trx, mover, operationId, idempotencyKey)));
  const count = await moveCards(database, mover, move);
  const { card_count: movedThen } = await database.db
    .selectFrom('card_operations')
    .select('card_count')
    .where('account_id', '=', mover.accountId)
    .where('id', '=', operationId)
    .executeTakeFirstOrThrow();
  return { count, movedSince: movedThen - count };
}

async function startUndo(
  trx: Trx,
  mover: Mover,
  operationId: number,
  idempotencyKey: string | undefined,
): Promise<Move> {
  const operation = await trx
    .selectFrom('card_operations')
    .select(['is_archived', 'undone_at', sql<boolean>`card_ids IS NULL`.as('is_done')])
    .where('account_id', '=', mover.accountId)
    .where('id', '=', operationId)
    .where('created_at', '>', hoursAgo(KEEP_OPERATIONS_HOURS))
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!operation) throw notFound('Отменить уже нельзя: прошло больше суток');
  if (operation.undone_at !== null) throw conflict('Это действие уже отменено');
  if (!operation.is_done) throw conflict('Карточки ещё переносятся. Отмените через минуту');
  await trx
    .updateTable('card_operations')
    .set({ undone_at: sql`now()` })
    .where('account_id', '=', mover.accountId)
    .where('id', '=', operationId)
    .execute();
  const moved = await trx
    .selectFrom('cards')
    .select('id')
    .where('account_id', '=', mover.accountId)
    .where('moved_by_operation', '=', operationId)
    .orderBy('id')
    .execute();
  return await startMove(trx, mover, {
    isArchived: !operation.is_archived,
    takesBack: operationId,
    cardIds: moved.map((row) => row.id),
    idempotencyKey,
  });
}

/** As many as a selection can name. */
async function findMoved(db: Db, mover: Mover, { operationId }: Move): Promise<number[]> {
  const rows = await db
    .selectFrom('cards')
    .select('id')
    .where('account_id', '=', mover.accountId)
    .where('moved_by_operation', '=', operationId)
    .orderBy('id')
    .limit(MAX_NAMED_CARDS)
    .execute();
  return rows.map((row) => row.id);
}

/** Ends what a process that died has left half done: nobody may ask for it again. */
export const finishMovesJob: JobDefinition = {
  name: 'finish-moves',
  options: { cron: '*/5 * * * *', concurrency: 1 },
  handler: async (_data, { database }) => {
    const left = await database.db
      .selectFrom('card_operations')
      .select(['id', 'account_id', 'user_id', 'is_archived', 'takes_back', 'card_ids'])
      .where('card_ids', 'is not', null)
      .where('worked_at', '<', sql<Date>`now() - make_interval(mins => ${LEFT_AFTER_MINUTES})`)
      .orderBy('id')
      .execute();
    for (const { id, account_id: accountId, user_id: userId, ...row } of left) {
      const move = { operationId: id, isArchived: row.is_archived, takesBack: row.takes_back };
      await moveCards(database, { accountId, userId }, { ...move, cardIds: row.card_ids ?? [] });
    }
  },
};

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
