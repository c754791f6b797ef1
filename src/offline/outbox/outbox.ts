import type { ApiError } from '#api/http/api-error.ts';
import { createListeners } from '#lib/listeners.ts';
import { claimDue, nextDueAt, recover } from './claim-rules.ts';
import { addEdit, baseOnTopOf, discard, resolveConflict, retry } from './edit-rules.ts';
import type { Edit, OutboxChange, OutboxContent, OutboxRecord, ServerState } from './outbox-record.ts';
import { EMPTY_CONTENT, type OutboxStore } from './outbox-store.ts';
import type { OutboxEvent, RecordSender, Sent } from './record-sender.ts';
import { createWaiters, type SaveResult, type Waiters } from './save-result.ts';

const MAX_PARALLEL = 6;
/** Another tab holds the lock: it sends, or it dies; looked at again after this. */
const LOCK_RETRY_MS = 3_000;

export interface OutboxDeps {
  userId: number;
  store: OutboxStore;
  /** One request under the record's key. Throws `ApiError`. */
  send: (record: OutboxRecord) => Promise<Sent>;
  /** Brings the code of `send`, `readState` and `refreshCopies`; rejects when it cannot be had now. */
  loadSending?: () => Promise<unknown>;
  /** With a 412: the entity as the server has it; throws when that cannot be learnt now. */
  readState: (record: OutboxRecord, error: ApiError) => Promise<ServerState>;
  /** Brings every cache up to what the server has, before the record that covered them goes. Must not throw. */
  refreshCopies: (record: OutboxRecord, state: ServerState | null) => Promise<void>;
  /** The server can be reached, and the session is still this user's. */
  canSend: () => boolean;
  /** Runs `work` unless another tab is at it; false when it is. */
  withLock: (work: (hasLock: boolean) => Promise<void>) => Promise<boolean>;
  /** Other tabs should look at the store again. */
  tellTabs?: () => void;
  /** Called before the record is seen to be gone: what it put over the server's data is the server's now. */
  onSentElsewhere?: (record: OutboxRecord) => void;
  onEvent?: (event: OutboxEvent) => void;
  /** Keeps nothing beyond the tab: what cannot be sent at once is not kept at all. */
  isVolatile?: boolean;
  tab: string;
  newKey: () => string;
  now?: () => number;
  random?: () => number;
  setTimer?: (callback: () => void, delayMs: number) => ReturnType<typeof setTimeout>;
}

export interface Outbox {
  /** The content as this tab knows it; a new object with each change, the same while nothing is in it. */
  getContent: () => OutboxContent;
  /** False with nothing to send. */
  isSending: () => boolean;
  subscribe: (listener: () => void) => () => void;
  /** Rejects when the edit could not be stored: nothing is saved then. The result tells how far it came. */
  enqueue: (edit: Edit) => Promise<{ result: Promise<SaveResult> }>;
  /** Sends what is due. `isForced`: also what waits for the connection. Never throws. */
  flush: (options?: { isForced?: boolean }) => Promise<void>;
  /** Reads the store again: another tab wrote. */
  reload: () => Promise<void>;
  retry: (id: string) => Promise<void>;
  /** False while it is being sent: then it cannot be taken back. */
  discard: (id: string) => Promise<boolean>;
  resolveConflict: (id: string, mineFields: readonly string[]) => Promise<{ result: Promise<SaveResult> }>;
  close: () => void;
}

/**
 * Sends the edits of one user, each exactly once. An edit is on the device before it is sent and leaves only when the
 * server has answered; its id is its idempotency key, so that sending again after a crash has no second effect.
 */
export function createOutbox(deps: OutboxDeps): Outbox {
  const { store, tab, newKey, now = Date.now, random = Math.random, isVolatile = false } = deps;
  const setTimer = deps.setTimer ?? ((callback, delayMs) => setTimeout(callback, delayMs));
  const stamp = () => ({ now: now(), newKey });
  const listeners = createListeners();
  const waiters: Waiters = createWaiters({ isVolatile });
  let content: OutboxContent = EMPTY_CONTENT;
  let running = Promise.resolve();
  let isRunning = false;
  let isWanted = false;
  let isForceWanted = false;
  let lastEdit: Promise<unknown> = Promise.resolve();
  const unwritten = new Set<Edit>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;
  let sender: RecordSender | undefined;

  function show(next: OutboxContent) {
    if (isClosed) return;
    const gone = content.records.filter(({ id }) => next.sent.has(id) && sender?.hasSent(id) !== true);
    // In the order of the edits: the last one is what the server has.
    for (const record of gone.toSorted((a, b) => a.sequence - b.sequence)) deps.onSentElsewhere?.(record);
    // Every start reads the device and finds nothing: another object that says so would have the first screen drawn twice.
    if (!isEmpty(content) || !isEmpty(next)) content = next;
    listeners.tell();
  }

  async function change<Result>(
    decide: (content: OutboxContent) => { change: OutboxChange; result: Result },
  ): Promise<Result> {
    const { content: next, result } = await store.change(decide);
    show(next);
    if (!isClosed) deps.tellTabs?.();
    return result;
  }

  /**
   * What sends comes with the first record that is due, in a part of its own. Undefined when it does not come: nothing is
   * claimed then, and the next flush asks for it again.
   */
  async function loadSender(): Promise<RecordSender | undefined> {
    if (sender) return sender;
    try {
      const [{ createRecordSender }] = await Promise.all([
        import('./record-sender.ts'),
        deps.loadSending?.(),
      ]);
      sender ??= createRecordSender({
        ...deps,
        change,
        isVolatile,
        now,
        random,
        waiters,
        isClosed: () => isClosed,
      });
    } catch {
      // The server is away, and the part is not on this device yet.
    }
    return sender;
  }

  async function flush({ isForced = false } = {}): Promise<void> {
    isWanted = true;
    isForceWanted ||= isForced;
    if (!isRunning) {
      isRunning = true;
      running = sendWhileWanted();
    }
    await running;
  }

  function maySend(): boolean {
    return !isClosed && deps.canSend();
  }

  async function sendWhileWanted(): Promise<void> {
    try {
      while (isWanted && maySend()) {
        const isForced = isForceWanted;
        isWanted = false;
        isForceWanted = false;
        const isOurs = await deps.withLock(async (hasLock) => sendAll({ isForced, hasLock }));
        if (!isOurs) return await reload();
      }
      if (isVolatile) await dropUnsent();
    } catch {
      // The device's storage failed: what was claimed is recovered by the next flush, with its key.
    } finally {
      // Without an await after the loop's last check: a flush that was asked for between the two would be lost.
      isRunning = false;
      waiters.settleFrom(content);
      listeners.tell();
      planNext();
    }
  }

  /**
   * Whoever made them is told that they are not saved: then nothing may send them later, and no later edit may wait behind
   * one that no screen shows.
   */
  async function dropUnsent(): Promise<void> {
    await change((box) => {
      const unsent = box.records.filter(({ state }) => state !== 'sending');
      for (const { sequence } of unsent) waiters.settle(sequence, { status: 'waiting', failure: null });
      return { change: { remove: unsent.map(({ id }) => id) }, result: undefined };
    });
  }

  async function sendAll({ isForced, hasLock }: { isForced: boolean; hasLock: boolean }): Promise<void> {
    await change((box) => ({
      change: recover(box, { tab, now: now(), hasLock, isForced }),
      result: undefined,
    }));
    const inFlight = new Set<Promise<unknown>>();
    let hasStopped = false;
    const run = (by: RecordSender, record: OutboxRecord) => {
      const work: Promise<unknown> = by
        .sendRecord(record)
        // The device's storage failed: what was claimed is recovered by the next flush, with its key.
        .catch(() => false)
        .then((goesOn) => {
          hasStopped ||= !goesOn;
          return inFlight.delete(work);
        });
      inFlight.add(work);
    };
    for (;;) {
      const limit = MAX_PARALLEL - inFlight.size;
      if (!hasStopped && maySend() && limit > 0) {
        const by = isDue() ? await loadSender() : undefined;
        if (by && maySend()) for (const record of await claim(limit)) run(by, record);
      }
      if (inFlight.size === 0) return;
      await Promise.race(inFlight);
    }
  }

  function isDue(): boolean {
    return claimDue(content, { tab, now: now(), limit: 1 }).length > 0;
  }

  async function claim(limit: number): Promise<OutboxRecord[]> {
    const due = { tab, now: now(), limit };
    return change((box) => {
      const claimed = claimDue(box, due);
      return { change: { put: claimed }, result: claimed };
    });
  }

  function planNext() {
    clearTimeout(timer);
    timer = undefined;
    const dueAt = nextDueAt(content);
    if (dueAt === undefined || isClosed || !deps.canSend()) return;
    timer = setTimer(() => void flush(), Math.max(dueAt - now(), LOCK_RETRY_MS));
  }

  async function reload(): Promise<void> {
    try {
      show(await store.read());
    } catch {
      // The content known so far stands.
    }
    if (!isRunning) waiters.settleFrom(content);
  }

  function isSameEntity(one: Edit, other: Edit): boolean {
    const idOf = ({ entityId }: Edit) => content.aliases.get(entityId) ?? entityId;
    return one.entity === other.entity && idOf(one) === idOf(other);
  }

  function resultOf(sequence: number | null): { result: Promise<SaveResult> } {
    // Nothing was left to send: the server has what the screen shows.
    if (sequence === null)
      return { result: Promise.resolve({ status: 'sent', state: null, isMerged: false }) };
    const result = waiters.waitFor(sequence);
    if (deps.canSend() || isVolatile) void flush();
    else waiters.settle(sequence, { status: 'waiting', failure: null });
    return { result };
  }

  return {
    getContent: () => content,
    isSending: () => isRunning && content.records.length > 0,
    subscribe: listeners.subscribe,
    async enqueue(asked) {
      // What is being stored may be with the server, and out of the queue, before this one is stored.
      const before = [...unwritten].filter((one) => isSameEntity(one, asked));
      const edit = { ...asked, base: baseOnTopOf(before, asked.base) };
      unwritten.add(edit);
      const write = () =>
        change((box) => {
          const added = addEdit(box, deps.userId, edit, stamp());
          return { change: added.change, result: added.sequence };
        }).finally(() => unwritten.delete(edit));
      // Edits are stored in the order in which they were made, however long each takes.
      const written = lastEdit.then(write, write);
      lastEdit = written;
      return resultOf(await written);
    },
    flush,
    reload,
    async retry(id) {
      await change((box) => ({ change: retry(box, id, newKey), result: undefined }));
      await flush({ isForced: true });
    },
    async discard(id) {
      const { isDone, removed } = await change((box) => {
        const { change: removal, isDone } = discard(box, id);
        const removed = box.records.filter((record) => removal.remove?.includes(record.id));
        return { change: removal, result: { isDone, removed } };
      });
      for (const { sequence } of removed) waiters.settle(sequence, { status: 'waiting', failure: null });
      return isDone;
    },
    async resolveConflict(id, mineFields) {
      const sequence = await change((box) => {
        const resolved = resolveConflict(box, id, mineFields, newKey);
        return { change: resolved.change, result: resolved.sequence };
      });
      return resultOf(sequence);
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      store.close();
      waiters.settleAll({ status: 'waiting', failure: null });
      content = EMPTY_CONTENT;
      listeners.tell();
    },
  };
}

function isEmpty({ records, aliases, unreadable, sent }: OutboxContent): boolean {
  return records.length + aliases.size + unreadable.length + sent.size === 0;
}
