import { describe, expect, it } from 'vitest';
import { sampleRecord } from '#tests/support/outbox/sample-record.ts';
import { settleFailed, settleRefused, settleSent, settleVersionConflict } from './response-rules.ts';
import type { OutboxContent, OutboxFailure, OutboxRecord } from './outbox-record.ts';
import { EMPTY_CONTENT } from './outbox-store.ts';

const NOW = 1_000_000;
const stamp = { now: NOW, newKey: () => 'new' };
const failure: OutboxFailure = { kind: 'refused', status: 400, detail: [], fieldErrors: [] };
const state = { entityId: 17, version: 5, fields: { title: 'sent', brand: 'old' } };
const sent = sampleRecord({
  state: 'sending',
  isUncertain: true,
  patch: { title: 'sent' },
  base: { title: 'old' },
});

function holding(...behind: Partial<OutboxRecord>[]): OutboxContent {
  const followers = behind.map((part, index) =>
    sampleRecord({ id: `f${index}`, sequence: 2 + index, ...part }),
  );
  return { ...EMPTY_CONTENT, records: [sent, ...followers] };
}

describe('what was sent', () => {
  it('goes, and is known as sent, also when the answer is that the entity is gone', () => {
    const gone = settleSent(holding({}), sent, null, NOW);
    expect(gone).toMatchObject({ remove: ['a'], sent: [['a', NOW]] });
    expect(gone.put).toBeUndefined();
  });

  it('counts as sent with those behind it that it contains, and with no others', () => {
    const content = holding(
      { patch: { title: 'sent' }, base: { title: 'sent' } },
      { patch: { brand: 'mine' }, base: { brand: 'old' } },
    );
    const change = settleSent(content, sent, state, NOW);
    expect(change.sent?.map(([id]) => id)).toEqual(['a', 'f0']);
    expect(change.put).toMatchObject([{ id: 'f1', baseVersion: 5, patch: { brand: 'mine' } }]);
  });

  it('lets a deletion behind it go on from the version that is there now', () => {
    const change = settleSent(holding({ kind: 'delete' }), sent, state, NOW);
    expect(change.put).toMatchObject([{ id: 'f0', kind: 'delete', baseVersion: 5 }]);
  });

  it('asks about a field that somebody else changed while the one before it was sent', () => {
    const content = holding({ patch: { brand: 'mine' }, base: { brand: 'before' } });
    const change = settleSent(content, sent, state, NOW);
    expect(change.put).toMatchObject([{ state: 'conflict', conflict: { fields: ['brand'] } }]);
  });

  it('asks about a field that was edited on top of something else than what was sent', () => {
    const content = holding({ patch: { title: 'mine' }, base: { title: 'seen elsewhere' } });
    expect(settleSent(content, sent, state, NOW).put).toMatchObject([{ state: 'conflict' }]);
  });

  it('is remembered for two minutes, however the clock is put', () => {
    const times = [-120_001, -120_000, 120_000, 120_001];
    const known = times.map((ms): [string, number] => [String(ms), NOW + ms]);
    const change = settleSent({ ...holding(), sent: new Map(known) }, sent, state, NOW);
    expect(change.forget).toEqual(['-120001', '120001']);
  });
});

describe('where somebody else saved meanwhile', () => {
  it('a deletion behind the edit is asked for once more, of the version that is there now', () => {
    const settled = settleVersionConflict(holding({ kind: 'delete' }), sent, state, stamp);
    expect(settled).toMatchObject({
      outcome: 'refused',
      change: { remove: ['a', 'f0'], put: [{ id: 'f0', kind: 'delete', state: 'rejected', baseVersion: 5 }] },
    });
  });

  it('five merges are sent at once, the sixth after half a minute', () => {
    const pauseAfter = (attempts: number) => {
      const mine = { ...sent, attempts, patch: { brand: 'mine' }, base: { brand: 'old' } };
      return settleVersionConflict(holding(), mine, state, stamp).record;
    };
    expect(pauseAfter(4)).toMatchObject({ attempts: 5, nextAttemptAt: 0 });
    expect(pauseAfter(5)).toMatchObject({ attempts: 6, nextAttemptAt: NOW + 30_000 });
  });
});

describe('where the server refuses', () => {
  it('a deletion behind the edit goes on without it', () => {
    const settled = settleRefused(holding({ kind: 'delete' }), sent, failure, stamp);
    expect(settled).toMatchObject({ change: { remove: ['a', 'f0'], put: [{ id: 'f0', kind: 'delete' }] } });
    expect(settled.change.put).toHaveLength(1);
    expect(settled.record?.id).toBe('f0');
  });

  it('what was not created needs no deletion', () => {
    const draft = { ...sent, kind: 'create' as const };
    const settled = settleRefused(holding({ kind: 'delete' }), draft, failure, stamp);
    expect(settled).toEqual({ change: { remove: ['a', 'f0'], put: [] }, record: undefined });
  });

  it('edits behind it are worth another try with it', () => {
    const settled = settleRefused(holding({ patch: { brand: 'x' } }), sent, failure, stamp);
    expect(settled.change.put).toMatchObject([
      { id: 'new', state: 'queued', patch: { title: 'sent', brand: 'x' } },
    ]);
  });
});

describe('a try that failed', () => {
  const claim = { tab: 't', at: 0, wasUncertain: false };
  const again = (isCertain: boolean, part: Partial<OutboxRecord>) =>
    settleFailed({ ...sent, ...part }, failure, { nextAttemptAt: 9, isCertain }).put?.[0];

  it('goes back into the queue under its key, and is counted', () => {
    expect(again(false, { claim, attempts: 2 })).toMatchObject({
      id: 'a',
      state: 'queued',
      claim: null,
      attempts: 3,
      nextAttemptAt: 9,
      failure,
    });
  });

  it('may have had an effect, unless the server surely did nothing and no try before it was uncertain', () => {
    expect(again(false, { claim })?.isUncertain).toBe(true);
    expect(again(true, { claim })?.isUncertain).toBe(false);
    expect(again(true, { claim: { ...claim, wasUncertain: true } })?.isUncertain).toBe(true);
    expect(again(true, { claim: null })?.isUncertain).toBe(true);
  });
});
