import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#server/db/database.ts';
import { prepared } from '#server/db/prepared.ts';
import { COLUMNS_AS_WIRE_TEXT, FEED_VALUES } from './columns.ts';
import type { FeedCursor, FeedPlace } from './cursors.ts';
import { momentOf, type Moment } from './moment.ts';
import { limitOf, newSince, placeOf } from './news.ts';

interface Looked extends Moment {
  shown: number;
  last_xid: string | null;
  last_id: number | null;
  /** In wire format. */
  columns: string;
  removed_ids: number[];
}

interface Question {
  accountId: number;
  cursor: FeedCursor | undefined;
  portionCards: number;
}

/** The next cards of an account after a cursor. One statement, so that all of it is of one moment. */
export async function look(db: Db, question: Question): Promise<Looked> {
  const place = question.cursor && placeOf(question.cursor);
  const statement =
    question.cursor === undefined || place?.xid === undefined
      ? lookAtAll(question, place)
      : lookAtChanges(question, question.cursor, place);
  const { rows } = await db.executeQuery(prepared(statement.compile(db)));
  const [looked] = rows;
  if (!looked) throw new Error('A statement that only counts has one row');
  return looked;
}

/** From the beginning, in the order of their numbers. */
function lookAtAll(
  { accountId, cursor, portionCards }: Question,
  place: FeedPlace | undefined,
): RawBuilder<Looked> {
  // Of any of one account: so the index of ids alone is not in this order, which would be walked over the cards of all others too.
  return sql`
    SELECT
      ${momentOf(accountId, cursor)},
      count(*)::int AS shown,
      NULL AS last_xid,
      max(id) AS last_id,
      ${COLUMNS_AS_WIRE_TEXT} AS columns,
      '{}'::bigint[] AS removed_ids
    FROM (SELECT ${FEED_VALUES} FROM cards
      WHERE account_id = any(ARRAY[${accountId}::bigint]) AND id > ${place?.id ?? 0}
      ORDER BY account_id, id LIMIT ${limitOf(portionCards)}) shown`;
}

/** In the order of their changes; of cards that are gone the numbers alone. */
function lookAtChanges(
  { accountId, portionCards }: Question,
  cursor: FeedCursor,
  place: FeedPlace,
): RawBuilder<Looked> {
  const limit = limitOf(portionCards);
  const asked = { accountId, seen: cursor.place ? undefined : cursor.seen, place, limit };
  return sql`
    WITH told AS MATERIALIZED (
      SELECT xid, id, is_removed FROM (
        ${newSince('cards', asked)} UNION ALL ${newSince('removed_cards', asked)}
      ) both_kinds ORDER BY both_kinds.xid, id LIMIT ${limit}
    ),
    shown AS (
      -- One card after another by its number: a join that is planned may read the whole table. Whose it is is asked of what was found:
      -- an account of which statistics know nothing is thought to have one card, and would be gone through for each of its cards.
      SELECT one.* FROM told CROSS JOIN LATERAL (
        SELECT ${FEED_VALUES}, account_id FROM cards WHERE cards.id = told.id OFFSET 0) one
      WHERE NOT told.is_removed AND one.account_id = ${accountId}
    )
    SELECT
      ${momentOf(accountId, cursor)},
      (SELECT count(*)::int FROM told) AS shown,
      (SELECT xid::text FROM told ORDER BY told.xid DESC, id DESC LIMIT 1) AS last_xid,
      (SELECT id FROM told ORDER BY told.xid DESC, id DESC LIMIT 1) AS last_id,
      (SELECT ${COLUMNS_AS_WIRE_TEXT} FROM shown) AS columns,
      array(SELECT id FROM told WHERE is_removed AND NOT EXISTS (
        SELECT FROM (SELECT account_id FROM cards WHERE cards.id = told.id OFFSET 0) one
        WHERE one.account_id = ${accountId})) AS removed_ids`;
}
