import { z } from 'zod/mini';
import { openBroadcast } from './broadcast.ts';
import { endsInAllTabs, type SessionStore } from './session-store.ts';
import { sessionStorageKeys } from './token-storage.ts';

const CHANNEL_NAME = 'prilavok-session';
/** A tab that has not been heard of for this long is taken for dead; background timers tick once a minute. */
const TAB_SILENCE_MS = 150_000;
const TAB_SIGN_INTERVAL_MS = 30_000;

const tabSchema = z.string().check(z.maxLength(64));
const messageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ended'), userId: z.int() }),
  z.object({ type: z.literal('here'), tab: tabSchema }),
  z.object({ type: z.literal('who-is-here') }),
  z.object({ type: z.literal('bye'), tab: tabSchema }),
]);

/**
 * Keeps the sessions of all tabs alike: a logout in one ends the others, a login of another user ends them with the
 * reason `user-changed`. A foreign device forgets the tokens when its last tab goes. Returns the way to stop.
 */
export function connectTabs(session: SessionStore): () => void {
  const tab = crypto.randomUUID();
  const otherTabs = new Map<string, number>();
  const tabs = openBroadcast(CHANNEL_NAME, messageSchema, (message) => {
    if (message.type === 'ended' && message.userId === session.getSession().user?.id) {
      void session.endSession('other-tab');
    }
    if (message.type === 'here') otherTabs.set(message.tab, Date.now());
    if (message.type === 'bye') otherTabs.delete(message.tab);
    if (message.type === 'who-is-here') tabs.post({ type: 'here', tab });
  });

  function onStorage(event: StorageEvent) {
    // `key` is null when everything was cleared.
    if (event.key === null || sessionStorageKeys.includes(event.key)) session.rereadStorage();
  }

  /** A page that comes back from the back/forward cache slept through everything. */
  function onPageShow(event: PageTransitionEvent) {
    if (event.persisted) session.rereadStorage();
  }

  function onPageHide() {
    tabs.post({ type: 'bye', tab });
    const isLastTab = ![...otherTabs.values()].some((seenAt) => Date.now() - seenAt < TAB_SILENCE_MS);
    // Nobody can be asked any more: what an earlier session of theirs left unsent here stays.
    if (session.getSession().isForeignDevice && isLastTab) void session.endSession('closed');
  }

  const stopTelling = session.onEnd(({ reason, user }) => {
    if (user && endsInAllTabs(reason)) tabs.post({ type: 'ended', userId: user.id });
  });
  const sign = setInterval(() => tabs.post({ type: 'here', tab }), TAB_SIGN_INTERVAL_MS);
  tabs.post({ type: 'who-is-here' });
  tabs.post({ type: 'here', tab });
  window.addEventListener('storage', onStorage);
  window.addEventListener('pageshow', onPageShow);
  window.addEventListener('pagehide', onPageHide);

  return () => {
    stopTelling();
    clearInterval(sign);
    tabs.close();
    window.removeEventListener('storage', onStorage);
    window.removeEventListener('pageshow', onPageShow);
    window.removeEventListener('pagehide', onPageHide);
  };
}
