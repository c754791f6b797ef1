import { setAwakeTimer } from '#lib/awake-timer.ts';
import { fetchedAtOf } from './copy-facts.ts';
import type { TakenCopies } from '#offline/copies/with-taken.ts';
import { takingsChanged } from './takings-changed.ts';
import { userTakings } from './user-takings.ts';

/** Whatever else there is waits no longer than this for what was taken. */
const TIMEOUT_MS = 1_000;
/** Where there is nothing else, a busy device is given longer: «не открывали на этом устройстве» would not be so. */
const NOTHING_ELSE_TIMEOUT_MS = 5_000;

/** What was taken, for the storage of copies; nothing of it rejects or hangs. Follows the session. */
export const takenCopies: TakenCopies = {
  async younger(key, whenKept) {
    const reading = userTakings()?.store.readCopy(key);
    const [stored, takenSoon] = await Promise.all([whenKept, reading && inTime(reading)]);
    const kept = stored ?? undefined;
    const taken =
      takenSoon ?? (kept ? undefined : reading && (await inTime(reading, NOTHING_ELSE_TIMEOUT_MS)));
    if (!taken) return kept;
    return kept && fetchedAtOf(kept) > taken.fetchedAt ? kept : taken;
  },
  async refresh(key, copy) {
    const store = userTakings()?.store;
    if (store) await inTime(store.refresh(key, copy));
  },
  async drop(prefix) {
    const store = userTakings()?.store;
    if (!store) return;
    // What waits for it (a save, the outbox) does not wait for a disk that is stuck: reading what lies there would wait as well.
    await inTime(store.drop(prefix));
    takingsChanged.tell();
  },
};

function inTime<T>(work: Promise<T>, timeoutMs = TIMEOUT_MS): Promise<T | undefined> {
  return new Promise((resolve) => {
    const stopTimer = setAwakeTimer(() => resolve(undefined), timeoutMs);
    const settle = (value: T | undefined) => {
      stopTimer();
      resolve(value);
    };
    work.then(settle, () => settle(undefined));
  });
}
