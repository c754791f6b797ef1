import { sql, type RawBuilder } from 'kysely';
import { countOfStates } from '#server/cards/card-counts.ts';
import type { Db } from '#server/db/database.ts';
import { prepared } from '#server/db/prepared.ts';
import { COLUMNS_AS_WIRE_TEXT, FEED_VALUES } from './columns.ts';
import { cursorText, oldestUnseen, readCursor, type FeedCursor, type FeedPlace } from './cursors.ts';

/** Cards of a portion: read and written down in less than a tenth of a second by the embedded database, which does nothing else meanwhile. */
const PORTION_CARDS = 3000;
/** Shorter than removals are remembered. */
const LONGEST_CURSOR_AGE_S = 60 * 24 * 3600;

export interface Portion {
  isReset: boolean;
  /** In wire format. */
  columns: string;
  removedIds: number[];
  cursor: string;
  hasMore: boolean;
  count: number | null;
  checksum: number | null;
}

interface Looked {
  history: string;
  owner: string;
  now_s: number;
  snapshot: string;
  is_of_before: boolean;
  shown: number;
  last_xid: string | null;
  last_id: number | null;
  columns: string;
  removed_ids: number[];
  count: number;
  checksum: number;
}

/**
 * What has changed in an account's list since a cursor, or everything. A cursor of another account, of another history, too old a
 * one or none that this server has written is answered by `isReset` and a cursor to the beginning.
 */
export async function readPortion(
  db: Db,
  accountId: number,
  since: string | undefined,
  portionCards = PORTION_CARDS,
): Promise<Portion> {
  const cursor = since === undefined ? undefined : readCursor(since);
  if (since !== undefined && cursor === undefined) return await resetPortion(db, accountId);
  const looked = await look(db, { accountId, cursor, portionCards });
  if (cursor !== undefined && !isGoodFor(cursor, looked)) return await resetPortion(db, accountId);
  const isFull = looked.shown === portionCards;
  // A walk ends at what its first portion saw; what was committed meanwhile is asked for once more, to be seen at one moment.
  const isWalk = cursor?.place !== undefined;
  const seen = isWalk ? cursor.seen : looked.snapshot;
  const isWhole = !isFull && !isWalk;
  return {
    isReset: false,
    columns: looked.columns,
    removedIds: looked.removed_ids,
    cursor: cursorText({
      history: looked.history,
      owner: looked.owner,
      issuedAtS: isWalk ? cursor.issuedAtS : looked.now_s,
      seen,
      place: isFull ? { xid: looked.last_xid ?? undefined, id: looked.last_id ?? 0 } : undefined,
    }),
    hasMore: !isWhole,
    count: isWhole ? looked.count : null,
    checksum: isWhole ? looked.checksum : null,
  };
}

async function resetPortion(db: Db, accountId: number): Promise<Portion> {
  const looked = await look(db, { accountId, cursor: undefined, portionCards: 0 });
  const { history, owner, now_s: issuedAtS, snapshot: seen } = looked;
  return {
    isReset: true,
    columns: looked.columns,
    removedIds: [],
    cursor: cursorText({ history, owner, issuedAtS, seen, place: { xid: undefined, id: 0 } }),
    hasMore: true,
    count: null,
    checksum: null,
  };
}

function isGoodFor(cursor: FeedCursor, looked: Looked): boolean {
  const ageS = looked.now_s - cursor.issuedAtS;
  return looked.is_of_before && cursor.owner === looked.owner && ageS < LONGEST_CURSOR_AGE_S;
}

interface Question {
  accountId: number;
  cursor: FeedCursor | undefined;
  portionCards: number;
}

/** One statement, so that all of it is of one moment. */
async function look(db: Db, question: Question): Promise<Looked> {
  const { accountId, cursor } = question;
  const compiled = sql<Looked>`
    WITH told AS MATERIALIZED (${toldSince(question)}),
    shown AS (
      -- One card after another by its number: a join that is planned may read the whole table.
      SELECT one.* FROM told CROSS JOIN LATERAL (
        SELECT ${FEED_VALUES} FROM cards WHERE cards.id = told.id AND account_id = ${accountId} OFFSET 0) one
      WHERE NOT told.is_removed
    )
    SELECT
      (SELECT id FROM catalogue_histories ORDER BY begun_at DESC LIMIT 1) AS history,
      left(md5(concat_ws(' ', ${accountId}::bigint, (SELECT system_identifier FROM pg_control_system()),
        (SELECT oid FROM pg_database WHERE datname = current_database()))), 8) AS owner,
      extract(epoch FROM now())::bigint AS now_s,
      pg_current_snapshot()::text AS snapshot,
      ${isOfBefore(cursor)} AS is_of_before,
      (SELECT count(*)::int FROM told) AS shown,
      (SELECT xid::text FROM told ORDER BY told.xid DESC, id DESC LIMIT 1) AS last_xid,
      (SELECT id FROM told ORDER BY told.xid DESC, id DESC LIMIT 1) AS last_id,
      (SELECT ${COLUMNS_AS_WIRE_TEXT} FROM shown) AS columns,
      array(SELECT id FROM told WHERE is_removed
        AND NOT EXISTS (SELECT FROM cards WHERE cards.id = told.id AND account_id = ${accountId})) AS removed_ids,
      ${countOfStates(accountId, { withArchived: true })} AS count,
      (SELECT mod(mod(coalesce(sum(change), 0), 281474976710656) + 281474976710656, 281474976710656)::bigint
        FROM card_checksum_changes WHERE account_id = ${accountId}) AS checksum
  `.compile(db);
  const { rows } = await db.executeQuery(prepared(compiled));
  const [looked] = rows;
  if (!looked) throw new Error('A statement without FROM has one row');
  return looked;
}

/** Numbers of cards, in the order in which they are handed out. */
function toldSince({ accountId, cursor, portionCards }: Question): RawBuilder<unknown> {
  const limit = sql.lit(portionCards);
  const place = cursor && placeOf(cursor);
  if (place?.xid === undefined) {
    return sql`SELECT NULL::xid8 AS xid, id, false AS is_removed FROM cards
      WHERE account_id = ${accountId} AND id > ${place?.id ?? 0} ORDER BY id LIMIT ${limit}`;
  }
  // What a snapshot did not see may have a lower number than what it saw: transactions end in another order than they begin.
  const isUnseen = cursor?.place
    ? sql`true`
    : sql`NOT pg_visible_in_snapshot(feed_xid, ${cursor?.seen}::pg_snapshot)`;
  // Rows that were brought from another server have its numbers; as if they came from the future.
  const isNew = sql`${isUnseen} AND feed_xid < pg_snapshot_xmax(pg_current_snapshot())`;
  return sql`SELECT xid, id, is_removed FROM (
      (SELECT feed_xid AS xid, id, false AS is_removed FROM cards
        WHERE account_id = ${accountId} AND (feed_xid, id) > (${place.xid}::xid8, ${place.id}::bigint) AND ${isNew}
        ORDER BY feed_xid, id LIMIT ${limit})
      UNION ALL
      (SELECT feed_xid, card_id, true FROM removed_cards
        WHERE account_id = ${accountId} AND (feed_xid, card_id) > (${place.xid}::xid8, ${place.id}::bigint) AND ${isNew}
        ORDER BY feed_xid, card_id LIMIT ${limit})
    ) both_kinds ORDER BY both_kinds.xid, id LIMIT ${limit}`;
}

function placeOf({ place, seen }: FeedCursor): FeedPlace {
  return place ?? { xid: oldestUnseen(seen), id: 0 };
}

/** A cursor from the future was given by a database that has been put back since. */
function isOfBefore(cursor: FeedCursor | undefined): RawBuilder<boolean> {
  if (!cursor) return sql`true`;
  return sql`(EXISTS (SELECT FROM catalogue_histories WHERE id = ${cursor.history})
    AND pg_snapshot_xmax(${cursor.seen}::pg_snapshot) <= pg_snapshot_xmax(pg_current_snapshot()))`;
}
