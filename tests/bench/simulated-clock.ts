import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers';
import timersPromises from 'node:timers/promises';

/**
 * A clock for work that mostly waits: it stands still while anything is at work, and jumps to the next timer when nothing
 * is. Everything in the process follows it: `Date`, timers, the embedded database and the simulator. To be installed before
 * what it measures is imported. Requests that are under way hold it; a jump that comes too early makes the time longer, not
 * shorter.
 */

interface Timer {
  dueMs: number;
  order: number;
  run: () => void;
  intervalMs: number | undefined;
}

/** Turns of the event loop without anything to do before a jump: data on its way through a socket arrives within a few. */
const IDLE_TURNS = 50;

export function installSimulatedClock(): void {
  let nowMs = Date.now();
  const realImmediate = globalThis.setImmediate;
  const waiting = new Set<Timer>();
  let order = 0;
  let requests = 0;
  let idleTurns = 0;
  const now = () => nowMs;

  class SimulatedDate extends Date {
    constructor(...args: unknown[]) {
      // Date has seven signatures; they are only passed on.
      super(...((args.length === 0 ? [now()] : args) as [number]));
    }
    static override now = now;
  }

  function schedule(run: () => void, delayMs: number | undefined, isRepeated: boolean) {
    const ms = Math.max(1, Number(delayMs) || 1);
    order += 1;
    const timer: Timer = { dueMs: now() + ms, order, run, intervalMs: isRepeated ? ms : undefined };
    waiting.add(timer);
    const handle = {
      timer,
      ref: () => handle,
      unref: () => handle,
      hasRef: () => true,
      refresh() {
        timer.dueMs = now() + ms;
        waiting.add(timer);
        return handle;
      },
      close: () => waiting.delete(timer),
      [Symbol.dispose]: () => waiting.delete(timer),
    };
    return handle;
  }

  const clear = (handle: unknown) => {
    if (typeof handle === 'object' && handle !== null && 'timer' in handle)
      waiting.delete(handle.timer as Timer);
  };
  const setTimeout = (run: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) =>
    schedule(() => run(...args), ms, false);
  const setInterval = (run: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) =>
    schedule(() => run(...args), ms, true);
  const delay = <T>(ms?: number, value?: T, options: { signal?: AbortSignal } = {}) =>
    new Promise<T | undefined>((resolve, reject) => {
      const { signal } = options;
      if (signal?.aborted) {
        reject(signal.reason as Error);
        return;
      }
      const refuse = () => {
        clear(handle);
        reject(signal?.reason as Error);
      };
      const handle = setTimeout(() => {
        signal?.removeEventListener('abort', refuse);
        resolve(value);
      }, ms);
      signal?.addEventListener('abort', refuse, { once: true });
    });

  const replaced = { setTimeout, setInterval, clearTimeout: clear, clearInterval: clear };
  Object.assign(globalThis, replaced, { Date: SimulatedDate });
  Object.assign(timers, replaced);
  Object.assign(timersPromises, { setTimeout: delay });
  syncBuiltinESMExports();

  const realFetch = globalThis.fetch;
  globalThis.fetch = async (...args) => {
    requests += 1;
    try {
      return await realFetch(...args);
    } finally {
      requests -= 1;
    }
  };

  const nextTimer = () => {
    let next: Timer | undefined;
    for (const timer of waiting) {
      const isEarlier =
        !next || timer.dueMs < next.dueMs || (timer.dueMs === next.dueMs && timer.order < next.order);
      if (isEarlier) next = timer;
    }
    return next;
  };

  function turn(): void {
    const next = nextTimer();
    if (next && next.dueMs <= now()) {
      idleTurns = 0;
      if (next.intervalMs === undefined) waiting.delete(next);
      else next.dueMs = now() + next.intervalMs;
      next.run();
    } else if (requests > 0) {
      idleTurns = 0;
    } else {
      idleTurns += 1;
      if (next && idleTurns > IDLE_TURNS) {
        nowMs = next.dueMs;
        idleTurns = 0;
      }
    }
    realImmediate(turn);
  }
  realImmediate(turn);
}
