import { setTimeout as delay } from 'node:timers/promises';

/** A turn is over after this, so that the shipments of one shop take turns and a stop is quick. */
const TURN_MS = 10_000;
/** A limit that is open again so soon is sat out: giving the place to others would cost more. */
const SAT_OUT_LIMIT_MS = 3000;
/** Other work of the shop goes on while this one waits for an answer. */
const SAT_OUT_MS = 400;

/** Why a lane has nothing to do, and for how long; Infinity: until another lane hands something on. */
export interface Rest {
  inMs: number;
  isLimit: boolean;
}

/** The time that lanes share: it ends when all of them have long to wait, when its time is up, or when it is told to. */
export class Turn {
  readonly #endsAtMs = Date.now() + TURN_MS;
  readonly #over = new AbortController();
  readonly #signal: AbortSignal;
  readonly #laneCount: number;
  readonly #resting = new Map<number, { untilMs: number; isLimit: boolean; alarm: AbortController }>();
  readonly #calls: number[];

  constructor(laneCount: number, signal: AbortSignal) {
    this.#laneCount = laneCount;
    this.#signal = AbortSignal.any([signal, this.#over.signal]);
    this.#calls = Array.from({ length: laneCount }, () => 0);
  }

  isOver(): boolean {
    return this.#signal.aborted || Date.now() >= this.#endsAtMs;
  }

  end(): void {
    this.#over.abort();
  }

  /** Lanes after this one may have something to do now: items only move forward. */
  callNext(lane: number): void {
    for (let next = lane + 1; next < this.#laneCount; next += 1) {
      this.#calls[next] = this.callsOf(next) + 1;
      this.#resting.get(next)?.alarm.abort();
      this.#resting.delete(next);
    }
  }

  /** To be asked before a lane looks for work, so that a call in the meantime is not missed. */
  callsOf(lane: number): number {
    return this.#calls[lane] ?? 0;
  }

  /** Waits until the rest is over, the lane is called, or the turn ends. */
  async rest(lane: number, { inMs, isLimit }: Rest, callsBefore: number): Promise<void> {
    if (this.callsOf(lane) !== callsBefore) return;
    const alarm = new AbortController();
    this.#resting.set(lane, { untilMs: Date.now() + inMs, isLimit, alarm });
    if (this.#hasLongToWait()) this.end();
    const leftMs = Math.max(0, this.#endsAtMs - Date.now());
    const signal = AbortSignal.any([this.#signal, alarm.signal]);
    await delay(Math.min(inMs, leftMs), undefined, { signal }).catch(() => undefined);
    if (!this.isOver()) this.#resting.delete(lane);
  }

  /** After the turn: how long nobody has anything to do, and whether a limit is what keeps them. */
  remainingRest(): Rest {
    if (this.#resting.size < this.#laneCount) return { inMs: 0, isLimit: false };
    const [first] = [...this.#resting.values()].sort((one, other) => one.untilMs - other.untilMs);
    return { inMs: Math.max(0, (first?.untilMs ?? 0) - Date.now()), isLimit: first?.isLimit ?? false };
  }

  #hasLongToWait(): boolean {
    if (this.#resting.size < this.#laneCount) return false;
    return [...this.#resting.values()].every(
      ({ untilMs, isLimit }) => untilMs - Date.now() > (isLimit ? SAT_OUT_LIMIT_MS : SAT_OUT_MS),
    );
  }
}
