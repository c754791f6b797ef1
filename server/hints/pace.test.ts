import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPace } from './pace.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('tells the first hint at once, and what follows together after the pause', () => {
  const send = vi.fn();
  const pace = createPace(500, send);
  for (let i = 0; i < 1000; i += 1) pace.add(1, 'cards');
  pace.add(1, 'shipments');
  expect(send.mock.calls).toEqual([[1, ['cards']]]);
  vi.advanceTimersByTime(500);
  expect(send.mock.calls.slice(1)).toEqual([[1, ['cards', 'shipments']]]);
  pace.stop();
});

it('makes nobody wait for another account', () => {
  const send = vi.fn();
  const pace = createPace(500, send);
  pace.add(1, 'cards');
  pace.add(2, 'cards');
  expect(send).toHaveBeenCalledTimes(2);
  pace.stop();
});

it('tells two hints a second of whatever goes on for long, and the last of it', () => {
  const send = vi.fn();
  const pace = createPace(500, send);
  for (let ms = 0; ms < 10_000; ms += 10) {
    pace.add(1, 'cards');
    vi.advanceTimersByTime(10);
  }
  expect(send.mock.calls.length).toBeLessThanOrEqual(21);
  const told = send.mock.calls.length;
  pace.add(1, 'shipments');
  vi.advanceTimersByTime(500);
  expect(send.mock.calls.slice(told).flat(2)).toContain('shipments');
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(500);
  expect(vi.getTimerCount()).toBe(0);
});
