import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startCrashBreaker } from './crash-breaker.ts';

const wipe = vi.fn(() => Promise.resolve());

beforeEach(() => {
  vi.useFakeTimers();
  wipe.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
});

/** One start that crashes so long after it began, or not at all. */
async function start(crashAfterMs?: number) {
  const breaker = await startCrashBreaker(wipe);
  if (crashAfterMs !== undefined) {
    await vi.advanceTimersByTimeAsync(crashAfterMs);
    breaker.reportCrash();
    breaker.reportCrash();
  } else {
    await vi.advanceTimersByTimeAsync(60_000);
  }
  vi.clearAllTimers();
}

describe('the crash breaker', () => {
  it('wipes the copies before the third start when two in a row crashed soon', async () => {
    await start(100);
    await start(9_000);
    expect(wipe).not.toHaveBeenCalled();
    await start(100);
    expect(wipe).toHaveBeenCalledTimes(1);
  });

  it('wipes once, and then counts anew', async () => {
    await start(100);
    await start(100);
    await start();
    await start();
    expect(wipe).toHaveBeenCalledTimes(1);
  });

  it('does not blame the copies for a crash later on, or for one between good starts', async () => {
    await start(11_000);
    await start(11_000);
    await start(100);
    await start();
    await start(100);
    await start();
    expect(wipe).not.toHaveBeenCalled();
  });

  it('does nothing, and harms nothing, when storage is blocked', async () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    for (let time = 0; time < 4; time += 1) await start(100);
    expect(wipe).not.toHaveBeenCalled();
  });
});
