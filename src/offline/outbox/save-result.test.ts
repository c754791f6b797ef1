import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
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
    expect(await unsent).toMatchObject({ status: 'failed' });
    expect(await dropped).toMatchObject({ status: 'failed' });
  });
});
