import { session } from '#api/session/session.ts';
import { whileSessionLasts } from '#api/session/session-store.ts';
import { draftsDatabaseName } from '#offline/device/user-database.ts';
import { registerUserStore } from '#offline/device/wipe.ts';
import { openDraftStore, type DraftStore } from './draft-store.ts';

let current: { epoch: number; store: DraftStore } | undefined;

/** The drafts of whoever is signed in; undefined for guests and on a foreign device, which keeps nothing. */
export function userDrafts(): DraftStore | undefined {
  const { user, isForeignDevice } = session.getSession();
  if (current && (current.epoch !== session.epoch || !user)) close();
  if (!user || isForeignDevice) return undefined;
  current ??= {
    epoch: session.epoch,
    store: openDraftStore(draftsDatabaseName(user.id), { mayReopen: whileSessionLasts(session) }),
  };
  return current.store;
}

function close() {
  current?.store.close();
  current = undefined;
}

/** Makes the drafts take part in the wiping at a logout. Returns the way to stop. */
export function startDrafts(): () => void {
  const stop = registerUserStore({ close });
  return () => {
    stop();
    close();
  };
}
