import { hintKinds, type HintKind } from '#contract/live-hints.ts';
import type { Database } from '#server/db/database.ts';
import { tooManyRequests, unavailable } from '#server/errors/http-error.ts';
import type { Session } from '#server/http/session.ts';
import { createPace } from './pace.ts';

const CHANNEL = 'prilavok_hints';
/** Between two hints to one account. */
const PAUSE_MS = 500;
/** Browsers and devices of one person; a browser has one stream, however many tabs. */
const MOST_PER_USER = 10;
const MOST_IN_ALL = 2_000;
const COME_AGAIN_SECONDS = 60;

export interface HintListener {
  session: Session;
  onHint(kinds: readonly HintKind[]): void;
  onSessionEnd(): void;
}

export interface HintOptions {
  pauseMs?: number;
  mostPerUser?: number;
  mostInAll?: number;
  /** In milliseconds, from any moment on. */
  now?: () => number;
}

interface Joined {
  /** For so long nothing was said of the account; no longer than this process listens. */
  quietMs: number;
  leave(): void;
}

export interface Hints {
  /** From when the promise resolves no hint of the listener's account is missed. */
  join(listener: HintListener): Promise<Joined>;
  close(): Promise<void>;
}

/** Passes on what the database says of changes to those of the same account who listen in this process. */
export function createHints(
  database: Database,
  {
    pauseMs = PAUSE_MS,
    mostPerUser = MOST_PER_USER,
    mostInAll = MOST_IN_ALL,
    now = () => performance.now(),
  }: HintOptions = {},
): Hints {
  const listeners = new Set<HintListener>();
  let hearing: Promise<() => Promise<void>> | undefined;
  /** What was said before is not known. */
  let heardSinceMs = Infinity;
  const saidAtMs = new Map<number, number>();

  const pace = createPace(pauseMs, (accountId, kinds) => {
    for (const listener of listeners) if (listener.session.accountId === accountId) listener.onHint(kinds);
  });

  function onWord(word: string) {
    const [what = '', id = ''] = word.split(' ');
    const kind = hintKinds.find((known) => known === what);
    if (kind) {
      saidAtMs.set(Number(id), now());
      pace.add(Number(id), kind);
    }
    if (what !== 'session') return;
    for (const listener of listeners) if (listener.session.sessionId === Number(id)) listener.onSessionEnd();
  }

  /** Anything may have changed meanwhile; whose session has ended is seen with the next beat. */
  function onGap() {
    heardSinceMs = now();
    for (const listener of listeners) listener.onHint(hintKinds);
  }

  /** Nobody listens to a database in which nobody looks on. */
  async function hear(): Promise<void> {
    const isFirst = hearing === undefined;
    hearing ??= database.hear(CHANNEL, { onWord, onGap });
    try {
      await hearing;
      if (isFirst) heardSinceMs = now();
    } catch (error) {
      hearing = undefined;
      throw error;
    }
  }

  return {
    async join(listener) {
      const { userId } = listener.session;
      if (listeners.size >= mostInAll) throw unavailable(COME_AGAIN_SECONDS);
      const own = [...listeners].filter(({ session }) => session.userId === userId);
      if (own.length >= mostPerUser) {
        throw tooManyRequests(COME_AGAIN_SECONDS, 'Слишком много открытых браузеров');
      }
      // Before anything is awaited: those who come together are counted together.
      listeners.add(listener);
      try {
        await hear();
      } catch (error) {
        listeners.delete(listener);
        throw error;
      }
      const { accountId } = listener.session;
      return {
        quietMs: Math.max(0, now() - Math.max(heardSinceMs, saidAtMs.get(accountId) ?? 0)),
        leave: () => void listeners.delete(listener),
      };
    },
    async close() {
      pace.stop();
      const stop = await hearing?.catch(() => undefined);
      await stop?.();
    },
  };
}
