import type { QueryPersister } from '@tanstack/react-query';
import { userKey } from '#contract/service-worker.ts';
import { whileSessionLasts, type SessionStore } from '#api/session/session-store.ts';
import type { CacheTag } from '#api/tags.ts';
import { createPersister, type Persister } from './persister.ts';
import { createQueryStorage } from './query-storage.ts';
import { withTaken, type OpenTaken } from './with-taken.ts';
import { cacheDatabaseName } from '#offline/device/user-database.ts';

export interface UserCache {
  /** Follows the session: every user's copies are apart, a guest has none. */
  persisterFn: QueryPersister;
  removeTag: (tag: CacheTag, entityId?: number) => Promise<void>;
  collect: () => Promise<void>;
  /** Ends reading and writing for the user of now. Synchronous: what comes late is dropped. */
  close: () => void;
}

/** The stored copies of whoever is signed in. On a foreign device they live in memory. */
export function createUserCache(
  session: Pick<SessionStore, 'getSession' | 'epoch' | 'rereadStorage'>,
  onOutOfSpace: () => void = () => undefined,
  openTaken: OpenTaken = () => Promise.resolve(undefined),
): UserCache {
  let current: { epoch: number; persister: Persister } | undefined;

  function persister(): Persister | undefined {
    const { user, isForeignDevice } = session.getSession();
    if (!user) return undefined;
    if (current?.epoch === session.epoch) return current.persister;
    current?.persister.close();
    const storage = createQueryStorage({
      databaseName: cacheDatabaseName(user.id),
      keepIn: isForeignDevice ? 'memory' : 'device',
      onOutOfSpace,
      mayReopen: whileSessionLasts(session),
    });
    current = {
      epoch: session.epoch,
      persister: createPersister({ storage: withTaken(storage, openTaken), userKey: userKey(user.id) }),
    };
    return current.persister;
  }

  return {
    persisterFn: (queryFn, context, query) => {
      const ofUser = persister();
      return ofUser ? ofUser.persisterFn(queryFn, context, query) : queryFn(context);
    },
    removeTag: async (tag, entityId) => persister()?.removeTag(tag, entityId),
    collect: async () => persister()?.collect(),
    close() {
      current?.persister.close();
      current = undefined;
    },
  };
}
