import { setTimeout as delay } from 'node:timers/promises';

/** A turn is over after this, so that the shipments of one shop take turns and a stop is quick. */
const TURN_MS = 10_000;
/** A limit that is open again so soon is sat out: giving the place to others would cost more. */
const SAT_OUT_LIMIT_MS = 3000;
/** Other work of the shop goes on while this one waits for an answer. */
const SAT_OUT_MS = 400;

/** Why a worker has nothing to do, and for how long; Infinity: until another worker hands something on. */
export interface Rest {
  inMs: number;
  isLimit: boolean;
}

/** The time that workers share: it ends when all of them have long to wait, when its time is up, or when it is told to. */
export class Turn {
  readonly #endsAtMs = Date.now() + TURN_MS;
  readonly #over = new AbortController();
  readonly #signal: AbortSignal;
  readonly #workerCount: number;
  readonly #resting = new Map<number, { untilMs: number; isLimit: boolean; alarm: AbortController }>();
  readonly #calls: number[];

  constructor(workerCount: number, signal: AbortSignal) {
    this.#workerCount = workerCount;
    this.#signal = AbortSignal.any([signal, this.#over.signal]);
    this.#calls = Array.from({ length: workerCount }, () => 0);
  }

  isOver(): boolean {
    return this.#signal.aborted || Date.now() >= this.#endsAtMs;
  }

  end(): void {
    this.#over.abort();
  }

  /** Workers after this one may have something to do now: items only move forward. */
  callNext(worker: number): void {
    for (let next = worker + 1; next < this.#workerCount; next += 1) {
      this.#calls[next] = this.callsOf(next) + 1;
      this.#resting.get(next)?.alarm.abort();
      this.#resting.delete(next);
    }
  }

  /** To be asked before a worker looks for work, so that a call in the meantime is not missed. */
  callsOf(worker: number): number {
    return this.#calls[worker] ?? 0;
  }

  /** Waits until the rest is over, the worker is called, or the turn ends. */
  async rest(worker: number, { inMs, isLimit }: Rest, callsBefore: number): Promise<void> {
    if (this.callsOf(worker) !== callsBefore) return;
    const alarm = new AbortController();
    this.#resting.set(worker, { untilMs: Date.now() + inMs, isLimit, alarm });
    if (this.#hasLongToWait()) this.end();
    const leftMs = Math.max(0, this.#endsAtMs - Date.now());
    const signal = AbortSignal.any([this.#signal, alarm.signal]);
    await delay(Math.min(inMs, leftMs), undefined, { signal }).catch(() => undefined);
    if (!this.isOver()) this.#resting.delete(worker);
  }

  /** After the turn: how long nobody has anything to do, and whether a limit is what keeps them. */
  remainingRest(): Rest {
    if (this.#resting.size < this.#workerCount) return { inMs: 0, isLimit: false };
    const [first] = [...this.#resting.values()].sort((one, other) => one.untilMs - other.untilMs);
    return { inMs: Math.max(0, (first?.untilMs ?? 0) - Date.now()), isLimit: first?.isLimit ?? false };
  }

  #hasLongToWait(): boolean {
    if (this.#resting.size < this.#workerCount) return false;
    return [...this.#resting.values()].every(
      ({ untilMs, isLimit }) => untilMs - Date.now() > (isLimit ? SAT_OUT_LIMIT_MS : SAT_OUT_MS),
    );
  }
}
