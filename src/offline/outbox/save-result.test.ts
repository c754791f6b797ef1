import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sampleRecord } from '#tests/support/outbox/sample-record.ts';
import type { OutboxFailure } from './outbox-record.ts';
import { createWaiters } from './save-result.ts';
import { EMPTY_CONTENT } from './outbox-store.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

async function afterTenSeconds(waiting: Promise<{ status: string }>): Promise<string> {
  const told = vi.fn();
  void waiting.then(({ status }) => told(status));
  await vi.advanceTimersByTimeAsync(10_000);
  return (told.mock.calls[0]?.[0] as string | undefined) ?? 'nothing';
}

describe('where edits are kept', () => {
  it('nobody waits longer than five seconds to hear that theirs is on the device', async () => {
    expect(await afterTenSeconds(createWaiters().waitFor(1))).toBe('waiting');
  });

  it('a record that is gone was sent by another tab', async () => {
    const waiters = createWaiters();
    const waiting = waiters.waitFor(1);
    waiters.settleFrom(EMPTY_CONTENT);
    expect(await waiting).toMatchObject({ status: 'sent' });
  });
});

describe('who waits', () => {
  const sent = { status: 'sent', state: null, isMerged: false } as const;
  const settled = async (waiting: Promise<{ status: string }>) => (await waiting).status;
  const contentOf = (...records: Parameters<typeof sampleRecord>[0][]) => ({
    ...EMPTY_CONTENT,
    records: records.map((part) => sampleRecord(part)),
  });

  it('is told with all others who wait for the same, once', async () => {
    const waiters = createWaiters();
    const both = [waiters.waitFor(1), waiters.waitFor(1)];
    expect(waiters.settle(1, sent)).toBe(true);
    expect(await Promise.all(both.map(settled))).toEqual(['sent', 'sent']);
    expect(waiters.settle(1, sent)).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('and has gone after five seconds is not told again, while others go on waiting', async () => {
    const waiters = createWaiters();
    const early = waiters.waitFor(1);
    await vi.advanceTimersByTimeAsync(4_000);
    const late = waiters.waitFor(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await settled(early)).toBe('waiting');
    expect(waiters.settle(1, sent)).toBe(true);
    expect(await settled(late)).toBe('sent');
    void waiters.waitFor(2);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(waiters.settle(2, sent)).toBe(false);
  });

  it('goes on under another number, beside those who wait for it already', async () => {
    const waiters = createWaiters();
    const both = [waiters.waitFor(1), waiters.waitFor(2)];
    waiters.move(1, 2);
    waiters.move(2, 2);
    waiters.move(7, 2);
    expect(waiters.settle(1, sent)).toBe(false);
    expect(waiters.settle(2, sent)).toBe(true);
    expect(await Promise.all(both.map(settled))).toEqual(['sent', 'sent']);
  });

  it('is told what has become of the record, unless it is being sent', async () => {
    const waiters = createWaiters();
    const waiting = [1, 2, 3, 4].map((sequence) => waiters.waitFor(sequence));
    waiters.settleFrom(
      contentOf(
        { sequence: 1, state: 'conflict' },
        { sequence: 2, state: 'rejected' },
        { sequence: 3, state: 'queued' },
        { sequence: 4, state: 'sending' },
      ),
    );
    expect(await Promise.all(waiting.slice(0, 3).map(settled))).toEqual(['conflict', 'rejected', 'waiting']);
    expect(waiters.settle(4, sent)).toBe(true);
  });

  it('for what another tab has sent is told nothing of a merge', async () => {
    const waiters = createWaiters();
    const waiting = waiters.waitFor(1);
    waiters.settleFrom(contentOf({ sequence: 2 }));
    expect(await waiting).toEqual(sent);
  });

  it('is told with everybody when all is over', async () => {
    const waiters = createWaiters();
    const both = [waiters.waitFor(1), waiters.waitFor(2)];
    waiters.settleAll(sent);
    expect(await Promise.all(both.map(settled))).toEqual(['sent', 'sent']);
  });

  it('where nothing is kept hears of what was sent, and why it was not', async () => {
    const waiters = createWaiters({ isVolatile: true });
    const both = [waiters.waitFor(1), waiters.waitFor(2)];
    const failure: OutboxFailure = { kind: 'server', status: 503, detail: ['Позже'], fieldErrors: [] };
    waiters.settle(1, sent);
    waiters.settle(2, { status: 'failed', failure });
    expect(await Promise.all(both)).toEqual([sent, { status: 'failed', failure }]);
  });
});

describe('where nothing is kept', () => {
  it('nobody is told that something is: they wait for the server', async () => {
    expect(await afterTenSeconds(createWaiters({ isVolatile: true }).waitFor(1))).toBe('nothing');
  });

  it('what cannot be sent has failed, and what was dropped was not sent', async () => {
    const waiters = createWaiters({ isVolatile: true });
    const unsent = waiters.waitFor(1);
    const dropped = waiters.waitFor(2);
    waiters.settle(1, { status: 'waiting', failure: null });
    waiters.settleFrom(EMPTY_CONTENT);
    const withSentence = { status: 'failed', failure: { detail: [expect.any(String)] } };
    expect(await unsent).toMatchObject(withSentence);
    expect(await dropped).toMatchObject(withSentence);
  });

  it('a conflict waits for nobody, and a refusal is in no list: both have failed', async () => {
    const waiters = createWaiters({ isVolatile: true });
    const conflict = waiters.waitFor(1);
    const refusal = waiters.waitFor(2);
    const failure: OutboxFailure = { kind: 'refused', status: 403, detail: ['Нельзя'], fieldErrors: [] };
    waiters.settle(1, { status: 'conflict', record: sampleRecord({ state: 'conflict' }) });
    waiters.settle(2, { status: 'rejected', record: sampleRecord({ state: 'rejected', failure }) });
    expect(await conflict).toMatchObject({
      status: 'failed',
      failure: { kind: 'refused', status: 412, detail: [expect.any(String)] },
    });
    expect(await refusal).toMatchObject({ status: 'failed', failure: { status: 403, detail: ['Нельзя'] } });
  });
});
