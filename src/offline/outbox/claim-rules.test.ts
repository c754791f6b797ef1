import { describe, expect, it } from 'vitest';
import { sampleRecord } from '#tests/support/outbox/sample-record.ts';
import { claimDue, nextDueAt, recover, unclaim } from './claim-rules.ts';
import type { OutboxContent, OutboxFailure, OutboxRecord } from './outbox-record.ts';
import { EMPTY_CONTENT } from './outbox-store.ts';

const NOW = 1_000_000;
const holding = (...parts: Partial<OutboxRecord>[]): OutboxContent => ({
  ...EMPTY_CONTENT,
  records: parts.map((part) => sampleRecord(part)),
});
const claim = { tab: 'other', at: NOW, wasUncertain: false };
const ids = (records: readonly OutboxRecord[] = []) => records.map(({ id }) => id);

describe('what a tab was sending', () => {
  const asked = { tab: 'me', now: NOW, hasLock: false, isForced: false };
  const recovered = (part: Partial<OutboxRecord>, how: Partial<typeof asked> = {}) =>
    ids(recover(holding({ state: 'sending', claim, ...part }), { ...asked, ...how }).put);

  it('goes back into the queue, due at once and nobody’s', () => {
    const { put } = recover(holding({ state: 'sending', claim, nextAttemptAt: 5 }), {
      ...asked,
      hasLock: true,
    });
    expect(put).toMatchObject([{ id: 'a', state: 'queued', claim: null, nextAttemptAt: 0 }]);
  });

  it('is its own while it may be alive: another one’s only with the lock in hand', () => {
    expect(recovered({})).toEqual([]);
    expect(recovered({}, { hasLock: true })).toEqual(['a']);
    expect(recovered({ claim: { ...claim, tab: 'me' } })).toEqual(['a']);
    expect(recovered({ claim: null })).toEqual(['a']);
  });

  it.each([
    [-60_001, ['a']],
    [-60_000, []],
    [60_000, []],
    [60_001, ['a']],
  ])('counts as left when it was taken %i ms from now, whichever way the clock was put', (ms, expected) => {
    expect(recovered({ claim: { ...claim, at: NOW + ms } })).toEqual(expected);
  });
});

describe('when the connection is back', () => {
  const failure = (kind: OutboxFailure['kind']): OutboxFailure => ({
    kind,
    status: 0,
    detail: [],
    fieldErrors: [],
  });
  const asked = { tab: 'me', now: NOW, hasLock: true, isForced: true };
  const waiting = { nextAttemptAt: NOW + 9, failure: failure('network') };

  it('what failed for want of it waits no longer', () => {
    expect(recover(holding(waiting), asked).put).toMatchObject([{ id: 'a', nextAttemptAt: 0 }]);
    expect(recover(holding(waiting), { ...asked, isForced: false }).put).toEqual([]);
    expect(ids(recover(holding({ nextAttemptAt: 9, failure: null }), asked).put)).toEqual(['a']);
  });

  it('a server’s wish to wait stands, and so does what a person decides about', () => {
    expect(recover(holding({ ...waiting, failure: failure('server') }), asked).put).toEqual([]);
    expect(recover(holding({ ...waiting, state: 'rejected' }), asked).put).toEqual([]);
    expect(recover(holding({ ...waiting, nextAttemptAt: 0 }), asked).put).toEqual([]);
  });
});

describe('a tab takes for sending', () => {
  const asked = { tab: 'me', now: NOW, limit: 2 };
  const taken = (...parts: Partial<OutboxRecord>[]) => ids(claimDue(holding(...parts), asked));

  it('of each entity the first, in the order of the edits, and no more than it can', () => {
    expect(
      taken(
        { id: 'late', entityId: 3, sequence: 9 },
        { id: 'second', entityId: 1, sequence: 2 },
        { id: 'first', entityId: 1, sequence: 1 },
        { id: 'other', entityId: 2, sequence: 3 },
      ),
    ).toEqual(['first', 'other']);
  });

  it('nothing of an entity whose first edit is in somebody’s hands', () => {
    expect(taken({ state: 'conflict' }, { id: 'b', sequence: 2 })).toEqual([]);
  });

  it.each([
    [NOW, ['a']],
    [NOW + 1, []],
    [NOW + 600_000, []],
    [NOW + 600_001, ['a']],
  ])('what is due at %i, or was put off by a clock that went back', (nextAttemptAt, expected) => {
    expect(taken({ nextAttemptAt })).toEqual(expected);
  });

  it('and from then on it may have reached the server; given back, it is as certain as before', () => {
    for (const isUncertain of [true, false]) {
      const [record] = claimDue(holding({ isUncertain }), asked);
      expect(record).toMatchObject({
        state: 'sending',
        isUncertain: true,
        claim: { tab: 'me', at: NOW, wasUncertain: isUncertain },
      });
      expect(record && unclaim(record).put).toMatchObject([{ state: 'queued', claim: null, isUncertain }]);
    }
    expect(unclaim(sampleRecord({ claim: null })).put).toMatchObject([{ isUncertain: true }]);
  });
});

it('the next time to look is that of the earliest record in the queue', () => {
  expect(
    nextDueAt(holding({ nextAttemptAt: 7 }, { nextAttemptAt: 5 }, { state: 'conflict', nextAttemptAt: 1 })),
  ).toBe(5);
  expect(nextDueAt(holding({ state: 'conflict' }))).toBeUndefined();
});
