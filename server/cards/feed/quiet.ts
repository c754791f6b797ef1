import { sql } from 'kysely';
import { askedTogether } from '#server/db/asked-together.ts';
import type { Db } from '#server/db/database.ts';
import { filledIn, type Forms } from '#server/db/prepared.ts';
import { oldestUnseen, type FeedCursor } from './cursors.ts';
import { isGoodFor, momentOf, type Moment } from './moment.ts';
import { newSince } from './news.ts';

interface Looked extends Moment {
  is_quiet: boolean;
}

interface Question {
  accountId: number;
  cursor: FeedCursor;
}

const forms: Forms<Looked> = new Map();
const looks = new WeakMap<Db, (question: Question) => Promise<Looked>>();

/**
 * The moment at which nothing had changed since a cursor; undefined when something has, or when the cursor is in the middle or
 * good for nothing. That is what a device that is open hears nearly every time, and it needs no statement that could hand out
 * three thousand cards, which the database plans anew for each question.
 */
export async function findQuiet(db: Db, accountId: number, cursor: FeedCursor): Promise<Moment | undefined> {
  if (cursor.place) return undefined;
  const moment = await lookOf(db)({ accountId, cursor });
  return moment.is_quiet && isGoodFor(cursor, moment) ? moment : undefined;
}

function lookOf(db: Db): (question: Question) => Promise<Looked> {
  const known = looks.get(db);
  if (known) return known;
  const look = askedTogether((questions: readonly Question[]) => lookForAll(db, questions));
  looks.set(db, look);
  return look;
}

async function lookForAll(db: Db, questions: readonly Question[]): Promise<Looked[]> {
  const asked = questions.map(({ accountId, cursor: { history, seen } }) => ({
    account_id: accountId,
    history,
    seen,
    oldest: oldestUnseen(seen),
  }));
  const query = filledIn(db, forms, {
    form: 'whole',
    blanks: { asked: JSON.stringify(asked) },
    write: (signs) => {
      const accountId = sql<number>`asked.account_id`;
      const since = { history: sql<string>`asked.history`, seen: sql<string>`asked.seen` };
      const place = { xid: sql<string>`asked.oldest`, id: 0 };
      // Of one that is known to be enough: else a tenth of the account's cards is reckoned with, which no plan for all questions bears.
      const news = { accountId, seen: since.seen, place, limit: sql.lit(1) };
      return sql<Looked>`
        SELECT ${momentOf(accountId, since)},
          (SELECT one.id FROM ${newSince('cards', news)} one) IS NULL
            AND (SELECT one.id FROM ${newSince('removed_cards', news)} one) IS NULL AS is_quiet
        FROM ROWS FROM (jsonb_to_recordset(${signs.asked}::jsonb) AS (account_id bigint, history text, seen text, oldest text))
          WITH ORDINALITY AS asked(account_id, history, seen, oldest, number)
        ORDER BY number`;
    },
  });
  return (await db.executeQuery(query)).rows;
}
