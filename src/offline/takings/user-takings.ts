import { TAKEN_CACHE_PREFIX, userKey } from '#contract/service-worker.ts';
import { session } from '#api/session/session.ts';
import { whileSessionLasts } from '#api/session/session-store.ts';
import { takenDatabaseName } from '#offline/device/user-database.ts';
import { registerUserStore } from '#offline/device/wipe.ts';
import { openTakenStore, type TakenStore } from './taken-store.ts';

export interface UserTakings {
  userId: number;
  userKey: string;
  /** Where the pictures are. */
  cacheName: string;
  store: TakenStore;
  /** The session that they belong to is over: nothing of it may be written. */
  isOver: () => boolean;
}

let current: { epoch: number; takings: UserTakings } | undefined;

/** What whoever is signed in has taken along; undefined for guests and on a foreign device. */
export function userTakings(): UserTakings | undefined {
  const { user, isForeignDevice } = session.getSession();
  const { epoch } = session;
  if (current && (current.epoch !== epoch || !user)) close();
  if (!user || isForeignDevice) return undefined;
  current ??= {
    epoch,
    takings: {
      userId: user.id,
      userKey: userKey(user.id),
      cacheName: TAKEN_CACHE_PREFIX + userKey(user.id),
      store: openTakenStore(takenDatabaseName(user.id), { mayReopen: whileSessionLasts(session) }),
      isOver: () => session.epoch !== epoch,
    },
  };
  return current.takings;
}

function close() {
  current?.takings.store.close();
  current = undefined;
}

registerUserStore({ close });
