/** Which records are sent by whom and when, as pure functions; see `edit-rules.ts`. */
import { entityKey, type OutboxChange, type OutboxContent, type OutboxRecord } from './outbox-record.ts';

/** A tab without Web Locks is taken for dead when it has been sending for longer than any call takes. */
const CLAIM_LEASE_MS = 60_000;
/** No pause lasts so long: a record that seems to wait longer was put back before the device's clock went back. */
const BEYOND_ANY_PAUSE_MS = 600_000;

/**
 * What a dead tab was sending goes back into the queue with its key. With the lock in hand every claim is a dead
 * tab's; without locks only an old one is. `isForced`: the connection came back, what failed for want of it does not
 * wait any longer; a server's wish to wait stands.
 */
export function recover(
  content: OutboxContent,
  { tab, now, hasLock, isForced }: { tab: string; now: number; hasLock: boolean; isForced: boolean },
): OutboxChange {
  const abandoned = content.records.filter(({ state, claim }) => {
    if (state !== 'sending') return false;
    if (hasLock || claim === null || claim.tab === tab) return true;
    return Math.abs(now - claim.at) > CLAIM_LEASE_MS;
  });
  const waiting = content.records.filter(
    ({ state, failure, nextAttemptAt }) =>
      isForced && state === 'queued' && failure?.kind !== 'server' && nextAttemptAt > 0,
  );
  return {
    put: [
      ...abandoned.map((record) => ({ ...record, state: 'queued' as const, claim: null, nextAttemptAt: 0 })),
      ...waiting.map((record) => ({ ...record, nextAttemptAt: 0 })),
    ],
  };
}

/** Takes up to `limit` records for sending: of each entity the first, when its time has come. */
export function claimDue(
  content: OutboxContent,
  { tab, now, limit }: { tab: string; now: number; limit: number },
): OutboxRecord[] {
  const heads = new Map<string, OutboxRecord>();
  for (const record of content.records.toSorted((a, b) => a.sequence - b.sequence)) {
    if (!heads.has(entityKey(record))) heads.set(entityKey(record), record);
  }
  return [...heads.values()]
    .filter((record) => record.state === 'queued' && isDue(record, now))
    .slice(0, limit)
    .map((record) => {
      const claim = { tab, at: now, wasUncertain: record.isUncertain };
      return { ...record, state: 'sending', isUncertain: true, claim };
    });
}

function isDue({ nextAttemptAt }: OutboxRecord, now: number): boolean {
  return nextAttemptAt <= now || nextAttemptAt > now + BEYOND_ANY_PAUSE_MS;
}

/** Claimed but not sent after all. */
export function unclaim(record: OutboxRecord): OutboxChange {
  const isUncertain = record.claim?.wasUncertain !== false;
  return { put: [{ ...record, state: 'queued', claim: null, isUncertain }] };
}

/** When the next record is due; undefined when none is queued. */
export function nextDueAt(content: OutboxContent): number | undefined {
  const times = content.records
    .filter(({ state }) => state === 'queued')
    .map((record) => record.nextAttemptAt);
  return times.length === 0 ? undefined : Math.min(...times);
}
