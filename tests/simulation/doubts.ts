import type { Tab } from './device.ts';

/** As `offline/connection/probe-schedule.ts` has them; a pause may be a quarter shorter or longer. */
const FIRST_PAUSE_MS = 2_000;
const GROWTH_PER_PAUSE = 0.02;
const LONGEST_PAUSE_MS = 60_000;
const JITTER = 0.25;
/** One failure is no doubt yet, and the pauses grow from it on. */
const SUSPICION_MS = 5_000;
const QUESTION_MS = 500;

/** Since when tabs believe themselves cut off, and how soon each finds out that it is not. */
export class Doubts {
  private readonly since = new WeakMap<Tab, number>();
  private readonly now: () => number;

  constructor(now: () => number) {
    this.now = now;
  }

  watch(tab: Tab): void {
    const { connectivity } = tab.core;
    const look = () => {
      if (!isInDoubt(tab)) this.since.delete(tab);
      else if (!this.since.has(tab)) this.since.set(tab, this.now());
    };
    connectivity.subscribe(look);
    look();
  }

  /** With nothing to send: its next question comes a fiftieth of the time later that it has asked in vain, and is answered. */
  endsWithinMs(tab: Tab, until: number): number {
    const lastsMs = until - (this.since.get(tab) ?? until) + SUSPICION_MS;
    const pauseMs = FIRST_PAUSE_MS + (lastsMs * GROWTH_PER_PAUSE) / (1 - JITTER);
    return Math.min(pauseMs, LONGEST_PAUSE_MS) * (1 + JITTER) + QUESTION_MS;
  }
}

export function isInDoubt({ core }: Tab): boolean {
  return !core.canReachServer(core.connectivity.getState());
}
