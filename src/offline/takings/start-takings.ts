import { z } from 'zod/mini';
import { getProfileEndpoint } from '#contract/users.ts';
import { api } from '#api/api.ts';
import { openBroadcast } from '#api/session/broadcast.ts';
import { liveUpdates } from '#api/live-updates.ts';
import { session } from '#api/session/session.ts';
import { listen } from '#lib/listen.ts';
import { serverReachability } from '#offline/live/server-reachability.ts';
import { databaseExists, takenDatabaseName } from '#offline/device/user-database.ts';
import { registerUserStore } from '#offline/device/wipe.ts';
import { forgetTaken, isAnythingTaken } from './anything-taken.ts';
import { BY_PRESS, loadTakeAlong } from './load-take-along.ts';
import { noteTaken } from './note-taken.ts';
import { hasPhotos, keepPhotosOf, takePhotos } from './taken-photos.ts';
import { isOver } from './taking.ts';
import { takingsChanged } from './takings-changed.ts';
import { takingsStatus } from './takings-status.ts';
import { userTakings, type UserTakings } from './user-takings.ts';

const CHANNEL_NAME = 'prilavok-takings';
const LOCK_NAME = 'prilavok-takings';
const messageSchema = z.object({ userId: z.int(), isStop: z.boolean() });

interface Tab {
  epoch: number;
  abort: AbortController;
  wake(reason?: typeof BY_PRESS): void;
  /** Gives up the part under way: its taking was stopped or let go. */
  stop(): void;
}

let tab: Tab | undefined;
let channel: ReturnType<typeof openBroadcast<typeof messageSchema>> | undefined;

/** At a start: goes on with what was taken. The note of it may be gone with the rest of the web storage. */
export async function startIfTaken(): Promise<void> {
  // Also where nothing is taken: another tab may take something and be closed.
  followOtherTabs();
  const of = userTakings();
  if (of && !isAnythingTaken() && (await databaseExists(takenDatabaseName(of.userId)))) noteTaken(of, true);
  if (isAnythingTaken()) startTakings();
}

/**
 * Goes on with what is to be taken, in one of this browser's tabs, and follows the session. Not part of the first screen's code:
 * called by whoever takes something, too. May be called again.
 */
export function startTakings(): void {
  followOtherTabs();
  follow();
}

function followOtherTabs(): void {
  if (channel) return;
  channel = openBroadcast(CHANNEL_NAME, messageSchema, ({ userId, isStop }) => {
    if (userId !== session.getSession().user?.id) return;
    if (isStop) tab?.stop();
    else tab?.wake();
    follow();
    void takingsStatus.look();
  });
  session.subscribe(follow);
  registerUserStore({
    close() {
      forget();
      // The wipe may be of somebody who was here before whoever is now.
      void startIfTaken();
    },
  });
  takingsChanged.subscribe(() => tellTabs({ isStop: false }));
  // After a failure it may be in a long pause.
  listen(window, 'online', () => tab?.wake());
}

/** Another look here and in the other tabs; `isStop`: what is under way is given up first; `isPress`: somebody waits for it to go on. */
export function tellTabs({ isStop, isPress = false }: { isStop: boolean; isPress?: boolean }): void {
  if (isPress) tab?.wake(BY_PRESS);
  if (isStop) tab?.stop();
  else tab?.wake();
  void takingsStatus.look();
  const userId = session.getSession().user?.id;
  if (userId !== undefined) channel?.post({ userId, isStop });
}

/** The session is over, and what it has taken goes with it. */
function forget(): void {
  forgetTaken();
  end();
}

function end(): void {
  tab?.abort.abort();
  tab = undefined;
  takingsStatus.clear();
}

function follow(): void {
  const takings = userTakings();
  if (!takings || !isAnythingTaken()) {
    if (takings && !tab) return;
    end();
    // A screen may be showing that nothing is taken: each renewal of the tokens comes by here.
    if (takings) void takingsStatus.look();
    return;
  }
  if (tab?.epoch === session.epoch) return;
  tab?.abort.abort();
  tab = openTab(takings);
}

function openTab(takings: UserTakings): Tab {
  const abort = new AbortController();
  const { signal } = abort;
  let waking = new AbortController();
  let stopping = new AbortController();
  signal.addEventListener('abort', () => {
    waking.abort();
    stopping.abort();
  });
  const next = (make: AbortController) => {
    if (signal.aborted) make.abort();
    return make.signal;
  };
  const nextWake = () => next((waking = new AbortController()));

  /** Uploaded pictures open with it; it is asked for once. */
  let pass: Promise<string | undefined> | undefined;
  // Without it they would look like dead links: who could not read it asks again.
  const readPass = () =>
    (pass ??= api.call(getProfileEndpoint, { signal }).then(
      ({ mediaPass }) => mediaPass,
      (error: unknown) => {
        pass = undefined;
        throw error;
      },
    ));

  async function lead() {
    if (signal.aborted) return;
    await tidy(takings);
    const hints = { isReachable: () => liveUpdates.getState() !== 'off', subscribe: liveUpdates.subscribe };
    const takeAlong = await loadTakeAlong({
      ways: [serverReachability, hints],
      signal,
      nextWake,
    });
    await takeAlong?.({
      store: takings.store,
      tidyPhotos: () => tidyPhotos(takings),
      client: api,
      userKey: takings.userKey,
      reachability: serverReachability,
      hints,
      signal,
      nextWake,
      nextStop: () => next((stopping = new AbortController())),
      async takePhotos(paths, stopped) {
        return takePhotos(paths, {
          cacheName: takings.cacheName,
          pass: await readPass(),
          signal: stopped,
          isOver: takings.isOver,
          onPhoto: takingsStatus.countPhoto,
        });
      },
      onStep() {
        void takingsStatus.look();
        channel?.post({ userId: takings.userId, isStop: false });
      },
    });
  }

  async function run() {
    const locks = (navigator as Partial<Navigator>).locks;
    await (locks ? locks.request(`${LOCK_NAME}-${takings.userId}`, { signal }, lead) : lead());
  }

  void takingsStatus.look();
  run().catch(() => {
    if (!signal.aborted) takingsStatus.giveUp();
  });
  return {
    epoch: session.epoch,
    abort,
    wake: (reason) => waking.abort(reason),
    stop() {
      stopping.abort();
      waking.abort();
    },
  };
}

/** What is too old goes; where the pictures alone were deleted, all is fetched again. */
async function tidy(of: UserTakings): Promise<void> {
  const { store, cacheName } = of;
  const now = Date.now();
  const { takings, units } = await store.read();
  for (const { id } of takings.filter((one) => isOver(one, now))) await store.letGo(id);
  const hasTakenPhotos = [...units.values()].some(({ photos }) => photos.length > 0);
  if (hasTakenPhotos && !(await hasPhotos(cacheName))) {
    for (const { id } of takings) await store.renew(id, (one) => ({ ...one, beganAtMs: now }));
  }
  await store.tellWhetherAny((isAny) => noteTaken(of, isAny));
  await tidyPhotos({ store, cacheName });
}

async function tidyPhotos({ store, cacheName }: Pick<UserTakings, 'store' | 'cacheName'>): Promise<void> {
  const { units } = await store.read();
  await keepPhotosOf(cacheName, new Set([...units.values()].flatMap(({ photos }) => photos)));
}
