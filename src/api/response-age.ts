/**
 * A query's `dataUpdatedAt` is the time its data left the server. Whole milliseconds mean that this page fetched it;
 * a fraction marks data that came from a stored copy. The mark thus travels with the number through
 * react-query, `select` and the disk, and needs no second register.
 */
const STORED = 0.5;
const UNKNOWN_AGE = 0.25;
/** Longer than any stale time, shorter than the time copies are kept. */
const UNKNOWN_AGE_COUNTS_AS_MS = 24 * 3600 * 1000;

/** The stamp of data from a stored copy that left the server at `fetchedAt`. */
export function storedStamp(fetchedAt: number): number {
  return Math.floor(fetchedAt) + STORED;
}

/** The stamp of stored data whose age cannot be known: stale, and shown without a time. */
export function unknownAgeStamp(now: number): number {
  return Math.floor(now) - UNKNOWN_AGE_COUNTS_AS_MS + UNKNOWN_AGE;
}

export function isStoredStamp(stamp: number): boolean {
  return !Number.isInteger(stamp);
}

export function isUnknownAgeStamp(stamp: number): boolean {
  return stamp - Math.floor(stamp) === UNKNOWN_AGE;
}
