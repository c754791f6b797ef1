import { sql } from 'kysely';
import type { Copying } from '#contract/copying-history.ts';
import { MAX_HISTORY_CARDS, type HistoryCard } from '#contract/history-cards.ts';
import type { Db, Trx } from '#server/db/database.ts';
import { conflict, notFound } from '#server/errors/http-error.ts';
import type { Deps } from '#server/jobs/deps.ts';
import { noData, type JobDefinition } from '#server/jobs/job.ts';
import { archiveCards } from './archive.ts';
import type { Author } from './card-writes.ts';
import { findHistoryCards } from './history-cards.ts';
import { findMove, type MoveProgress } from './move-cards.ts';
import { operationsKeptSince } from './operation-history.ts';

/** Every function here reads the copyings of one account only. */

export const COPYINGS_PER_PAGE = 50;

/** Notes that these copies were made together; in the transaction that makes them. */
export async function noteCopying(
  trx: Trx,
  { accountId, userId }: Author,
  cardIds: readonly number[],
): Promise<void> {
  await trx
    .insertInto('card_copyings')
    .values({ account_id: accountId, user_id: userId, card_ids: [...cardIds] })
    .execute();
}

interface CopyingRow {
  id: number;
  count: number;
  draft_count: number;
  archived_count: number;
  created_at: Date;
  user_name: string;
}

/** A part of them, the last first. Each copy is looked at: nothing else knows where they are by now. */
export async function findCopyings(
  db: Db,
  accountId: number,
  { beforeId }: { beforeId?: number | undefined },
): Promise<{ results: Copying[]; nextBeforeId: number | null }> {
  const { rows } = await sql<CopyingRow>`
    SELECT copying.id, cardinality(copying.card_ids) AS count, copying.created_at, users.name AS user_name,
      found.draft_count, found.archived_count
    FROM card_copyings copying
    JOIN users ON users.id = copying.user_id
    CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE state = 'DRAFT')::int AS draft_count,
        count(*) FILTER (WHERE state = 'ARCHIVED')::int AS archived_count
      FROM cards WHERE cards.account_id = copying.account_id AND cards.id = any(copying.card_ids)) AS found
    WHERE copying.account_id = ${accountId} AND copying.created_at > ${operationsKeptSince}
      ${beforeId === undefined ? sql`` : sql`AND (copying.created_at, copying.id) < ${placeOf(accountId, beforeId)}`}
    ORDER BY copying.created_at DESC, copying.id DESC
    LIMIT ${sql.lit(COPYINGS_PER_PAGE + 1)}`.execute(db);
  const shown = rows.slice(0, COPYINGS_PER_PAGE);
  return {
    results: shown.map(toCopying),
    nextBeforeId: rows.length > COPYINGS_PER_PAGE ? (shown.at(-1)?.id ?? null) : null,
  };
}

/** Nothing is before one that is forgotten: what is older is forgotten too. */
const placeOf = (accountId: number, copyingId: number) => sql`
  (SELECT created_at, id FROM card_copyings WHERE account_id = ${accountId} AND id = ${copyingId})`;

function toCopying(row: CopyingRow): Copying {
  return {
    id: row.id,
    count: row.count,
    draftCount: row.draft_count,
    archivedCount: row.archived_count,
    // What is in some shop, or on its way there, has that state.
    sentCount: row.count - row.draft_count - row.archived_count,
    createdAt: row.created_at.toISOString(),
    userName: row.user_name,
  };
}

/** The first of them, where they are many. Throws 404 for copies that are forgotten or another account's. */
export async function findCopiesMade(db: Db, accountId: number, copyingId: number): Promise<HistoryCard[]> {
  const ids = await copyIdsOr404(db, accountId, copyingId);
  return await findHistoryCards(db, accountId, ids.slice(0, MAX_HISTORY_CARDS));
}

async function copyIdsOr404(db: Db, accountId: number, copyingId: number): Promise<number[]> {
  const row = await db
    .selectFrom('card_copyings')
    .select('card_ids')
    .where('account_id', '=', accountId)
    .where('id', '=', copyingId)
    .where('created_at', '>', operationsKeptSince)
    .executeTakeFirst();
  if (!row) throw notFound('Действие не найдено: прошло больше 30 дней');
  return row.card_ids;
}

/** Moves the copies that were sent nowhere. Throws 409 when there is none. Not to be called in a transaction. */
export async function archiveCopies(
  deps: Pick<Deps, 'database' | 'jobs'>,
  author: Author,
  { copyingId, idempotencyKey }: { copyingId: number; idempotencyKey: string | undefined },
): Promise<MoveProgress & { operationId: number }> {
  const { db } = deps.database;
  const copyIds = await copyIdsOr404(db, author.accountId, copyingId);
  const ids = await findDrafts(db, author.accountId, copyIds);
  // What the same request has begun before, it goes on with: by then no draft may be left.
  if (ids.length === 0 && !(await findMove(db, author, idempotencyKey))) {
    throw conflict('Убирать нечего: копии уже в архиве или отправлены в магазины');
  }
  const { count, operationId, isDone } = await archiveCards(deps, author, {
    selection: { ids },
    isArchived: true,
    idempotencyKey,
  });
  return { count, operationId, isDone };
}

async function findDrafts(db: Db, accountId: number, cardIds: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('cards')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', sql<number>`any(${[...cardIds]}::bigint[])`)
    .where('state', '=', 'DRAFT')
    .execute();
  return rows.map((row) => row.id);
}

/** Forgets what the history tells no more. */
export const forgetCopyingsJob: JobDefinition = {
  name: 'card-copyings-forget',
  schema: noData,
  options: { cron: '49 4 * * *' },
  handler: async (_data, { database: { db } }) => {
    await db.deleteFrom('card_copyings').where('created_at', '<', operationsKeptSince).execute();
  },
};
