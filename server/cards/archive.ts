import { sql } from 'kysely';
import { z } from 'zod/mini';
import { MAX_NAMED_CARDS, type CardSelection } from '#contract/card-operations.ts';
import type { Db, Trx } from '#server/db/database.ts';
import type { Deps } from '#server/jobs/deps.ts';
import { noData, type EnqueueOptions, type JobDefinition } from '#server/jobs/job.ts';
import { conflict, notFound } from '#server/errors/http-error.ts';
import {
  findMove,
  moveCards,
  startMove,
  startTakingBack,
  type Move,
  type MoveProgress,
  type Mover,
} from './move-cards.ts';
import { isStopped, operationsKeptSince } from './operation-history.ts';
import { resolveSelection } from './selection.ts';

/** An operation at work says so with each batch; one that is silent for this long was left by a process that died. */
const LEFT_AFTER_MINUTES = 3;

/** A person waits so long for an answer; what is left then goes on as a job, and the screen asks how far it is. */
const RESPONSE_WITHIN_MS = 5_000;
/** By then the person has an answer, or the process has died: a job that was put down before looks what is left. */
const TAKEN_OVER_AFTER_S = 10;
/** The time of one run of the job; another run goes on. */
const RUN_MS = 60_000;

const FINISH_MOVES = 'finish-moves';
const finishMovesData = z.object({ operationId: z.optional(z.int()) });
type FinishMovesData = z.infer<typeof finishMovesData>;

interface ArchiveInput {
  selection: CardSelection;
  isArchived: boolean;
  idempotencyKey: string | undefined;
}

/** Moves cards into the archive or back, as an operation that can be taken back. Not to be called in a transaction. */
export async function archiveCards(
  deps: MoveDeps,
  mover: Mover,
  { selection, isArchived, idempotencyKey }: ArchiveInput,
): Promise<MoveProgress & { ids: number[]; operationId: number }> {
  const { database } = deps;
  const move =
    (await findMove(database.db, mover, idempotencyKey)) ??
    (await startMove(database.db, mover, {
      isArchived,
      cardIds: await resolveSelection(database.db, mover.accountId, selection),
      idempotencyKey,
    }));
  const progress = await moveForAWhile(deps, mover, move);
  return { ids: await findMoved(database.db, mover, move), operationId: move.operationId, ...progress };
}

/**
 * Takes back exactly what the operation moved and nobody has moved since: by another operation, or by taking one back.
 * Throws 404 for an operation that is forgotten or another account's, 409 for one that was taken back before. Not to be
 * called in a transaction.
 */
export async function undoOperation(
  deps: MoveDeps,
  mover: Mover,
  { operationId, idempotencyKey }: { operationId: number; idempotencyKey: string | undefined },
): Promise<MoveProgress & { movedSince: number; operationId: number }> {
  const { database } = deps;
  const move =
    (await findMove(database.db, mover, idempotencyKey)) ??
    (await database.transaction((trx) => startUndo(trx, mover, operationId, idempotencyKey)));
  await moveForAWhile(deps, mover, move);
  const { count, movedSince, isDone } = await findOperation(database.db, mover.accountId, move.operationId);
  return { count, movedSince, isDone, operationId: move.operationId };
}

interface OperationProgress extends MoveProgress {
  total: number | null;
  movedSince: number;
  stoppedOf?: number;
}

/** How far an operation is. Throws 404 for one that is forgotten or another account's. */
export async function findOperation(
  db: Db,
  accountId: number,
  operationId: number,
): Promise<OperationProgress> {
  const { rows } = await sql<{
    count: number;
    total: number;
    left: number;
    is_done: boolean;
    is_stopped: boolean;
    moved_then: number | null;
  }>`
    SELECT op.card_count AS count, op.card_total AS total, op.card_total - op.turn_count AS left,
      op.done_at IS NOT NULL AS is_done, ${isStopped} AS is_stopped, undone.card_count AS moved_then
    FROM card_operations op
    LEFT JOIN card_operations undone ON undone.id = op.takes_back AND undone.account_id = op.account_id
    WHERE op.account_id = ${accountId} AND op.id = ${operationId}`.execute(db);
  const [row] = rows;
  if (!row) throw notFound('Действие не найдено: прошло больше 30 дней');
  const { count, total, left, is_done: isDone, moved_then: movedThen } = row;
  // What is left will move, or was moved since: that is known when it has had its turn.
  const movedSince = movedThen === null ? 0 : Math.max(0, movedThen - count - left);
  const stopped = row.is_stopped ? { stoppedOf: total } : {};
  return { count, total: isDone ? null : total, movedSince, isDone, ...stopped };
}

/**
 * Leaves the cards that had no turn yet where they are. Throws 404 for an operation that is forgotten or another account's, 409 for one that
 * takes another back.
 */
export async function stopOperation(
  db: Db,
  accountId: number,
  operationId: number,
): Promise<OperationProgress> {
  const progress = await findOperation(db, accountId, operationId);
  if (progress.isDone) return progress;
  // A batch at work holds the row: its cards are counted before the end.
  const stopped = await db
    .updateTable('card_operations')
    .set({ done_at: sql`coalesce(done_at, now())` })
    .where('account_id', '=', accountId)
    .where('id', '=', operationId)
    .where('takes_back', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!stopped) throw conflict('Возврат не остановить: он скоро закончится');
  return await findOperation(db, accountId, operationId);
}

type MoveDeps = Pick<Deps, 'database' | 'jobs'>;

async function moveForAWhile({ database, jobs }: MoveDeps, mover: Mover, move: Move): Promise<MoveProgress> {
  await finishLater(jobs, move.operationId, { startAfterSeconds: TAKEN_OVER_AFTER_S });
  const until = Date.now() + RESPONSE_WITHIN_MS;
  const progress = await moveCards(database, mover, move, () => Date.now() < until);
  if (!progress.isDone) await finishLater(jobs, move.operationId);
  return progress;
}

function finishLater(
  jobs: Deps['jobs'],
  operationId: number,
  when: Pick<EnqueueOptions, 'startAfterSeconds'> = {},
): Promise<void> {
  return jobs.enqueue(FINISH_MOVES, { operationId }, { singletonKey: String(operationId), ...when });
}

async function startUndo(
  trx: Trx,
  mover: Mover,
  operationId: number,
  idempotencyKey: string | undefined,
): Promise<Move> {
  const operation = await trx
    .selectFrom('card_operations')
    .select(['undone_at', 'done_at'])
    .where('account_id', '=', mover.accountId)
    .where('id', '=', operationId)
    .where('created_at', '>', operationsKeptSince)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!operation) throw notFound('Отменить уже нельзя: прошло больше 30 дней');
  if (operation.undone_at !== null) throw conflict('Это действие уже отменено');
  if (operation.done_at === null) throw conflict('Карточки ещё переносятся. Отмените через минуту');
  await trx
    .updateTable('card_operations')
    .set({ undone_at: sql`now()` })
    .where('account_id', '=', mover.accountId)
    .where('id', '=', operationId)
    .execute();
  return await startTakingBack(trx, mover, { operationId, idempotencyKey });
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

/** Goes on with the named operation; without a name, with what a process that died has left: nobody may ask for that again. */
export const finishMovesJob: JobDefinition<FinishMovesData> = {
  name: FINISH_MOVES,
  schema: finishMovesData,
  options: { cron: '*/5 * * * *', concurrency: 2, isOneAtATimePerKey: true },
  handler: async ({ operationId }, { database, jobs }, { signal }) => {
    const until = Date.now() + RUN_MS;
    const left = await database.db
      .selectFrom('card_operations')
      .select(['id', 'account_id', 'user_id', 'is_archived', 'takes_back'])
      .where('done_at', 'is', null)
      .$if(operationId !== undefined, (query) => query.where('id', '=', operationId ?? 0))
      .$if(operationId === undefined, (query) =>
        query.where('worked_at', '<', sql<Date>`now() - make_interval(mins => ${LEFT_AFTER_MINUTES})`),
      )
      .orderBy('id')
      .execute();
    for (const { id, account_id: accountId, user_id: userId, ...row } of left) {
      const move = { operationId: id, isArchived: row.is_archived, takesBack: row.takes_back };
      const mayGoOn = () => !signal.aborted && Date.now() < until;
      const { isDone } = await moveCards(database, { accountId, userId }, move, mayGoOn);
      if (!isDone) await finishLater(jobs, id);
    }
  },
};

/** Forgets operations that can no longer be taken back. */
export const forgetOperationsJob: JobDefinition = {
  name: 'card-operations',
  schema: noData,
  options: { cron: '47 * * * *' },
  handler: async (_data, { database: { db } }) => {
    await db.deleteFrom('card_operations').where('created_at', '<', operationsKeptSince).execute();
  },
};
