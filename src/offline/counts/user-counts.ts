import { session } from '#api/session/session.ts';
import { whileSessionLasts } from '#api/session/session-store.ts';
import { countsDatabaseName } from '#offline/device/user-database.ts';
import { registerUserStore } from '#offline/device/wipe.ts';
import { createUnkeptStore, openCountStore, type CountStore } from './count-store.ts';

let current: { epoch: number; store: CountStore } | undefined;

/** The counts of whoever is signed in; undefined for guests. On a foreign device they live as long as the tab. */
export function userCounts(): CountStore | undefined {
  const { user, isForeignDevice } = session.getSession();
  if (current && (current.epoch !== session.epoch || !user)) close();
  if (!user) return undefined;
  current ??= {
    epoch: session.epoch,
    store: isForeignDevice
      ? createUnkeptStore()
      : openCountStore(countsDatabaseName(user.id), { mayReopen: whileSessionLasts(session) }),
  };
  return current.store;
}

/** Those with something counted that was not sent: a sign-out asks before they go. Never throws. */
export async function unsentCounts(): Promise<number> {
  try {
    const counts = (await userCounts()?.list()) ?? [];
    return counts.filter(({ sent, lines }) => sent === null && lines.length > 0).length;
  } catch {
    return 0;
  }
}

function close() {
  current?.store.close();
  current = undefined;
}

// Whoever signs out takes part in the wiping from the moment the first count is opened.
registerUserStore({ close });
