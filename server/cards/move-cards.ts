import { sql } from 'kysely';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database, Db, Trx } from '#server/db/database.ts';

/** Cards of one transaction: a moment's work on the embedded database, which answers nobody else meanwhile. */
const BATCH = { embedded: 100, postgres: 500 };
/** Whoever waited for a batch asks for the next thing now, and is not made to wait for another. */
const PAUSE_MS = 4;

export interface Mover {
  accountId: number;
  userId: number;
}

/** What an operation is to do; which cards it had its turn with is in the database. */
export interface Move {
  operationId: number;
  isArchived: boolean;
  /** The operation that this one takes back: only what it has moved last is moved. */
  takesBack: number | null;
  /** Ascending; none when it is done. */
  cardIds: readonly number[];
}

interface NewMove {
  isArchived: boolean;
  takesBack?: number;
  cardIds: readonly number[];
  /** The same request again goes on with this operation. */
  idempotencyKey?: string | undefined;
}

export async function startMove(trx: Trx, mover: Mover, wish: NewMove): Promise<Move> {
  const { isArchived, takesBack = null, cardIds, idempotencyKey = null } = wish;
  const { id } = await trx
    .insertInto('card_operations')
    .values({
      account_id: mover.accountId,
      user_id: mover.userId,
      is_archived: isArchived,
      takes_back: takesBack,
      card_ids: [...cardIds],
      idempotency_key: idempotencyKey,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { operationId: id, isArchived, takesBack, cardIds };
}

/** What an earlier run of the same request has begun, and maybe done. */
export async function findMove(
  db: Db,
  mover: Mover,
  idempotencyKey: string | undefined,
): Promise<Move | undefined> {
  if (idempotencyKey === undefined) return undefined;
  const row = await db
    .selectFrom('card_operations')
    .select(['id', 'is_archived', 'takes_back', 'card_ids'])
    .where('account_id', '=', mover.accountId)
    .where('user_id', '=', mover.userId)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst();
  return (
    row && {
      operationId: row.id,
      isArchived: row.is_archived,
      takesBack: row.takes_back,
      cardIds: row.card_ids ?? [],
    }
  );
}

export interface MoveProgress {
  /** How many cards have moved, whoever moved them. */
  count: number;
  isDone: boolean;
}

/**
 * Moves the cards in batches, each a transaction of its own, until all have had their turn or `mayGoOn` says no. Several may
 * work at one operation, and one that dies leaves it to the next: each card has its turn once.
 */
export async function moveCards(
  database: Database,
  mover: Mover,
  move: Move,
  mayGoOn: () => boolean = () => true,
): Promise<MoveProgress> {
  const { cardIds } = move;
  const size = BATCH[database.kind];
  for (let start = 0; start < cardIds.length; start += size) {
    if (start > 0 && !mayGoOn()) return { count: await countMoved(database.db, mover, move), isDone: false };
    if (start > 0) await pause(PAUSE_MS);
    const batch = cardIds.slice(start, start + size);
    await database.transaction((trx) => moveBatch(trx, mover, move, batch));
  }
  const { card_count } = await database.db
    .updateTable('card_operations')
    .set({ card_ids: null })
    .where('account_id', '=', mover.accountId)
    .where('id', '=', move.operationId)
    .returning('card_count')
    .executeTakeFirstOrThrow();
  return { count: card_count, isDone: true };
}

async function countMoved(db: Db, mover: Mover, { operationId }: Move): Promise<number> {
  const { card_count } = await db
    .selectFrom('card_operations')
    .select('card_count')
    .where('account_id', '=', mover.accountId)
    .where('id', '=', operationId)
    .executeTakeFirstOrThrow();
  return card_count;
}

async function moveBatch(trx: Trx, mover: Mover, move: Move, batch: readonly number[]): Promise<void> {
  const { operationId, isArchived, takesBack } = move;
  const { moved_up_to: doneUpTo } = await trx
    .selectFrom('card_operations')
    .select('moved_up_to')
    .where('account_id', '=', mover.accountId)
    .where('id', '=', operationId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const ids = batch.filter((id) => id > doneUpTo);
  const lastId = ids.at(-1);
  if (lastId === undefined) return;
  const { numUpdatedRows } = await trx
    .updateTable('cards')
    .set({
      state: isArchived ? 'ARCHIVED' : sql<'DRAFT'>`coalesce(state_before_archive, 'DRAFT')`,
      state_before_archive: isArchived ? sql<'DRAFT'>`state` : null,
      moved_by_operation: operationId,
      version: sql<number>`version + 1`,
      updated_at: sql<Date>`now()`,
      updated_by: mover.userId,
    })
    .where('account_id', '=', mover.accountId)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .where((eb) =>
      takesBack === null
        ? eb.and([
            eb('state', isArchived ? '<>' : '=', 'ARCHIVED'),
            // One that was interrupted does not move what a later one has moved meanwhile.
            eb(sql<number>`coalesce(moved_by_operation, 0)`, '<', operationId),
          ])
        : eb('moved_by_operation', '=', takesBack),
    )
    .executeTakeFirstOrThrow();
  await trx
    .updateTable('card_operations')
    .set({
      card_count: sql<number>`card_count + ${Number(numUpdatedRows)}`,
      moved_up_to: lastId,
      worked_at: sql`now()`,
    })
    .where('account_id', '=', mover.accountId)
    .where('id', '=', operationId)
    .execute();
}
