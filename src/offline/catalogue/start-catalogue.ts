import { z } from 'zod/mini';
import { api } from '#api/api.ts';
import { openBroadcast } from '#api/session/broadcast.ts';
import { whileSessionLasts } from '#api/session/session-store.ts';
import { session } from '#api/session/session.ts';
import { registerInvalidationReach } from '#api/tags.ts';
import { trustedScriptUrl } from '#lib/trusted-script-url.ts';
import { serverReachability } from '#offline/live/server-reachability.ts';
import { catalogueDatabaseName, deleteDatabase } from '#offline/device/user-database.ts';
import { registerUserStore } from '#offline/device/wipe.ts';
import { heardHints } from '#offline/live/heard-hints.ts';
import { catalogueSwitch } from './catalogue-switch.ts';
import { catalogueStatus } from './catalogue-status.ts';
import { createCatalogueTab, type CatalogueTab } from './catalogue-tab.ts';
import { outbox } from '#offline/outbox/user-outbox.ts';
import { waitingRowsOf } from './waiting-edits.ts';
import type { WorkerPort } from './worker-calls.ts';
// oxlint-disable-next-line import/default -- the bundler makes it
import workerUrl from './catalogue-worker.ts?worker&url';

const CHANNEL_NAME = 'prilavok-catalogue';
const messageSchema = z.object({ userId: z.int() });

function startWorker(): WorkerPort {
  return new Worker(trustedScriptUrl(workerUrl), { type: 'module' });
}

interface Options {
  startWorker?: () => WorkerPort;
  /** Resolves when the network is free for the rows. */
  whenFree?: Promise<unknown>;
  /** Whose edits take part in what is found. */
  edits?: Pick<typeof outbox, 'getContent' | 'subscribe'>;
}

/**
 * The replica of the card list follows the session and the choice of this device. Not part of the first screen's code. Returns the
 * way to stop.
 */
export function startCatalogue({
  startWorker: start = startWorker,
  whenFree = Promise.resolve(),
  edits = outbox,
}: Options = {}): () => void {
  let tab: CatalogueTab | undefined;
  let epoch: number | undefined;

  const tabs = openBroadcast(CHANNEL_NAME, messageSchema, ({ userId }) => {
    if (userId === session.getSession().user?.id) tab?.catchUp();
  });

  function end() {
    tab?.end();
    tab = undefined;
    epoch = undefined;
    catalogueStatus.clear();
  }

  function follow() {
    const { user, isForeignDevice } = session.getSession();
    if (!user || isForeignDevice || !catalogueSwitch.isOn()) {
      end();
      if (user && !catalogueSwitch.isOn()) void deleteDatabase(catalogueDatabaseName(user.id));
      return;
    }
    if (epoch === session.epoch) return;
    end();
    epoch = session.epoch;
    tab = createCatalogueTab({
      userId: user.id,
      client: api,
      startWorker: start,
      locks: (navigator as Partial<Navigator>).locks,
      reachability: serverReachability,
      whenFree,
      outbox: {
        waitingRows: () => waitingRowsOf(edits.getContent()),
        subscribe: (signal, onChange) => signal.addEventListener('abort', edits.subscribe(onChange)),
      },
      onTaken: () => tabs.post({ userId: user.id }),
      mayReopen: whileSessionLasts(session),
    });
  }

  follow();
  const stops = [
    session.subscribe(follow),
    catalogueSwitch.watch(follow),
    registerUserStore({
      close() {
        end();
        // The wipe may be of somebody who was here before whoever is now.
        follow();
      },
    }),
    registerInvalidationReach(({ tag }) => {
      if (tag === 'Cards') tab?.wake();
    }),
    heardHints.subscribe((kinds) => {
      if (kinds.includes('cards')) tab?.wake();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
    tabs.close();
    end();
  };
}
