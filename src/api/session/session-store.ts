import type { SessionTokens, SessionUser } from '#contract/auth.ts';
import { createListeners } from '#lib/listeners.ts';
import { userOfAccessToken } from './access-token.ts';
import type { TokenPair, TokenStorage } from './token-storage.ts';

export interface Session {
  user: SessionUser | null;
  accessToken: string | null;
  refreshToken: string | null;
  /** True only with both tokens. */
  isLoggedIn: boolean;
  /** «Чужой компьютер»: nothing of the user is kept on the device. */
  isForeignDevice: boolean;
  /** False when local storage refused the tokens: the session lives as long as the tab. */
  isPersisted: boolean;
  /** How the last session of this tab ended; absent while there is one, and before the first. */
  ended?: Ended;
}

/** With whether it was on a foreign device, where nothing of it is left. */
interface Ended {
  reason: SessionEndReason;
  isForeignDevice: boolean;
}

/**
 * - `logout`: the user signed out here; - `expired`: the server ended the session; - `closed`: the last tab of a foreign device
 * goes; - `other-tab`: signed out in another tab; - `user-changed`: another user signed in in another tab. Only a logout,
 * which asks first, takes unsent work with it.
 */
export type SessionEndReason = 'logout' | 'expired' | 'closed' | 'other-tab' | 'user-changed';

export interface SessionEnding {
  reason: SessionEndReason;
  user: SessionUser | null;
  /** The same user has signed in again in another tab while this one slept: what the device keeps is that session's. */
  isBack: boolean;
}

/** What rereading the shared storage found. */
export type StorageVerdict = 'same' | 'adopted' | 'ended' | 'user-changed';

export interface SessionStore {
  getSession: () => Session;
  subscribe: (listener: () => void) => () => void;
  /** Grows with every start and end: what began under another number belongs to another session. */
  readonly epoch: number;
  startSession(tokens: SessionTokens, options?: { isForeignDevice?: boolean }): void;
  /** Takes a refreshed pair; refused when the session of `epoch` is over or the user is another one. */
  adoptTokens(pair: TokenPair, epoch: number): boolean;
  /** Clears user, tokens and the flag at once, then runs the end tasks; the promise waits for them. */
  endSession(reason: SessionEndReason): Promise<void>;
  /**
   * The end tasks of a logout for a user whose session ended by itself while the server was being told of it: what they
   * agreed to lose goes all the same. Does nothing when they are back.
   */
  forgetUser(user: SessionUser): Promise<void>;
  /** Compares with the storage that all tabs share, and follows it. */
  rereadStorage(): StorageVerdict;
  /** `task` runs at every end of a session; `endSession` waits for it. */
  onEnd(task: (ending: SessionEnding) => void | Promise<void>): () => void;
}

const LOGGED_OUT: Session = {
  user: null,
  accessToken: null,
  refreshToken: null,
  isLoggedIn: false,
  isForeignDevice: false,
  isPersisted: true,
};

/** The session of this tab, rebuilt from the stored tokens. Orphans and unusable tokens are removed. */
export function createSessionStore(storage: TokenStorage): SessionStore {
  let session = restore(storage);
  let epoch = 1;
  const listeners = createListeners();
  const endTasks = new Set<(ending: SessionEnding) => void | Promise<void>>();

  function change(next: Session) {
    session = next;
    listeners.tell();
  }

  function beginEpoch() {
    epoch += 1;
  }

  function isBackInAnotherTab(user: SessionUser | null): boolean {
    const pair = storage.read();
    if (!user || !pair || storage.isForeignDevice()) return false;
    return userOfAccessToken(pair.access)?.id === user.id;
  }

  async function runEndTasks(ending: SessionEnding) {
    await Promise.allSettled([...endTasks].map(async (task) => task(ending)));
  }

  function hold(pair: TokenPair, user: SessionUser, isForeignDevice: boolean, isPersisted: boolean) {
    change({
      user,
      accessToken: pair.access,
      refreshToken: pair.refresh,
      isLoggedIn: true,
      isForeignDevice,
      isPersisted,
    });
  }

  const store: SessionStore = {
    getSession: () => session,
    subscribe: listeners.subscribe,
    get epoch() {
      return epoch;
    },
    startSession(tokens, { isForeignDevice = false } = {}) {
      // A login that was answered late, after another user had come in through another tab: nothing of theirs may stay.
      if (session.user && session.user.id !== tokens.user.id) void store.endSession('user-changed');
      // The same user, in meanwhile through another tab: their session goes on, with all that is open in it.
      const isOngoing = session.user !== null && session.isForeignDevice === isForeignDevice;
      if (!isOngoing) beginEpoch();
      const pair = { access: tokens.access, refresh: tokens.refresh };
      const isPersisted = storage.write(pair, { isForeignDevice });
      hold(pair, userOfAccessToken(tokens.access) ?? tokens.user, isForeignDevice, isPersisted);
    },
    adoptTokens(pair, epochOfPair) {
      if (epochOfPair !== epoch || !session.user) return false;
      const user = userOfAccessToken(pair.access) ?? session.user;
      if (user.id !== session.user.id) return false;
      const isPersisted = storage.write(pair, { isForeignDevice: session.isForeignDevice });
      hold(pair, user, session.isForeignDevice, isPersisted);
      return true;
    },
    async endSession(reason) {
      const { user, isForeignDevice } = session;
      beginEpoch();
      if (endsInAllTabs(reason)) storage.clear();
      change({ ...LOGGED_OUT, ended: { reason, isForeignDevice } });
      await runEndTasks({ reason, user, isBack: isBackInAnotherTab(user) });
    },
    async forgetUser(user) {
      if (session.user?.id !== user.id) await runEndTasks({ reason: 'logout', user, isBack: false });
    },
    rereadStorage() {
      const pair = storage.read();
      if (!session.user) {
        const user = pair && userOfAccessToken(pair.access);
        if (!pair || !user) return 'same';
        beginEpoch();
        hold(pair, user, storage.isForeignDevice(), true);
        return 'adopted';
      }
      if (!pair) {
        if (!session.isPersisted) return 'same';
        void store.endSession('other-tab');
        return 'ended';
      }
      if (pair.access === session.accessToken && pair.refresh === session.refreshToken) return 'same';
      const user = userOfAccessToken(pair.access);
      if (user?.id !== session.user.id) {
        void store.endSession('user-changed');
        return 'user-changed';
      }
      if (storage.isForeignDevice() !== session.isForeignDevice) {
        // What may be kept is another matter from here on: nothing that is open goes on.
        void store.endSession('other-tab');
        return store.rereadStorage();
      }
      hold(pair, user, session.isForeignDevice, true);
      return 'adopted';
    },
    onEnd(task) {
      endTasks.add(task);
      return () => endTasks.delete(task);
    },
  };
  return store;
}

/** For what must end with the session of now: asks the storage that all tabs share, which may know more than this tab. */
export function whileSessionLasts(session: Pick<SessionStore, 'epoch' | 'rereadStorage'>): () => boolean {
  const { epoch } = session;
  return () => {
    session.rereadStorage();
    return session.epoch === epoch;
  };
}

/** With the other reasons the storage already holds what another tab wants it to hold. */
export function endsInAllTabs(reason: SessionEndReason): boolean {
  return reason === 'logout' || reason === 'expired' || reason === 'closed';
}

function restore(storage: TokenStorage): Session {
  const pair = storage.read();
  const user = pair ? userOfAccessToken(pair.access) : null;
  if (!pair || !user) {
    storage.clear();
    return LOGGED_OUT;
  }
  return {
    user,
    accessToken: pair.access,
    refreshToken: pair.refresh,
    isLoggedIn: true,
    isForeignDevice: storage.isForeignDevice(),
    isPersisted: true,
  };
}
