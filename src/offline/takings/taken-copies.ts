import { setAwakeTimer } from '#lib/awake-timer.ts';
import { fetchedAtOf } from './copy-facts.ts';
import type { TakenCopies } from '#offline/copies/with-taken.ts';
import { takingsChanged } from './takings-changed.ts';
import { userTakings } from './user-takings.ts';

/** The page waits no longer than this for what was taken. */
const READ_TIMEOUT_MS = 1_000;

/** What was taken, for the storage of copies; nothing of it rejects or hangs. Follows the session. */
export const takenCopies: TakenCopies = {
  async younger(key, whenKept) {
    const store = userTakings()?.store;
    const [stored, taken] = await Promise.all([whenKept, store && inTime(store.readCopy(key))]);
    const kept = stored ?? undefined;
    if (!taken) return kept;
    return kept && fetchedAtOf(kept) > taken.fetchedAt ? kept : taken;
  },
  async refresh(key, copy) {
    await userTakings()
      ?.store.refresh(key, copy)
      .catch(() => undefined);
  },
  async drop(prefix) {
    const store = userTakings()?.store;
    if (!store) return;
    await store.drop(prefix).catch(() => undefined);
    takingsChanged.tell();
  },
};

function inTime<T>(read: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve) => {
    const stopTimer = setAwakeTimer(() => resolve(undefined), READ_TIMEOUT_MS);
    const settle = (value: T | undefined) => {
      stopTimer();
      resolve(value);
    };
    read.then(settle, () => settle(undefined));
  });
}
