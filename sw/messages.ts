import type { FirstRead, PageToWorkerMessage } from '#contract/service-worker.ts';
import { deleteTagged, deleteUserCaches } from './caches.ts';
import { beginEpoch } from './epoch.ts';
import { keepFirstRead } from './first-reads.ts';

/** What a page of another build may say: it may know tags that this worker does not. */
export type ReceivedMessage =
  | Exclude<PageToWorkerMessage, { type: 'INVALIDATE' }>
  | { type: 'INVALIDATE'; tag: string; entityId?: number };

/** A message of the page; `undefined` for anything else that a script may have posted. */
export function parseMessage(data: unknown): ReceivedMessage | undefined {
  if (typeof data !== 'object' || data === null || !('type' in data)) return undefined;
  if (data.type === 'SKIP_WAITING' || data.type === 'LOGOUT') return { type: data.type };
  if (data.type === 'KEEP') return parseFirstRead(data);
  if (data.type !== 'INVALIDATE' || !('tag' in data) || typeof data.tag !== 'string') return undefined;
  const entityId =
    'entityId' in data && Number.isSafeInteger(data.entityId) ? Number(data.entityId) : undefined;
  return { type: 'INVALIDATE', tag: data.tag, ...(entityId !== undefined && { entityId }) };
}

function parseFirstRead(data: object): ReceivedMessage | undefined {
  // Any object may lack any of these.
  const { userId, url, body, fetchedAt } = data as Partial<Record<keyof FirstRead, unknown>>;
  if (!isPositiveInteger(userId) || !isPositiveInteger(fetchedAt)) return undefined;
  if (typeof url !== 'string' || typeof body !== 'string') return undefined;
  return { type: 'KEEP', userId, url, body, fetchedAt };
}

function isPositiveInteger(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0;
}

/** Does what the message asks for. The epoch comes first: what is under way must not fill again what is emptied. */
export async function obey(message: ReceivedMessage, skipWaiting: () => Promise<void>): Promise<void> {
  if (message.type === 'SKIP_WAITING') {
    await skipWaiting();
    return;
  }
  if (message.type === 'KEEP') {
    await keepFirstRead(message);
    return;
  }
  beginEpoch();
  if (message.type === 'LOGOUT') await deleteUserCaches();
  else await deleteTagged(message.tag, message.entityId);
}
