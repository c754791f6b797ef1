import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

export interface EditAtWork {
  accountId: number;
  userId: number;
  editId: number;
}

/** The next `limit` cards of the edit's list that nobody has looked at, and where in the list they begin. None: all had their turn. */
export async function findNextIds(db: Db, { accountId, editId }: EditAtWork, limit: number) {
  const { ids, prepared_count: startsAt } = await db
    .selectFrom('bulk_edits')
    .select([
      sql<number[]>`card_ids[prepared_count + 1 : prepared_count + ${sql.lit(limit)}]`.as('ids'),
      'prepared_count',
    ])
    .where('account_id', '=', accountId)
    .where('id', '=', editId)
    .executeTakeFirstOrThrow();
  return { cardIds: ids, startsAt };
}

/** Not when somebody has let go of it meanwhile. */
export async function markPrepared(db: Db, { accountId, editId }: EditAtWork): Promise<void> {
  await db
    .updateTable('bulk_edits')
    .set({ state: 'READY' })
    .where('account_id', '=', accountId)
    .where('id', '=', editId)
    .where('state', '=', 'PREPARING')
    .execute();
}
