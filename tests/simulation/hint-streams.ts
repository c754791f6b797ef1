import { streamHintsEndpoint, type HintLine } from '#contract/live-hints.ts';
import { API_BASE } from '#contract/endpoint.ts';
import { toWire } from '#contract/wire.ts';
import type { FaultScript } from './faults.ts';
import type { Owner, Scheduler } from './scheduler.ts';

const PATH = API_BASE + streamHintsEndpoint.path;
const BEAT_MS = 20_000;
/** A line that could not be brought is brought again. */
const AGAIN_MS = 500;
const CUT_SHARE = 0.2;

export function isOfHints(url: string): boolean {
  return url === PATH;
}

interface Reading {
  resolve: (chunk: { done: boolean; value?: Uint8Array }) => void;
  reject: (error: unknown) => void;
}

interface Options {
  userId: number;
  tab: Owner;
  /** For so long its token is honoured. */
  lastsMs: number;
  mayGoOn: () => boolean;
  onOver: () => void;
  scheduler: Scheduler;
  /** While it is not, what is said waits on the way. */
  isWayOpen: () => boolean;
}

/** One stream of hints, from the server's word to the tab that reads it, line by line. */
export class HintStream {
  readonly userId: number;
  isOver = false;
  private readonly options: Options;
  private readonly onItsWay: string[] = [];
  private readonly come: Uint8Array[] = [];
  private isOnItsWay = false;
  private reading: Reading | undefined;

  constructor(options: Options) {
    this.options = options;
    this.userId = options.userId;
    this.say({ type: 'ready', beatSeconds: BEAT_MS / 1_000 });
    this.beatLater();
    options.scheduler.after(options.lastsMs, 'the stream ends', () => this.end(), { owner: options.tab });
  }

  say(line: HintLine): void {
    if (this.isOver) return;
    this.onItsWay.push(`${JSON.stringify(toWire(line))}\n`);
    if (!this.isOnItsWay) this.bringAfter(this.options.scheduler.latency(80));
  }

  private end(): void {
    this.say({ type: 'end', comeBackMs: 0 });
  }

  /** As a proxy does, or a network that is another from here on. */
  cut(): void {
    this.beOver();
    this.reading?.reject(new TypeError('network error'));
    this.reading = undefined;
  }

  private beOver(): void {
    if (!this.isOver) this.options.onOver();
    this.isOver = true;
  }

  reader() {
    return {
      read: () =>
        new Promise<{ done: boolean; value?: Uint8Array }>((resolve, reject) => {
          const value = this.come.shift();
          if (value) resolve({ done: false, value });
          else if (this.isOver) reject(new TypeError('network error'));
          else this.reading = { resolve, reject };
        }),
      cancel: async () => {
        this.beOver();
        this.reading?.resolve({ done: true });
        this.reading = undefined;
      },
    };
  }

  private bringAfter(delayMs: number): void {
    const { scheduler, tab } = this.options;
    this.isOnItsWay = true;
    scheduler.after(delayMs, 'hears the stream', () => this.bring(), { owner: tab });
  }

  private bring(): void {
    this.isOnItsWay = false;
    if (this.isOver) return;
    if (!this.options.isWayOpen()) {
      this.bringAfter(AGAIN_MS);
      return;
    }
    const value = new TextEncoder().encode(this.onItsWay.splice(0).join(''));
    if (!this.reading) this.come.push(value);
    else this.reading.resolve({ done: false, value });
    this.reading = undefined;
  }

  private beatLater(): void {
    const { scheduler, tab } = this.options;
    const beat = () => {
      if (this.isOver) return;
      if (!this.options.mayGoOn()) {
        this.end();
        return;
      }
      this.say({ type: 'beat' });
      this.beatLater();
    };
    scheduler.after(BEAT_MS, 'the stream beats', beat, { owner: tab });
  }
}

/** The server's side: what has changed is said to every stream of the user; now and then one is cut instead. */
export class HintStreams {
  private readonly random: () => number;
  private readonly faults: FaultScript;
  private open: HintStream[] = [];

  constructor(random: () => number, faults: FaultScript) {
    this.random = random;
    this.faults = faults;
  }

  begin(options: Options): HintStream {
    const stream = new HintStream(options);
    this.open = [...this.open.filter(({ isOver }) => !isOver), stream];
    return stream;
  }

  tellOfCards(userId: number): void {
    for (const stream of this.open) {
      if (stream.isOver || stream.userId !== userId) continue;
      if (this.faults.isCalm || this.random() >= CUT_SHARE) stream.say({ type: 'hint', kinds: ['cards'] });
      else {
        this.faults.count('stream cut');
        stream.cut();
      }
    }
  }
}
