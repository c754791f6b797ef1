import { z } from 'zod/mini';
import type { SessionStore } from './session-store.ts';
import { sessionStorageKeys } from './token-storage.ts';

const CHANNEL_NAME = 'prilavok-session';
/** A tab that has not been heard of for this long is taken for dead; background timers tick once a minute. */
const TAB_SILENCE_MS = 150_000;
const TAB_SIGN_INTERVAL_MS = 30_000;

const messageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ended'), userId: z.int() }),
  z.object({ type: z.literal('here'), tab: z.string().check(z.maxLength(64)) }),
  z.object({ type: z.literal('who-is-here') }),
  z.object({ type: z.literal('bye'), tab: z.string().check(z.maxLength(64)) }),
]);

/**
 * Keeps the sessions of all tabs alike: a logout in one ends the others, a login of another user ends them with the
 * reason `user-changed`. A foreign device forgets the tokens when its last tab goes. Returns the way to stop.
 */
export function connectTabs(session: SessionStore): () => void {
  const channel = openChannel();
  const tab = crypto.randomUUID();
  const otherTabs = new Map<string, number>();

  function onStorage(event: StorageEvent) {
    // `key` is null when everything was cleared.
    if (event.key === null || sessionStorageKeys.includes(event.key)) session.rereadStorage();
  }

  function onMessage(event: MessageEvent) {
    const parsed = messageSchema.safeParse(event.data);
    if (!parsed.success) return;
    const message = parsed.data;
    if (message.type === 'ended' && message.userId === session.getSession().user?.id) {
      void session.endSession('other-tab');
    }
    if (message.type === 'here') otherTabs.set(message.tab, Date.now());
    if (message.type === 'bye') otherTabs.delete(message.tab);
    if (message.type === 'who-is-here') channel?.postMessage({ type: 'here', tab });
  }

  function onPageShow(event: PageTransitionEvent) {
    if (event.persisted) session.rereadStorage();
  }

  function onPageHide() {
    channel?.postMessage({ type: 'bye', tab });
    const { isForeignDevice } = session.getSession();
    const isLastTab = ![...otherTabs.values()].some((seenAt) => Date.now() - seenAt < TAB_SILENCE_MS);
    if (isForeignDevice && isLastTab) void session.endSession('logout');
  }

  const stopTelling = session.onEnd(({ reason, user }) => {
    if (user && (reason === 'logout' || reason === 'expired')) {
      channel?.postMessage({ type: 'ended', userId: user.id });
    }
  });
  const sign = setInterval(() => {
    channel?.postMessage({ type: 'here', tab });
  }, TAB_SIGN_INTERVAL_MS);
  channel?.addEventListener('message', onMessage);
  channel?.postMessage({ type: 'who-is-here' });
  channel?.postMessage({ type: 'here', tab });
  window.addEventListener('storage', onStorage);
  window.addEventListener('pageshow', onPageShow);
  window.addEventListener('pagehide', onPageHide);

  return () => {
    stopTelling();
    clearInterval(sign);
    channel?.close();
    window.removeEventListener('storage', onStorage);
    window.removeEventListener('pageshow', onPageShow);
    window.removeEventListener('pagehide', onPageHide);
  };
}

function openChannel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(CHANNEL_NAME);
  } catch {
    return undefined; // the storage event still carries a logout
  }
}
