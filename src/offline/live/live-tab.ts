import type { QueryClient } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { hintKinds, type HintKind } from '#contract/live-hints.ts';
import type { ApiClient } from '#api/client.ts';
import type { LiveState } from '#api/live-updates.ts';
import { openBroadcast } from '#api/session/broadcast.ts';
import type { LockProvider } from '#api/session/refresh.ts';
import { followHints } from './follow-hints.ts';
import { heardHints } from './heard-hints.ts';
import { keepListening } from './lead.ts';
import type { Reachability } from './reachability.ts';
import { readHints } from './read-hints.ts';

const CHANNEL_NAME = 'prilavok-live';
const LOCK_NAME = 'prilavok-live';

const messageSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('hint'),
    userId: z.int(),
    kinds: z.array(z.enum(hintKinds)),
    agoMs: z.optional(z.number()),
  }),
  z.object({ type: z.literal('state'), userId: z.int(), isOn: z.boolean() }),
  z.object({ type: z.literal('who-leads'), userId: z.int() }),
]);

interface Deps {
  queryClient: QueryClient;
  client: Pick<ApiClient, 'download'>;
  userId: number;
  locks: LockProvider | undefined;
  reachability: Reachability;
  /** The server ends a stream before it answers the logout: another one would be refused. */
  signOutSettled: () => Promise<void>;
  isVisible: () => boolean;
  onState: (state: LiveState) => void;
  /** Another tab of this browser has heard the server. */
  onServedElsewhere: () => void;
}

export interface LiveTab {
  /** Takes part: follows whoever leads, and waits for its turn to lead. */
  join(): void;
  /** Lets others lead; their hints are still heard. */
  leave(): void;
  /** What is on the screen may be older than it seems. */
  doubt(): void;
  /** The page is looked at again. */
  look(): void;
  stop(): void;
}

/**
 * One tab's part in live updates of one user. Of the tabs of a browser one holds the stream (a Web Lock says which; without
 * locks each its own) and passes on to the others what it hears. Hints carry kinds, never data.
 */
export function createLiveTab(deps: Deps): LiveTab {
  const { userId, locks, onState } = deps;
  const follower = followHints(deps.queryClient, deps.isVisible);
  let joined: AbortController | undefined;
  /** Of the turn in which this tab leads. */
  let leading: AbortSignal | undefined;
  let isOn = false;
  let isStopped = false;

  const tabs = openBroadcast(CHANNEL_NAME, messageSchema, (message) => {
    if (message.userId !== userId) return;
    if (message.type === 'hint' || (message.type === 'state' && message.isOn)) deps.onServedElsewhere();
    if (message.type === 'who-leads' && leading) tabs.post({ type: 'state', userId, isOn });
    if (message.type === 'hint') hear(message.kinds, message.agoMs);
    if (message.type === 'state' && !leading) onState(message.isOn ? 'shared' : 'off');
  });

  function hear(kinds: readonly HintKind[], agoMs?: number) {
    follower.note(kinds, agoMs);
    heardHints.tell(kinds);
  }

  function become(next: boolean) {
    if (isStopped) return;
    isOn = next;
    onState(next ? 'own' : 'off');
    tabs.post({ type: 'state', userId, isOn });
  }

  function hint(kinds: readonly HintKind[], agoMs = 0) {
    if (isStopped) return;
    hear(kinds, agoMs);
    tabs.post({ type: 'hint', userId, kinds: [...kinds], agoMs });
  }

  async function listen(signal: AbortSignal) {
    try {
      const events = {
        onReady(quietMs: number) {
          become(true);
          // Between the last stream and this one nobody here heard anything.
          hint(hintKinds, quietMs);
        },
        onHint: (kinds: readonly HintKind[]) => hint(kinds),
      };
      await deps.signOutSettled();
      signal.throwIfAborted();
      return await readHints(deps.client, events, signal);
    } finally {
      become(false);
    }
  }

  async function lead(signal: AbortSignal) {
    leading = signal;
    await keepListening({ listen, reachability: deps.reachability, signal });
    if (leading === signal) leading = undefined;
  }

  return {
    join() {
      if (joined) return;
      joined = new AbortController();
      const { signal } = joined;
      tabs.post({ type: 'who-leads', userId });
      const turn = locks
        ? locks.request(`${LOCK_NAME}-${userId}`, { signal }, () => lead(signal))
        : lead(signal);
      // Left while it waited for its turn.
      turn.catch(() => undefined);
    },
    leave() {
      joined?.abort();
      joined = undefined;
    },
    doubt: () => follower.note(hintKinds),
    look: () => follower.look(),
    stop() {
      isStopped = true;
      joined?.abort();
      onState('off');
      follower.stop();
      tabs.close();
    },
  };
}
