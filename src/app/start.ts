import type { QueryClient } from '@tanstack/react-query';
import { dropEarlyReads } from '#api/http/early-reads.ts';
import { isStoredStamp } from '#api/response-age.ts';
import { deliverSignOuts } from '#api/revocation.ts';
import { session } from '#api/session/session.ts';
import { connectTabs } from '#api/session/session-tabs.ts';
import { connectTags, registerInvalidationReach } from '#api/tags.ts';
import { canReachServer, connectivity, startConnectivity } from '#offline/connection/connectivity.ts';
import { startDrafts, userDrafts } from '#offline/drafts/user-drafts.ts';
import { outbox, startOutbox } from '#offline/outbox/user-outbox.ts';
import { dropLastList } from '#offline/device/last-list.ts';
import { startCrashBreaker, type CrashBreaker } from '#offline/device/crash-breaker.ts';
import { createQueryClient, STALE_TIME_MS, type FailureNotice } from '#offline/copies/query-client.ts';
import { createUserCache } from '#offline/copies/user-cache.ts';
import type { OpenTaken } from '#offline/copies/with-taken.ts';
import { handOverFirstReads } from '#offline/copies/first-reads.ts';
import {
  cancelUnfinishedWipe,
  deleteCopiesOf,
  finishWipes,
  sweepForeignData,
  wipeUserData,
} from '#offline/device/wipe.ts';
import { deleteUserCaches, tellWorker } from '#offline/device/worker-messages.ts';
import { loadQuietly } from '#lib/load-quietly.ts';
import { isAnythingTaken } from '#offline/takings/anything-taken.ts';

/** The first seconds belong to the page. */
const COLLECT_AFTER_MS = 8_000;

interface Options {
  onQueryError: (notice: FailureNotice) => void;
  onMutationError: (notice: FailureNotice) => void;
  /** The device has no room for copies: told once. */
  onOutOfSpace: () => void;
  reload?: () => void;
}

export interface OfflineCore {
  queryClient: QueryClient;
  crashBreaker: CrashBreaker;
}

/** Puts together what is kept on the device and follows the session. Called once, before React renders. */
export async function startOffline({
  onOutOfSpace,
  reload = () => window.location.reload(),
  ...callbacks
}: Options): Promise<OfflineCore> {
  const crashBreaker = await startCrashBreaker(wipeCaches);
  const userCache = createUserCache(session, onOutOfSpace, openTaken);
  const queryClient = createQueryClient({ persister: userCache.persisterFn, ...callbacks });

  handOverFirstReads();
  startConnectivity();
  connectTabs(session);
  connectTags(queryClient);
  registerInvalidationReach(dropEarlyReads);
  registerInvalidationReach(dropLastList);
  // What waits here is not in it.
  outbox.subscribe(dropLastListOfWaiting);
  registerInvalidationReach(({ tag, entityId }) => userCache.removeTag(tag, entityId));
  registerInvalidationReach(async ({ tag, entityId, isRemote }) => {
    if (isRemote) return;
    const isDone = await tellWorker({ type: 'INVALIDATE', tag, ...(entityId !== undefined && { entityId }) });
    // Without a word from the worker nobody knows what it holds.
    if (!isDone) await deleteUserCaches({ keepMedia: true });
  });
  session.onEnd(async (ending) => {
    dropEarlyReads();
    await wipeUserData(ending, { queryClient, userCache });
    // Nothing of the first user may stay in memory under the second.
    if (ending.reason === 'user-changed') reload();
  });
  followReturns();
  followSignOuts();
  startOutbox(queryClient);
  startDrafts();
  followLateResponses(queryClient);
  setTimeout(() => {
    void userCache.collect();
    void userDrafts()?.collect();
    sweepAtStart();
  }, COLLECT_AFTER_MS);
  return { queryClient, crashBreaker };
}

/** Whoever has taken nothing along does not load how that is read. */
const openTaken: OpenTaken = async () => {
  if (!isAnythingTaken()) return undefined;
  const loaded = await loadQuietly(() => import('#offline/takings/taken-copies.ts')).catch(() => undefined);
  return loaded?.takenCopies;
};

/** A tab that slept may not have heard yet who has signed in meanwhile; under another user it starts anew. */
export function sweepAtStart() {
  if (session.rereadStorage() !== 'user-changed') sweepDevice();
}

/** Removes what is left of everybody but the user of now; on a foreign device theirs too. */
function sweepDevice() {
  const { user, isForeignDevice } = session.getSession();
  const keptUserId = isForeignDevice ? undefined : user?.id;
  void sweepForeignData(keptUserId);
  void finishWipes(keptUserId);
}

/** Whoever signs in again keeps what they save from then on, although an earlier wipe of theirs was not finished. */
function followReturns() {
  let sweptEpoch: number | undefined;
  const look = () => {
    const { user, isForeignDevice } = session.getSession();
    if (user && !isForeignDevice) cancelUnfinishedWipe(user.id);
    if (!isForeignDevice || sweptEpoch === session.epoch) return;
    sweptEpoch = session.epoch;
    sweepDevice();
  };
  session.subscribe(look);
  look();
}

/** A session that ended here without the server ends there as soon as it can be told. */
function followSignOuts() {
  void deliverSignOuts();
  let wasReachable = true;
  connectivity.subscribe(() => {
    const isReachable = canReachServer(connectivity.getState());
    if (isReachable && !wasReachable) void deliverSignOuts();
    wasReachable = isReachable;
  });
}

function dropLastListOfWaiting() {
  const { records, unreadable } = outbox.getContent();
  if (records.length + unreadable.length > 0) dropLastList();
}

async function wipeCaches(): Promise<void> {
  dropLastList();
  // The worker may have answered them from what is about to be wiped.
  dropEarlyReads();
  const { user } = session.getSession();
  await Promise.all([user && deleteCopiesOf(user.id), deleteUserCaches()]);
}

/**
 * On a very slow network the worker serves its copy and stores the answer when it comes. Then what is on the screen is
 * read again, once: what it gets is no longer stale.
 */
function followLateResponses(queryClient: QueryClient) {
  (navigator as Partial<Navigator>).serviceWorker?.addEventListener(
    'message',
    ({ data }: MessageEvent<unknown>) => {
      if (typeof data !== 'object' || data === null || !('type' in data) || data.type !== 'LATE_ANSWER')
        return;
      void queryClient.refetchQueries({
        type: 'active',
        predicate: ({ state }) =>
          isStoredStamp(state.dataUpdatedAt) && Date.now() - state.dataUpdatedAt > STALE_TIME_MS,
      });
    },
  );
}
