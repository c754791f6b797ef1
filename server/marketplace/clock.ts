/**
 * How far our clock is from the marketplace's, by the `Date` of its answers. The times of cards and errors are theirs, the
 * times of our calls are ours: on a computer whose clock is minutes ahead nothing would ever come «after» it was sent.
 */
export interface MarketplaceClock {
  /** An answer that came just now to a call that left at `leftAtMs` carried this `Date`. */
  heard(host: string, date: string | null, leftAtMs: number): void;
  /** A moment of our clock by the host's; never later than it really was. */
  theirTime(host: string, ourMs: number): number;
}

/** Less is the time that a call takes, and the second to which `Date` is cut. */
const WORTH_NOTING_MS = 3000;

export function createMarketplaceClock(now: () => number = Date.now): MarketplaceClock {
  const aheadMs = new Map<string, number>();
  return {
    heard(host, date, leftAtMs) {
      const theirMs = Date.parse(date ?? '');
      if (Number.isNaN(theirMs)) return;
      const mostMs = now() - theirMs;
      const leastMs = leftAtMs - theirMs;
      aheadMs.set(host, leastMs > WORTH_NOTING_MS || mostMs < -WORTH_NOTING_MS ? mostMs : 0);
    },
    theirTime: (host, ourMs) => ourMs - (aheadMs.get(host) ?? 0),
  };
}
