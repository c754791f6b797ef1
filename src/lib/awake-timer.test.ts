import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setAwakeTimer } from './awake-timer.ts';

describe('a timer of the time awake', () => {
  const ring = vi.fn();

  afterEach(() => {
    vi.useRealTimers();
    ring.mockReset();
  });

  describe('while the page runs', () => {
    beforeEach(() => void vi.useFakeTimers());

    it('is due when its time is over', () => {
      setAwakeTimer(ring, 4_100);
      vi.advanceTimersByTime(4_099);
      expect(ring).not.toHaveBeenCalled();
      vi.advanceTimersByTime(1);
      expect(ring).toHaveBeenCalledOnce();
      expect(vi.getTimerCount()).toBe(0);
    });

    it('is never due once it was stopped', () => {
      const stop = setAwakeTimer(ring, 1_000);
      vi.advanceTimersByTime(700);
      stop();
      vi.advanceTimersByTime(10_000);
      expect(ring).not.toHaveBeenCalled();
    });
  });

  it('counts a gap in which nothing could run as one tick, so that what came meanwhile is looked at first', async () => {
    const order: string[] = [];
    const isOver = new Promise<void>((resolve) => {
      setAwakeTimer(() => {
        order.push('due');
        resolve();
      }, 600);
    });
    setTimeout(() => order.push('what came meanwhile'), 250);
    sleepWithoutRunning(700);
    await isOver;
    expect(order).toEqual(['what came meanwhile', 'due']);
  });
});

function sleepWithoutRunning(ms: number) {
  const until = Date.now() + ms;
  while (Date.now() < until);
}
