import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import { selectionExpired } from '#server/errors/http-error.ts';
import { noData, type JobDefinition } from '#server/jobs/job.ts';

export const KEEP_MINUTES = 60;
/** The one that nobody has used for the longest is let go. */
export const MAX_FROZEN = 100;
/** Written in a few milliseconds: where there is one connection, everybody waits for it. */
const IDS_PER_PART = 1000;
/** A use is written down once in so long. */
const TOUCH_MINUTES = 1;
/** 128 bits: nobody guesses one. */
const ID_BYTES = 16;

/** Keeps the cards, in short statements. Nobody can name the selection before all are kept. Not to be called in a transaction. */
export async function insertFrozen(
  db: Db,
  { accountId, userId }: { accountId: number; userId: number },
  /** Ascending. */
  cardIds: readonly number[],
): Promise<string> {
  const id = randomBytes(ID_BYTES).toString('base64url');
  await db
    .insertInto('card_selections')
    .values({ id, account_id: accountId, user_id: userId, card_total: null })
    .execute();
  for (let start = 0; start < cardIds.length; start += IDS_PER_PART) {
    const part = cardIds.slice(start, start + IDS_PER_PART);
    await db
      .insertInto('card_selection_parts')
      .values({ selection_id: id, account_id: accountId, last_id: part.at(-1) ?? 0, card_ids: part })
      .execute();
  }
  await db
    .updateTable('card_selections')
    .set({ card_total: cardIds.length, used_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
  await letOldestGo(db, accountId);
  return id;
}

async function letOldestGo(db: Db, accountId: number): Promise<void> {
  await db
    .deleteFrom('card_selections')
    .where('account_id', '=', accountId)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('card_selections')
        .select('id')
        .where('account_id', '=', accountId)
        .where('card_total', 'is not', null)
        .orderBy('used_at', 'desc')
        .offset(MAX_FROZEN),
    )
    .execute();
}

/** How many cards were frozen; from now on they are kept for another hour. Throws 404 for one that is over. */
export async function touchFrozen(db: Db, accountId: number, id: string): Promise<number> {
  const row = await db
    .selectFrom('card_selections')
    .select(['card_total', sql<boolean>`used_at < ${minutesAgo(TOUCH_MINUTES)}`.as('is_untouched')])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('used_at', '>', minutesAgo(KEEP_MINUTES))
    .executeTakeFirst();
  if (row?.card_total == null) throw selectionExpired();
  if (row.is_untouched) {
    await db
      .updateTable('card_selections')
      .set({ used_at: sql<Date>`now()` })
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .execute();
  }
  return row.card_total;
}

/** The frozen ids after the given one, ascending, a part at a time. */
export async function* frozenParts(
  db: Db,
  accountId: number,
  id: string,
  afterId = 0,
): AsyncGenerator<number[]> {
  let lastId = afterId;
  for (;;) {
    const part = await db
      .selectFrom('card_selection_parts')
      .select(['last_id', 'card_ids'])
      .where('account_id', '=', accountId)
      .where('selection_id', '=', id)
      .where('last_id', '>', lastId)
      .orderBy('last_id')
      .limit(1)
      .executeTakeFirst();
    if (!part) return;
    const from = lastId;
    lastId = part.last_id;
    yield part.card_ids.filter((cardId) => cardId > from);
  }
}

/** Forgets selections that nobody can name any more. */
export const forgetSelectionsJob: JobDefinition = {
  name: 'card-selections-forget',
  schema: noData,
  options: { cron: '37 * * * *' },
  handler: async (_data, { database: { db } }) => {
    await db.deleteFrom('card_selections').where('used_at', '<', minutesAgo(KEEP_MINUTES)).execute();
  },
};

const minutesAgo = (minutes: number) => sql<Date>`now() - make_interval(mins => ${sql.lit(minutes)})`;
