import { unavailable } from '#server/errors/http-error.ts';

const FULL_RETRY_SECONDS = 5;

/** Runs at most so many at once; the rest waits in a line of bounded length. Throws 503 when that is full. */
export function createSlots(count: number, waitingMax: number): <T>(work: () => Promise<T>) => Promise<T> {
  let left = count;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (waiting.length >= waitingMax) throw unavailable(FULL_RETRY_SECONDS);
    if (left === 0) await new Promise<void>((resolve) => waiting.push(resolve));
    else left -= 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else left += 1;
    }
  };
}
