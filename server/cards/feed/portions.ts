import { sql, type RawBuilder } from 'kysely';
import { toWire } from '#contract/wire.ts';
import type { Db } from '#server/db/database.ts';
import { prepared } from '#server/db/prepared.ts';
import { COLUMNS_AS_WIRE_TEXT, FEED_VALUES, NO_COLUMNS } from './columns.ts';
import { cursorText, readCursor, type FeedCursor } from './cursors.ts';
import { isGoodFor, momentOf, type Moment } from './moment.ts';
import { limitOf, newSince, placeOf } from './news.ts';
import { findQuiet } from './quiet.ts';

/** Cards of a portion: read and written down in less than a tenth of a second by the embedded database, which does nothing else meanwhile. */
const PORTION_CARDS = 3000;

export interface Portion {
  isReset: boolean;
  /** In wire format. */
  columns: string;
  removedIds: number[];
  cursor: string;
  hasMore: boolean;
  count: number | null;
  checksum: number | null;
  fullChecksum: number | null;
}

/** In wire format. In this order a device knows what to ask for next before it has read the rest: `nextCursorIn`. */
export function portionText({ columns, isReset, hasMore, cursor, ...rest }: Portion): string {
  const head = JSON.stringify(toWire({ isReset, hasMore, cursor, ...rest }));
  return `${head.slice(0, -1)},"columns":${columns}}`;
}

interface Looked extends Moment {
  shown: number;
  last_xid: string | null;
  last_id: number | null;
  columns: string;
  removed_ids: number[];
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
  const quiet = cursor && (await findQuiet(db, accountId, cursor));
  if (quiet) return quietPortion(quiet);
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
    fullChecksum: isWhole ? looked.full_checksum : null,
  };
}

/** Nothing has changed. */
function quietPortion({
  history,
  owner,
  now_s: issuedAtS,
  snapshot: seen,
  count,
  checksum,
  full_checksum: fullChecksum,
}: Moment): Portion {
  return {
    isReset: false,
    columns: NO_COLUMNS,
    removedIds: [],
    cursor: cursorText({ history, owner, issuedAtS, seen, place: undefined }),
    hasMore: false,
    count,
    checksum,
    fullChecksum,
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
    fullChecksum: null,
  };
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
        WHERE one.account_id = ${accountId})) AS removed_ids
  `.compile(db);
  const { rows } = await db.executeQuery(prepared(compiled));
  const [looked] = rows;
  if (!looked) throw new Error('A statement without FROM has one row');
  return looked;
}

/** Numbers of cards, in the order in which they are handed out. */
function toldSince({ accountId, cursor, portionCards }: Question): RawBuilder<unknown> {
  const limit = limitOf(portionCards);
  const place = cursor && placeOf(cursor);
  if (cursor === undefined || place?.xid === undefined) {
    // Of any of one account: so the index of ids alone is not in this order, which would be walked over the cards of all others too.
    return sql`SELECT NULL::xid8 AS xid, id, false AS is_removed FROM cards
      WHERE account_id = any(ARRAY[${accountId}::bigint]) AND id > ${place?.id ?? 0} ORDER BY account_id, id LIMIT ${limit}`;
  }
  return sql`SELECT xid, id, is_removed FROM (
      ${newSince('cards', { accountId, cursor, place, limit })} UNION ALL
      ${newSince('removed_cards', { accountId, cursor, place, limit })}
    ) both_kinds ORDER BY both_kinds.xid, id LIMIT ${limit}`;
}
