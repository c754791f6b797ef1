import { useSyncExternalStore } from 'react';
import { createSessionStore, type Session } from './session-store.ts';
import { createTokenStorage } from './token-storage.ts';

/** The session of this tab, rebuilt at start-up from the tokens in local storage. */
export const session = createSessionStore(createTokenStorage(() => window.localStorage));

export function useSession(): Session {
  return useSyncExternalStore(session.subscribe, session.getSession);
}
