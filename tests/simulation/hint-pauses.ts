import type { ModelResponse } from './model-server.ts';
import type { Owner } from './scheduler.ts';

/** As `offline/live/lead.ts` has them: a stream that lasted so long had nothing wrong with it, and the longest pauses. */
const PROVEN_MS = 10_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
const LOST_PAUSE_MS = 2_000;
const LOST_GROWTH = 1.02;

interface Streak {
  startedAt: number;
  failures: number;
  losses: number;
  waitsUntil: number;
}

/** Until when each tab may wait before it opens a stream of hints again: what everybody else who has failed waits for. */
export class HintPauses {
  private readonly streaks = new Map<Owner, Streak>();
  private readonly now: () => number;
  private readonly deviceNow: () => number;

  constructor(now: () => number, deviceNow: () => number) {
    this.now = now;
    this.deviceNow = deviceNow;
  }

  noteAsked(tab: Owner): void {
    const { failures = 0, losses = 0 } = this.streaks.get(tab) ?? {};
    this.streaks.set(tab, { failures, losses, startedAt: this.deviceNow(), waitsUntil: -Infinity });
  }

  /** Nobody was there to answer. */
  noteLost(tab: Owner): void {
    const streak = this.streaks.get(tab);
    if (!streak) return;
    streak.losses += 1;
    this.wait(streak, LOST_PAUSE_MS * LOST_GROWTH ** streak.losses);
  }

  /** Refused, or over after it was open. */
  noteEnded(tab: Owner): void {
    const streak = this.streaks.get(tab);
    if (!streak) return;
    streak.losses = 0;
    streak.failures = this.deviceNow() - streak.startedAt >= PROVEN_MS ? 0 : streak.failures + 1;
    this.wait(streak, FIRST_PAUSE_MS * 2 ** streak.failures);
  }

  waitsUntil(): number {
    const waiting = [...this.streaks].filter(([tab]) => tab.isAlive);
    return Math.max(-Infinity, ...waiting.map(([, { waitsUntil }]) => waitsUntil));
  }

  private wait(streak: Streak, pauseMs: number): void {
    streak.waitsUntil = this.now() + Math.min(pauseMs, LONGEST_PAUSE_MS);
  }
}

/** As the device takes it: not our server has answered. */
export function isOfNobody({ status, headers }: ModelResponse): boolean {
  return headers['content-type']?.startsWith('text/html') === true || (status >= 502 && status <= 504);
}
