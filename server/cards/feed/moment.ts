import { sql, type RawBuilder } from 'kysely';
import { countOfStates } from '#server/cards/card-counts.ts';
import type { FeedCursor } from './cursors.ts';

/** Shorter than removals are remembered. */
const LONGEST_CURSOR_AGE_S = 60 * 24 * 3600;

/** What a look at the feed says of the moment at which it looked. */
export interface Moment {
  history: string;
  owner: string;
  now_s: number;
  snapshot: string;
  is_of_before: boolean;
  count: number;
  checksum: number;
  full_checksum: number;
}

/** What a moment is asked with: values, or columns of a statement that has several questions. */
type Since = { [Key in 'history' | 'seen']: FeedCursor[Key] | RawBuilder<FeedCursor[Key]> };

/** Columns of a {@link Moment}, for a statement that looks at something else as well. */
export function momentOf(
  accountId: number | RawBuilder<number>,
  cursor: Since | undefined,
): RawBuilder<unknown> {
  return sql`
      (SELECT id FROM catalogue_histories ORDER BY begun_at DESC LIMIT 1) AS history,
      left(md5(concat_ws(' ', ${accountId}::bigint, (SELECT system_identifier FROM pg_control_system()),
        (SELECT oid FROM pg_database WHERE datname = current_database()))), 8) AS owner,
      extract(epoch FROM now())::bigint AS now_s,
      pg_current_snapshot()::text AS snapshot,
      ${isOfBefore(cursor)} AS is_of_before,
      ${countOfStates(accountId, { withArchived: true })} AS count,
      ${sumOf(sql`change`, accountId)} AS checksum,
      ${sumOf(sql`change + wb_tags_change`, accountId)} AS full_checksum`;
}

/** From 0 to 2^48 − 1. */
function sumOf(change: RawBuilder<unknown>, accountId: number | RawBuilder<number>): RawBuilder<number> {
  return sql`(SELECT mod(mod(coalesce(sum(${change}), 0), 281474976710656) + 281474976710656, 281474976710656)::bigint
        FROM card_checksum_changes WHERE account_id = ${accountId})`;
}

export function isGoodFor(cursor: FeedCursor, moment: Moment): boolean {
  const ageS = moment.now_s - cursor.issuedAtS;
  return moment.is_of_before && cursor.owner === moment.owner && ageS < LONGEST_CURSOR_AGE_S;
}

/** A cursor from the future was given by a database that has been put back since. */
function isOfBefore(cursor: Since | undefined): RawBuilder<boolean> {
  if (!cursor) return sql`true`;
  return sql`(EXISTS (SELECT FROM catalogue_histories WHERE id = ${cursor.history})
    AND pg_snapshot_xmax(${cursor.seen}::pg_snapshot) <= pg_snapshot_xmax(pg_current_snapshot()))`;
}
