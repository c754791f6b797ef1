import { toWire } from '#contract/wire.ts';
import type { Db } from '#server/db/database.ts';
import { NO_COLUMNS } from './columns.ts';
import { cursorText, readCursor } from './cursors.ts';
import { look } from './look.ts';
import { isGoodFor, type Moment } from './moment.ts';
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
  /** The next one is of the same walk, which asks at its end for what has changed since it began. */
  isWithinWalk: boolean;
  count: number | null;
  checksum: number | null;
  fullChecksum: number | null;
}

/** In wire format. In this order a device knows what to ask for next before it has read the rest: `nextCursorIn`. */
export function portionText(portion: Portion): string {
  const { isReset, hasMore, cursor, removedIds, count, checksum, fullChecksum } = portion;
  const head = JSON.stringify(
    toWire({ isReset, hasMore, cursor, removedIds, count, checksum, fullChecksum }),
  );
  return `${head.slice(0, -1)},"columns":${portion.columns}}`;
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
    isWithinWalk: isFull,
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
    isWithinWalk: false,
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
    isWithinWalk: true,
    count: null,
    checksum: null,
    fullChecksum: null,
  };
}
