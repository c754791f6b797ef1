/** Where a device has got to in the feed. Devices pass it back as text and look into it no further. */
export interface FeedCursor {
  /** The start of a server that it was given after. */
  history: string;
  /** The account in this database, as a hash. */
  owner: string;
  issuedAtS: number;
  /** A snapshot of the database: all that was committed in it has been handed out when the place is gone through. */
  seen: string;
  /** In the middle: the last that was handed out. */
  place: FeedPlace | undefined;
}

/** `xid` is undefined while cards are handed out from the beginning, in the order of their ids. */
export interface FeedPlace {
  xid: string | undefined;
  id: number;
}

const PATTERN =
  /^([0-9a-f]{12})\.([0-9a-f]{8})\.(\d{1,11})\.(\d{1,18}:\d{1,18}:[\d,]{0,110})(?:\.(f|\d{1,18})\.(\d{1,15}))?$/;
/** With more transactions under way than fit, what was committed since the oldest of them is handed out once more. */
const LONGEST_SNAPSHOT = 100;

export function cursorText({ history, owner, issuedAtS, seen, place }: FeedCursor): string {
  const parts = [history, owner, issuedAtS, seen.length > LONGEST_SNAPSHOT ? shortened(seen) : seen];
  return [...parts, ...(place ? [place.xid ?? 'f', place.id] : [])].join('.');
}

/** Undefined for what no server has ever written. */
export function readCursor(text: string): FeedCursor | undefined {
  const [, history, owner, issuedAtS, seen, xid, id] = PATTERN.exec(text) ?? [];
  if (history === undefined || owner === undefined || seen === undefined || !isSnapshot(seen))
    return undefined;
  return {
    history,
    owner,
    issuedAtS: Number(issuedAtS),
    seen,
    place: id === undefined ? undefined : { xid: xid === 'f' ? undefined : xid, id: Number(id) },
  };
}

export function oldestUnseen(seen: string): string {
  return seen.slice(0, seen.indexOf(':'));
}

function shortened(seen: string): string {
  const oldest = oldestUnseen(seen);
  return `${oldest}:${oldest}:`;
}

/** As the database reads it: what it refuses would be an error of the server. */
function isSnapshot(seen: string): boolean {
  const [oldest = '', next = '', underWay = ''] = seen.split(':');
  const [from, to] = [BigInt(oldest), BigInt(next)];
  const ids = underWay === '' ? [] : underWay.split(',');
  return (
    from > 0n &&
    from <= to &&
    ids.every((id, index) => {
      const previous = ids[index - 1];
      return (
        /^\d{1,18}$/.test(id) &&
        BigInt(id) >= from &&
        BigInt(id) < to &&
        (previous === undefined || BigInt(previous) < BigInt(id))
      );
    })
  );
}
