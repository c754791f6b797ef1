import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FIRST_SCREEN_MAX_MS, firstScreen } from './first-screen.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('the first screen has its data when nothing is asked for, and not between one question and the next', async () => {
  const client = new QueryClient();
  const come = vi.fn();
  void firstScreen(client).then(come);
  const asking = vi.spyOn(client, 'isFetching').mockReturnValue(1);
  await vi.advanceTimersByTimeAsync(1_000);
  asking.mockReturnValue(0);
  await vi.advanceTimersByTimeAsync(300);
  asking.mockReturnValue(2);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(come).not.toHaveBeenCalled();
  asking.mockReturnValue(0);
  await vi.advanceTimersByTimeAsync(600);
  expect(come).toHaveBeenCalledTimes(1);
});

it('a read that never ends keeps nothing away for ever', async () => {
  const client = new QueryClient();
  vi.spyOn(client, 'isFetching').mockReturnValue(1);
  const come = vi.fn();
  void firstScreen(client).then(come);
  await vi.advanceTimersByTimeAsync(FIRST_SCREEN_MAX_MS - 500);
  expect(come).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(come).toHaveBeenCalledTimes(1);
});
