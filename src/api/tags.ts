import type { QueryClient } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { cacheTags, type CacheTag } from '#contract/service-worker.ts';
import { openBroadcast, type Broadcast } from './session/broadcast.ts';
import { session } from './session/session.ts';

/**
 * Every query key begins with a tag, and what belongs to one entity goes on with its id: `['Cards', filters]`,
 * `['Card', 17]`, `['Card', 17, 'shops']`. One call clears every copy of what a tag names.
 */
export { cacheTags, type CacheTag };

export interface Invalidated {
  tag: CacheTag;
  /** Only what belongs to this entity: keys that begin with `[tag, entityId]`. */
  entityId?: number | undefined;
  /** True when another tab made the change: the copies that all tabs share are its business. */
  isRemote: boolean;
}

/** Clears the copies that one place keeps. Must not throw; the part before its first `await` runs at once. */
export type InvalidationReach = (invalidated: Invalidated) => void | Promise<void>;

const CHANNEL_NAME = 'prilavok-tags';
/** Several tags of one save, or one message delivered twice, make one refetch. */
const REMOTE_BATCH_MS = 50;

const messageSchema = z.object({
  tag: z.enum(cacheTags),
  entityId: z.union([z.int(), z.undefined()]),
  userId: z.int(),
});

const reaches = new Set<InvalidationReach>();
let otherTabs: Broadcast<z.infer<typeof messageSchema>> | undefined;

/** Makes {@link invalidateTag} reach one more place where copies are kept. Returns the way to take it back. */
export function registerInvalidationReach(reach: InvalidationReach): () => void {
  reaches.add(reach);
  return () => reaches.delete(reach);
}

/**
 * The one way to say that data changed: in memory, on the device, in the service worker and in the other tabs.
 * When the promise resolves no old copy is left; what is on the screen is being fetched again by then.
 */
export async function invalidateTag(
  queryClient: QueryClient,
  tag: CacheTag,
  { entityId }: { entityId?: number } = {},
): Promise<void> {
  await clearCopies(queryClient, { tag, entityId, isRemote: false });
  const userId = session.getSession().user?.id;
  if (userId !== undefined) otherTabs?.post({ tag, entityId, userId });
}

async function clearCopies(queryClient: QueryClient, invalidated: Invalidated): Promise<void> {
  const queryKey = keyOf(invalidated);
  // Before anything is awaited: an answer that is on its way must neither be shown nor stored.
  const reached = [...reaches].map(async (reach) => reach(invalidated));
  const cancelled = queryClient.cancelQueries({ queryKey });
  await queryClient.invalidateQueries({ queryKey, refetchType: 'none' });
  await Promise.allSettled([cancelled, ...reached]);
  void queryClient.refetchQueries({ queryKey, type: 'active' });
}

function keyOf({ tag, entityId }: Pick<Invalidated, 'tag' | 'entityId'>): unknown[] {
  return entityId === undefined ? [tag] : [tag, entityId];
}

/** Follows what other tabs of the same user change. Messages carry tags, never data. Returns the way to stop. */
export function connectTags(queryClient: QueryClient): () => void {
  const waiting = new Map<string, Invalidated>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function flush() {
    timer = undefined;
    const batch = [...waiting.values()];
    waiting.clear();
    for (const invalidated of batch) void clearCopies(queryClient, invalidated);
  }

  const channel = openBroadcast(CHANNEL_NAME, messageSchema, ({ tag, entityId, userId }) => {
    if (userId !== session.getSession().user?.id) return;
    // At once, not with the batch: an answer that is on its way may be older than the change.
    void queryClient.cancelQueries({ queryKey: keyOf({ tag, entityId }) });
    waiting.set(`${tag}/${entityId ?? ''}`, { tag, entityId, isRemote: true });
    timer ??= setTimeout(flush, REMOTE_BATCH_MS);
  });
  otherTabs = channel;
  return () => {
    clearTimeout(timer);
    channel.close();
    otherTabs = undefined;
  };
}
