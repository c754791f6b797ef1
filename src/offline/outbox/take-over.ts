import { entityKey, type OutboxContent, type OutboxRecord } from './outbox-record.ts';

/** The tab that made an edit sends it: whoever only waits for its turn must not come before it. */
const TURN_DELAY_MS = 1_000;

interface Deps {
  /** Resolves when no tab is sending; at once where the browser has no locks. */
  waitForLock: () => Promise<unknown>;
  getContent: () => OutboxContent;
  flush: () => Promise<unknown>;
  now?: () => number;
}

/**
 * Another tab has something to send. Should it die, the browser gives its lock to the next in line: this tab then
 * finishes what was left behind, within seconds and whether it is looked at or not.
 */
export function createTakeOver({ waitForLock, getContent, flush, now = Date.now }: Deps): {
  /** To be called whenever another tab has changed the outbox. */
  standInLine: () => void;
  stop: () => void;
} {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  function standInLine() {
    const dueAt = nextTurnAt(getContent());
    if (isStopped || timer !== undefined || dueAt === undefined) return;
    timer = setTimeout(() => void takeTurn(), Math.max(TURN_DELAY_MS, dueAt - now()));
  }

  async function takeTurn() {
    let isDue = false;
    try {
      await waitForLock();
      isDue = !isStopped && (nextTurnAt(getContent()) ?? Infinity) <= now();
      if (isDue) await flush();
    } catch {
      // The page is going away.
    }
    timer = undefined;
    // Put back for later by whoever tried; what this tab has tried itself it plans itself.
    if (!isDue) standInLine();
  }

  return {
    standInLine,
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

/**
 * When there may be something to do: now for what a tab claims to be sending, else when the first of an entity's records
 * is due; undefined when all that is left waits for a person.
 */
function nextTurnAt({ records }: OutboxContent): number | undefined {
  const heads = new Map<string, OutboxRecord>();
  for (const record of records.toSorted((a, b) => a.sequence - b.sequence)) {
    if (!heads.has(entityKey(record))) heads.set(entityKey(record), record);
  }
  const times = [...heads.values()]
    .filter(({ state }) => state === 'sending' || state === 'queued')
    .map(({ state, nextAttemptAt }) => (state === 'sending' ? 0 : nextAttemptAt));
  return times.length === 0 ? undefined : Math.min(...times);
}
