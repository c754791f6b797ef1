import type { QueryClient } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { userKey } from '#contract/service-worker.ts';
import type { SessionEnding } from '#api/session/session-store.ts';
import { sessionStorageKeys } from '#api/session/token-storage.ts';

import { copyDatabaseNames, deleteDatabase, listCopyDatabases, userDatabaseNames } from './user-database.ts';
import { deleteForeignCaches, deleteUserCaches, tellWorker } from './worker-messages.ts';

/** A store of unsent work: outbox, drafts. */
export interface UserStore {
  /** Stops reading and writing; what comes late is dropped. Synchronous. */
  close: () => void;
}

/** Keys of local storage that belong to the device, not to a user. */
const DEVICE_KEYS = new Set(['theme']);
export const DEVICE_KEY_PREFIX = 'prilavok-device-';

/**
 * Users whose data a logout has not removed to the end: the tab was closed, or the database did not answer. Marked in
 * the task that ends the session, so that no killed tab is forgotten, and after the tokens are gone: on a full device
 * the mark takes their room.
 */
const UNFINISHED_KEY = `${DEVICE_KEY_PREFIX}wipe`;
const unfinishedSchema = z.array(z.int());

const userStores = new Set<UserStore>();

/** Makes a store of unsent work take part in the wiping. Returns the way to take it back. */
export function registerUserStore(store: UserStore): () => void {
  userStores.add(store);
  return () => userStores.delete(store);
}

/**
 * Removes everything of a user from this device: memory, databases, caches, web storage. Unsent work goes only at a
 * logout, which has asked about it; an expired session leaves it for the same user's next login.
 *
 * The session has ended by now (its epoch grew), so nothing that is under way can write any more.
 */
export async function wipeUserData(
  { reason, user, isBack }: SessionEnding,
  { queryClient, userCache }: { queryClient: QueryClient; userCache: UserStore },
): Promise<void> {
  userCache.close();
  for (const store of userStores) store.close();
  void queryClient.cancelQueries();
  queryClient.clear();
  clearWebStorage();
  if (isBack) return;
  await Promise.all([
    user && (reason === 'logout' ? deleteAllOf(user.id) : deleteCopiesOf(user.id)),
    // The worker first: it also bars answers that it is still waiting for.
    tellWorker({ type: 'LOGOUT' }).then(() => deleteUserCaches()),
  ]);
}

async function deleteAllOf(userId: number): Promise<void> {
  keepUnfinished([...unfinishedWipes(), userId]);
  const deleted = await Promise.all(userDatabaseNames(userId).map((name) => deleteDatabase(name)));
  if (deleted.every(Boolean)) cancelUnfinishedWipe(userId);
}

/** What the server can say again; unsent work stays. */
export async function deleteCopiesOf(userId: number): Promise<void> {
  await Promise.all(copyDatabaseNames(userId).map((name) => deleteDatabase(name)));
}

/** At start: what a logout of before began is done to its end; not for somebody who is back. */
export async function finishWipes(userId: number | undefined): Promise<void> {
  const others = unfinishedWipes().filter((id) => id !== userId);
  await Promise.all(others.map(deleteAllOf));
}

/** The user is back: from here on what is on the device is theirs again. */
export function cancelUnfinishedWipe(userId: number): void {
  const unfinished = unfinishedWipes();
  if (unfinished.includes(userId)) keepUnfinished(unfinished.filter((id) => id !== userId));
}

function unfinishedWipes(): number[] {
  try {
    const parsed = unfinishedSchema.safeParse(JSON.parse(localStorage.getItem(UNFINISHED_KEY) ?? '[]'));
    return parsed.success ? parsed.data : [];
  } catch {
    return [];
  }
}

function keepUnfinished(userIds: readonly number[]): void {
  try {
    if (userIds.length === 0) localStorage.removeItem(UNFINISHED_KEY);
    else localStorage.setItem(UNFINISHED_KEY, JSON.stringify([...new Set(userIds)]));
  } catch {
    // Blocked or full storage remembers nothing; the deletion itself goes on.
  }
}

/** At start: deletes copies that a wipe did not reach (a closed tab, a crash) or that are somebody else's. */
export async function sweepForeignData(userId: number | undefined): Promise<void> {
  const ownDatabases = userId === undefined ? [] : copyDatabaseNames(userId);
  const ownKey = userId === undefined ? '' : userKey(userId);
  const foreign = (await listCopyDatabases()).filter((name) => !ownDatabases.includes(name));
  await Promise.all([...foreign.map((name) => deleteDatabase(name)), deleteForeignCaches(ownKey)]);
}

function clearWebStorage() {
  try {
    for (const key of Object.keys(localStorage)) {
      const isKept = DEVICE_KEYS.has(key) || key.startsWith(DEVICE_KEY_PREFIX) || isOfSession(key);
      if (!isKept) localStorage.removeItem(key);
    }
    sessionStorage.clear();
  } catch {
    // Blocked storage holds nothing.
  }
}

/** The session clears its own keys, or leaves them to the user who signed in in another tab. */
function isOfSession(key: string): boolean {
  return sessionStorageKeys.includes(key);
}
