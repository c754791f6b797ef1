import type { FirstRead } from '#contract/service-worker.ts';
import { watchReads } from '#api/api.ts';
import { session } from '#api/session/session.ts';
import { registerInvalidationReach } from '#api/tags.ts';
import { tellWorker } from '#offline/device/worker-messages.ts';

/** Without a worker they are never asked for: more than a start reads is not kept in memory. */
const MAX_WAITING = 30;

/**
 * A first visit reads before its worker is in charge, and what it read is not asked for again while it is fresh. So the
 * worker is handed what passed it by: from its first minute on it has what the screen has. Files are none of its
 * business, and nothing that was changed meanwhile or belongs to a session that is over.
 */
export function handOverFirstReads(): void {
  const container = (navigator as Partial<Navigator>).serviceWorker;
  if (!container) return;
  let waiting: FirstRead[] = [];
  let isWorkerThere = false;
  let changes = 0;

  const forget = () => {
    changes += 1;
    waiting = [];
  };
  registerInvalidationReach(forget);
  session.onEnd(forget);

  watchReads((path) => {
    if (container.controller !== null) return undefined;
    const asked = { changes, epoch: session.epoch, userId: session.getSession().user?.id };
    return async (response) => {
      const fetchedAt = Date.now();
      const body = await textOf(response);
      if (body === undefined || asked.userId === undefined) return;
      if (asked.changes !== changes || asked.epoch !== session.epoch) return;
      const read = { userId: asked.userId, url: new URL(path, location.origin).href, body, fetchedAt };
      if (isWorkerThere) void tellWorker({ type: 'KEEP', ...read });
      else waiting = [...waiting.filter(({ url }) => url !== read.url), read].slice(-MAX_WAITING);
    };
  });

  void container.ready.then(() => {
    isWorkerThere = true;
    for (const read of waiting) void tellWorker({ type: 'KEEP', ...read });
    waiting = [];
  });
}

async function textOf(response: Response): Promise<string | undefined> {
  try {
    if (/^application\/json\b/i.test(response.headers.get('content-type') ?? ''))
      return await response.text();
    await response.body?.cancel();
    return undefined;
  } catch {
    return undefined; // cut
  }
}
