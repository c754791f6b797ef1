import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useHasCome } from './use-has-come.ts';

const DAY_MS = 24 * 3600 * 1000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it.each([60_000, 40 * DAY_MS])(
  'turns true by itself after %d ms, and not a second before',
  async (waitMs) => {
    const timeMs = Date.now() + waitMs;
    const { result } = renderHook(() => useHasCome(timeMs));
    await act(() => vi.advanceTimersByTimeAsync(waitMs - 1000));
    expect(result.current).toBe(false);
    await act(() => vi.advanceTimersByTimeAsync(1000));
    expect(result.current).toBe(true);
  },
);

it('is past at once where the moment was', () => {
  const { result } = renderHook(() => useHasCome(Date.now()));
  expect(result.current).toBe(true);
});
