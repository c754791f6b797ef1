import { sql, type RawBuilder } from 'kysely';
import { oldestUnseen, type FeedCursor, type FeedPlace } from './cursors.ts';

const TABLES = {
  cards: { id: sql`id`, isRemoved: sql`false` },
  removed_cards: { id: sql`card_id`, isRemoved: sql`true` },
};

/** Each a value, or a column of a statement that has several questions. */
interface Asked {
  accountId: number | RawBuilder<number>;
  /** The snapshot that all up to it was handed out of; undefined in the middle of a walk. */
  seen: string | RawBuilder<string> | undefined;
  place: { xid: FeedPlace['xid'] | RawBuilder<string>; id: number };
  limit: RawBuilder<unknown>;
}

/**
 * The first rows in the order of an index, which is walked that far and no further, whatever statistics say. A number that is not
 * known beforehand is planned as a tenth of what there is; with one that is, an account that is thought to have less, as each is
 * before the first ANALYZE, is read and sorted whole for every portion.
 */
export function limitOf(rows: number): RawBuilder<unknown> {
  return sql`(SELECT ${sql.lit(rows)})`;
}

/** The first rows of a table that a cursor has not been told of, as `xid`, `id` and `is_removed`. */
export function newSince(
  table: keyof typeof TABLES,
  { accountId, seen, place, limit }: Asked,
): RawBuilder<unknown> {
  const { id, isRemoved } = TABLES[table];
  // What a snapshot did not see may have a lower number than what it saw: transactions end in another order than they begin.
  const isUnseen =
    seen === undefined ? sql`true` : sql`NOT pg_visible_in_snapshot(feed_xid, ${seen}::pg_snapshot)`;
  // Rows that were brought from another server have its numbers; as if they came from the future.
  return sql`(SELECT feed_xid AS xid, ${id} AS id, ${isRemoved} AS is_removed FROM ${sql.table(table)}
        WHERE account_id = ${accountId} AND (feed_xid, ${id}) > (${place.xid}::xid8, ${place.id}::bigint)
          AND ${isUnseen} AND feed_xid < pg_snapshot_xmax(pg_current_snapshot())
        ORDER BY feed_xid, ${id} LIMIT ${limit})`;
}

export function placeOf({ place, seen }: FeedCursor): FeedPlace {
  return place ?? { xid: oldestUnseen(seen), id: 0 };
}
