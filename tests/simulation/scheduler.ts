import { setImmediate } from 'node:timers';

/** Somebody whose events stop with their death and wait while they sleep: a tab. */
export interface Owner {
  readonly name: string;
  isAlive: boolean;
  /** Nothing of it runs; what falls due meanwhile runs after, in its order. */
  isFrozen: boolean;
}

/** Events of one stream happen in the order in which they were scheduled. */
export interface Stream {
  at: number;
  tie: number;
}

interface ScheduledEvent {
  at: number;
  tie: number;
  label: string;
  owner: Owner | undefined;
  run: () => void;
  isCancelled: boolean;
}

interface Placing {
  owner?: Owner | undefined;
  stream?: Stream;
  /** A timer: those that end at one moment run in the order in which they were set. */
  isTimer?: boolean;
}

/**
 * The one clock and the one queue of a simulated world. Everything that a real event loop would be told from outside (a
 * timer, a network delivery, a storage answer, a lock, a message of another tab) is an event here; the seed decides how
 * long each takes, and with that the order of all. Between two events every promise that can settle does.
 */
export class Scheduler {
  /** Milliseconds since 1970, as the world's devices see them. */
  now: number;
  /** Nothing takes much longer than usual. */
  isCalm = false;
  readonly random: () => number;
  private readonly heap: ScheduledEvent[] = [];
  private order = 1;
  private readonly parked = new Map<Owner, ScheduledEvent[]>();
  private readonly startedAt: number;
  private readonly onTrace: (line: string) => void;

  constructor(options: { startAt: number; random: () => number; onTrace: (line: string) => void }) {
    this.now = options.startAt;
    this.startedAt = options.startAt;
    this.random = options.random;
    this.onTrace = options.onTrace;
  }

  /** Notes something that happened now. */
  note(text: string): void {
    this.onTrace(`${((this.now - this.startedAt) / 1000).toFixed(3)} ${text}`);
  }

  /** Runs `run` after `delayMs`; returns the way to cancel it. */
  after(
    delayMs: number,
    label: string,
    run: () => void,
    { owner, stream, isTimer }: Placing = {},
  ): () => void {
    let at = this.now + Math.max(0, delayMs);
    let tie = isTimer ? (this.order += 1) : this.random();
    if (stream) {
      at = Math.max(at, stream.at);
      if (at === stream.at) tie = stream.tie + tie * 1e-6;
      stream.at = at;
      stream.tie = tie;
    }
    const event: ScheduledEvent = { at, tie, label, owner, run, isCancelled: false };
    this.push(event);
    return () => {
      event.isCancelled = true;
    };
  }

  freeze(owner: Owner, durationMs: number): void {
    owner.isFrozen = true;
    this.after(durationMs, `${owner.name} wakes`, () => this.thaw(owner));
  }

  thaw(owner: Owner): void {
    owner.isFrozen = false;
    // A tab's worker sleeps and wakes with it.
    for (const [sleeper, events] of this.parked) {
      if (sleeper.isFrozen) continue;
      for (const event of events) {
        event.at = this.now;
        event.tie = this.order += 1;
        this.push(event);
      }
      this.parked.delete(sleeper);
    }
  }

  /** A number of milliseconds: mostly about `usualMs`, now and then much more. */
  latency(usualMs: number): number {
    const spread = this.random();
    const tail = !this.isCalm && this.random() < 0.05 ? 1 + this.random() * 20 : 1;
    return usualMs * (0.2 + spread * 1.6) * tail;
  }

  /** Lets `durationMs` pass; `afterEach` looks at the world after every event. */
  async run(durationMs: number, afterEach: () => void): Promise<void> {
    const until = this.now + durationMs;
    await promisesSettled();
    for (;;) {
      const next = this.heap[0];
      if (!next || next.at > until) break;
      this.pop();
      if (next.isCancelled || next.owner?.isAlive === false) continue;
      this.now = Math.max(this.now, next.at);
      if (next.owner?.isFrozen) {
        this.parked.set(next.owner, [...(this.parked.get(next.owner) ?? []), next]);
        continue;
      }
      this.note(next.owner ? `${next.owner.name} ${next.label}` : next.label);
      next.run();
      await promisesSettled();
      afterEach();
    }
    this.now = until;
  }

  private push(event: ScheduledEvent): void {
    const { heap } = this;
    let index = heap.push(event) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!isBefore(event, heap[parent]!)) break;
      heap[index] = heap[parent]!;
      index = parent;
    }
    heap[index] = event;
  }

  private pop(): void {
    const { heap } = this;
    const last = heap.pop()!;
    if (heap.length === 0) return;
    let index = 0;
    for (;;) {
      let child = index * 2 + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child += 1;
      if (!isBefore(heap[child]!, last)) break;
      heap[index] = heap[child]!;
      index = child;
    }
    heap[index] = last;
  }
}

function isBefore(a: ScheduledEvent, b: ScheduledEvent): boolean {
  return a.at === b.at ? a.tie < b.tie : a.at < b.at;
}

/** No event of the world is a real one, so one turn of the real loop settles every promise that can settle. */
function promisesSettled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

export function createStream(): Stream {
  return { at: 0, tie: 0 };
}
