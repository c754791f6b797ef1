import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { EMPTY_CONTENT } from './outbox-store.ts';
import type { OutboxContent, OutboxRecord } from './outbox-record.ts';
import { sampleRecord } from '#tests/support/outbox/sample-record.ts';
import { createTakeOver } from './take-over.ts';

let content: OutboxContent;
let freeLock: (() => void) | undefined;
let flush: ReturnType<typeof vi.fn<() => Promise<void>>>;

beforeEach(() => {
  vi.useFakeTimers();
  freeLock = undefined;
  flush = vi.fn(async () => undefined);
});
afterEach(() => {
  vi.useRealTimers();
});

function line(...records: Partial<OutboxRecord>[]) {
  content = { ...EMPTY_CONTENT, records: records.map((part) => sampleRecord(part)) };
  return createTakeOver({
    waitForLock: () => new Promise<void>((done) => (freeLock = done)),
    getContent: () => content,
    flush,
  });
}

it('waits behind the tab that sends, and goes on when that one dies', async () => {
  const { standInLine } = line({ state: 'sending' });
  standInLine();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(flush).not.toHaveBeenCalled();
  freeLock?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(flush).toHaveBeenCalledTimes(1);
});

it('has nothing to do when the other tab has sent it all', async () => {
  const { standInLine } = line({ state: 'sending' });
  standInLine();
  await vi.advanceTimersByTimeAsync(1_000);
  content = EMPTY_CONTENT;
  freeLock?.();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(flush).not.toHaveBeenCalled();
});

it('comes again when what was put back is due', async () => {
  const { standInLine } = line({ state: 'sending' });
  standInLine();
  await vi.advanceTimersByTimeAsync(1_000);
  content = { ...EMPTY_CONTENT, records: [sampleRecord({ nextAttemptAt: Date.now() + 20_000 })] };
  freeLock?.();
  await vi.advanceTimersByTimeAsync(19_000);
  expect(flush).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_000);
  freeLock?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(flush).toHaveBeenCalledTimes(1);
});

it.each([
  ['a choice', [{ state: 'conflict' as const }, { id: 'b', sequence: 2 }]],
  ['nothing', []],
])('does not stand in line for %s', async (_, records) => {
  const { standInLine } = line(...records);
  standInLine();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(freeLock).toBeUndefined();
  expect(flush).not.toHaveBeenCalled();
});

it('lets go with the page', async () => {
  const { standInLine, stop } = line({});
  standInLine();
  stop();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(flush).not.toHaveBeenCalled();
});
