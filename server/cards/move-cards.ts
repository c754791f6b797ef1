import { sql } from 'kysely';
import type { Database, Db, Trx } from '#server/db/database.ts';
import { inBatches } from '#server/db/in-batches.ts';

/** Of an operation's list, at a time. */
const IDS_PER_READ = 5000;

export interface Mover {
  accountId: number;
  userId: number;
}

/** What an operation is to do; to which cards, and which of them had their turn, is in the database. */
export interface Move {
  operationId: number;
  isArchived: boolean;
  /** The operation that this one takes back: only what it has moved last is moved. */
  takesBack: number | null;
}

interface NewMove {
  isArchived: boolean;
  /** Ascending. */
  cardIds: readonly number[];
  /** The same request again goes on with this operation. */
  idempotencyKey: string | undefined;
}

export async function startMove(db: Db, mover: Mover, wanted: NewMove): Promise<Move> {
  const { isArchived, cardIds, idempotencyKey = null } = wanted;
  const { id } = await db
    .insertInto('card_operations')
    .values({
      account_id: mover.accountId,
      user_id: mover.userId,
      is_archived: isArchived,
      takes_back: null,
      card_ids: [...cardIds],
      card_total: cardIds.length,
      idempotency_key: idempotencyKey,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { operationId: id, isArchived, takesBack: null };
}

/** The way back of all that had its turn: of one that was stopped, others have not moved. */
export async function startTakingBack(
  trx: Trx,
  mover: Mover,
  { operationId, idempotencyKey }: { operationId: number; idempotencyKey: string | undefined },
): Promise<Move> {
  const { rows } = await sql<{ id: number; is_archived: boolean }>`
    INSERT INTO card_operations (account_id, user_id, is_archived, takes_back, card_ids, card_total, idempotency_key)
    SELECT account_id, ${mover.userId}, NOT is_archived, id, card_ids[1 : turn_count], turn_count, ${idempotencyKey ?? null}
    FROM card_operations WHERE account_id = ${mover.accountId} AND id = ${operationId}
    RETURNING id, is_archived`.execute(trx);
  const [row] = rows;
  if (!row) throw new Error(`No operation ${operationId}`);
  return { operationId: row.id, isArchived: row.is_archived, takesBack: operationId };
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
    .select(['id', 'is_archived', 'takes_back'])
    .where('account_id', '=', mover.accountId)
    .where('user_id', '=', mover.userId)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst();
  return row && { operationId: row.id, isArchived: row.is_archived, takesBack: row.takes_back };
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
  for (;;) {
    const cardIds = await findNextIds(database.db, mover, move);
    const done = await inBatches(database, cardIds, (trx, batch) => moveBatch(trx, mover, move, batch), {
      mayGoOn,
    });
    if (done < cardIds.length) return { count: await countMoved(database.db, mover, move), isDone: false };
    if (cardIds.length < IDS_PER_READ) break;
  }
  const { card_count } = await database.db
    .updateTable('card_operations')
    .set({ done_at: sql`coalesce(done_at, now())` })
    .where('account_id', '=', mover.accountId)
    .where('id', '=', move.operationId)
    .returning('card_count')
    .executeTakeFirstOrThrow();
  return { count: card_count, isDone: true };
}

/** Of those that had no turn yet; none when somebody has stopped it. */
async function findNextIds(db: Db, mover: Mover, { operationId }: Move): Promise<number[]> {
  const row = await db
    .selectFrom('card_operations')
    .select(sql<number[]>`card_ids[turn_count + 1 : turn_count + ${sql.lit(IDS_PER_READ)}]`.as('ids'))
    .where('account_id', '=', mover.accountId)
    .where('id', '=', operationId)
    .where('done_at', 'is', null)
    .executeTakeFirst();
  return row?.ids ?? [];
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

async function moveBatch(trx: Trx, mover: Mover, move: Move, batch: readonly number[]): Promise<number> {
  const { operationId, isArchived, takesBack } = move;
  const { moved_up_to: doneUpTo, done_at: doneAt } = await trx
    .selectFrom('card_operations')
    .select(['moved_up_to', 'done_at'])
    .where('account_id', '=', mover.accountId)
    .where('id', '=', operationId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if (doneAt !== null) return 0;
  const ids = batch.filter((id) => id > doneUpTo);
  const lastId = ids.at(-1);
  if (lastId === undefined) return 0;
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
        : // Not by its index: that names all of the operation's cards, and a batch is a few of them.
          eb(sql<number>`coalesce(moved_by_operation, 0)`, '=', takesBack),
    )
    .executeTakeFirstOrThrow();
  await trx
    .updateTable('card_operations')
    .set({
      card_count: sql<number>`card_count + ${Number(numUpdatedRows)}`,
      turn_count: sql<number>`turn_count + ${ids.length}`,
      moved_up_to: lastId,
      worked_at: sql`now()`,
    })
    .where('account_id', '=', mover.accountId)
    .where('id', '=', operationId)
    .execute();
  return ids.length;
}
