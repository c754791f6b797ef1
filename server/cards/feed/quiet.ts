import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import { filledIn, type Forms } from '#server/db/prepared.ts';
import { oldestUnseen, type FeedCursor } from './cursors.ts';
import { isGoodFor, momentOf, type Moment } from './moment.ts';
import { newSince } from './news.ts';

interface Looked extends Moment {
  is_quiet: boolean;
}

const forms: Forms<Looked> = new Map();

/**
 * The moment at which nothing had changed since a cursor; undefined when something has, or when the cursor is in the middle or
 * good for nothing. That is what a device that is open hears nearly every time, and it needs no statement that could hand out
 * three thousand cards, which the database plans anew for each question.
 */
export async function findQuiet(db: Db, accountId: number, cursor: FeedCursor): Promise<Moment | undefined> {
  if (cursor.place) return undefined;
  const { history, seen } = cursor;
  const query = filledIn(db, forms, {
    form: 'whole',
    blanks: { accountId, history, seen, oldest: oldestUnseen(seen) },
    write: (signs) => {
      const since = { ...cursor, history: signs.history, seen: signs.seen };
      const place = { xid: signs.oldest, id: 0 };
      // Of one that is known to be enough: else a tenth of the account's cards is reckoned with, which no plan for all questions bears.
      const asked = { accountId: signs.accountId, cursor: since, place, limit: sql.lit(1) };
      return sql<Looked>`
        SELECT ${momentOf(signs.accountId, since)},
          (SELECT one.id FROM ${newSince('cards', asked)} one) IS NULL
            AND (SELECT one.id FROM ${newSince('removed_cards', asked)} one) IS NULL AS is_quiet`;
    },
  });
  const [moment] = (await db.executeQuery(query)).rows;
  return moment?.is_quiet && isGoodFor(cursor, moment) ? moment : undefined;
}
