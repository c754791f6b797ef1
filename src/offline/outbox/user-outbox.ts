import type { QueryClient } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { priceFields } from '#contract/card-rules.ts';
import { openBroadcast } from '#api/session/broadcast.ts';
import { newIdempotencyKey } from '#api/idempotency-key.ts';
import { session } from '#api/session/session.ts';
import { whileSessionLasts } from '#api/session/session-store.ts';
import { connectivity } from '#offline/connection/connectivity.ts';
import { canReachServer } from '#offline/connection/connectivity-model.ts';
import { isOutOfSpace } from '#offline/copies/query-storage.ts';
import { databaseExists, outboxDatabaseName } from '#offline/device/user-database.ts';
import { registerUserStore } from '#offline/device/wipe.ts';
import { listen } from '#lib/listen.ts';
import { createListeners } from '#lib/listeners.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import {
  isTemporaryId,
  recordsOf,
  type Edit,
  type OutboxContent,
  type OutboxRecord,
} from './outbox-record.ts';
import { createMemoryOutboxStore, EMPTY_CONTENT, openOutboxStore, type OutboxStore } from './outbox-store.ts';
import type { SaveResult } from './save-result.ts';
import type { OutboxEvent } from './record-sender.ts';
import { showSent } from './show-sent.ts';
import { createTakeOver } from './take-over.ts';

const CHANNEL_NAME = 'prilavok-outbox';
const LOCK_NAME = 'prilavok-outbox';
const LOOK_INTERVAL_MS = 60_000;
const messageSchema = z.object({ userId: z.int() });

/** The edit is neither sent nor stored. `message` is for the user. */
export class NotSavedError extends Error {
  override readonly name = 'NotSavedError';
}

interface Current {
  epoch: number;
  userId: number;
  isForeignDevice: boolean;
  /** On this device; on a foreign one only what was left there before, when it was the user's own. */
  kept: Outbox | undefined;
  /** For a foreign device, or when the device cannot store: sends now or not at all. */
  volatile: Outbox;
}

const tab = newIdempotencyKey();
const listeners = createListeners();
const eventListeners = createListeners<[OutboxEvent]>();
let current: Current | undefined;
let client: QueryClient | undefined;
let channel: ReturnType<typeof openBroadcast<typeof messageSchema>> | undefined;

/** The outboxes of whoever is signed in; another session closes those of the one before. */
function ofUser(): Current | undefined {
  const { user, isForeignDevice } = session.getSession();
  if (current && (current.epoch !== session.epoch || !user)) close();
  if (!user) return undefined;
  if (current) return current;
  current = {
    epoch: session.epoch,
    userId: user.id,
    isForeignDevice,
    kept: isForeignDevice ? undefined : openKept(user.id),
    volatile: open(user.id, createMemoryOutboxStore(), true),
  };
  if (isForeignDevice) void openLeftBehind(current);
  return current;
}

/** The endpoints of everything that can be edited: not needed before there is something to send. */
function loadSending() {
  return Promise.all([import('./send-record.ts'), import('./refresh-copies.ts')]);
}

function openKept(userId: number): Outbox {
  const store = openOutboxStore(outboxDatabaseName(userId), undefined, whileSessionLasts(session));
  const kept = open(userId, store);
  void kept.reload();
  return kept;
}

/**
 * A session of before may have ended with something unsent. It is the user's also when they now call the device a foreign
 * one: it is shown, sent, and asked about at the sign-out. Nothing is added to it.
 */
async function openLeftBehind(box: Current): Promise<void> {
  const isThere = await databaseExists(outboxDatabaseName(box.userId));
  if (!isThere || box !== current) return;
  box.kept = openKept(box.userId);
  await box.kept.flush();
}

/** For rendering: opens and closes nothing. */
function shown(): Outbox | undefined {
  return current?.epoch === session.epoch ? current.kept : undefined;
}

function open(userId: number, store: OutboxStore, isVolatile = false): Outbox {
  const { epoch } = session;
  const opened = createOutbox({
    userId,
    store,
    isVolatile,
    tab,
    newKey: newIdempotencyKey,
    loadSending,
    send: async (record) => (await loadSending())[0].sendRecord(record),
    readState: async (record, error) => (await loadSending())[0].readServerState(record, error),
    refreshCopies: async (record, state) =>
      client && (await loadSending())[1].refreshCopies(client, record, state),
    canSend: () =>
      session.epoch === epoch &&
      session.getSession().user?.id === userId &&
      canReachServer(connectivity.getState()),
    withLock: isVolatile ? runAtOnce : runLocked,
    tellTabs: () => channel?.post({ userId }),
    onSentElsewhere: (record) => client && showSent(client, record),
    onEvent: eventListeners.tell,
  });
  opened.subscribe(notify);
  return opened;
}

function close() {
  const closing = current;
  current = undefined;
  closing?.kept?.close();
  closing?.volatile.close();
  notify();
}

function notify() {
  connectivity.hurry(outbox.getContent().records.some(isOnItsWay));
  listeners.tell();
}

/** Waits for the server, and not for the user. */
function isOnItsWay({ state }: OutboxRecord): boolean {
  return state === 'queued' || state === 'sending';
}

async function runAtOnce(work: (hasLock: boolean) => Promise<void>): Promise<boolean> {
  await work(false);
  return true;
}

/** One tab sends at a time. Where the browser has no locks the keys alone make a second sender harmless. */
async function runLocked(work: (hasLock: boolean) => Promise<void>): Promise<boolean> {
  const locks = (navigator as Partial<Navigator>).locks;
  if (!locks) return runAtOnce(work);
  return locks.request(LOCK_NAME, { ifAvailable: true }, async (lock) => {
    if (!lock) return false;
    await work(true);
    return true;
  });
}

/**
 * The app's outbox: edits of the signed-in user, stored on this device before they are sent, sent by one tab, kept until
 * the server has answered.
 */
export const outbox = {
  /** A new object with each change; empty while nobody is signed in. */
  getContent: (): OutboxContent => shown()?.getContent() ?? EMPTY_CONTENT,
  isSending: (): boolean => shown()?.isSending() ?? false,
  subscribe: (listener: () => void): (() => void) => {
    const stops = [
      listeners.subscribe(listener),
      session.subscribe(() => {
        ofUser();
        listener();
      }),
    ];
    ofUser();
    return () => {
      for (const stop of stops) stop();
    };
  },
  onEvent: eventListeners.subscribe,
  /** Whose caches are brought up to date after a save. */
  attach(queryClient: QueryClient): void {
    client = queryClient;
  },
  /**
   * Stores an edit and sends it when it can. Throws {@link NotSavedError} when it is neither stored nor sent; until
   * then nothing may be called saved. The result says which of the two it is.
   */
  async enqueue(edit: Edit): Promise<SaveResult> {
    refusePrices(edit);
    const box = ofUser();
    if (!box) throw new NotSavedError('Сеанс завершён: войдите заново');
    const kept = box.isForeignDevice ? undefined : box.kept;
    const { result } = kept ? await enqueueKept(box, kept, edit) : await enqueueVolatile(box, edit);
    return result;
  },
  /** Tries everything now, also what waits for its time. */
  flush: async (): Promise<void> => ofUser()?.kept?.flush({ isForced: true }),
  retry: async (id: string): Promise<void> => ofUser()?.kept?.retry(id),
  /** False while it is being sent. */
  discard: async (id: string): Promise<boolean> => (await ofUser()?.kept?.discard(id)) ?? true,
  async resolveConflict(id: string, mineFields: readonly string[]): Promise<SaveResult> {
    const resolved = await ofUser()?.kept?.resolveConflict(id, mineFields);
    if (!resolved) throw new NotSavedError('Сеанс завершён: войдите заново');
    return resolved.result;
  },
};

/** Prices act on a live marketplace: a stale one must never be sent by itself. A new draft has none to overwrite. */
function refusePrices({ entity, entityId, kind, patch }: Edit): void {
  const hasPrices = priceFields.some((field) => field in patch);
  const isDraft = kind === 'create' || isTemporaryId(entityId);
  if (entity === 'card' && hasPrices && !isDraft) {
    throw new NotSavedError('Цены меняются только при связи');
  }
}

async function enqueueKept(box: Current, kept: Outbox, edit: Edit): Promise<{ result: Promise<SaveResult> }> {
  try {
    const queued = await kept.enqueue(edit);
    void navigator.storage?.persist?.().catch(() => false);
    return queued;
  } catch (error) {
    // The device cannot store. With a connection the edit can still be saved where it matters, unless it would overtake
    // an earlier one of the same thing that is stored and not yet sent.
    if (box !== current) throw new NotSavedError('Сеанс завершён: войдите заново');
    const isBehind = recordsOf(kept.getContent(), edit).length > 0;
    if (isBehind || !canReachServer(connectivity.getState())) {
      throw new NotSavedError(
        isOutOfSpace(error)
          ? 'Не удалось сохранить на устройстве: браузер не дал места. Скопируйте текст'
          : 'Не удалось сохранить на устройстве: хранилище браузера не отвечает. Скопируйте текст и обновите страницу',
      );
    }
    return enqueueVolatile(box, edit);
  }
}

async function enqueueVolatile(box: Current, edit: Edit): Promise<{ result: Promise<SaveResult> }> {
  if (!canReachServer(connectivity.getState())) {
    throw new NotSavedError('Это чужой компьютер: сохранить можно только при связи');
  }
  if (box.kept && recordsOf(box.kept.getContent(), edit).length > 0) {
    throw new NotSavedError('Здесь ждёт ваша прежняя правка: сначала отправьте или удалите её');
  }
  return box.volatile.enqueue(edit);
}

/** Makes the outbox follow the session, the connection and the other tabs. Returns the way to stop. */
export function startOutbox(queryClient: QueryClient): () => void {
  outbox.attach(queryClient);
  const look = () => {
    if (document.visibilityState === 'visible') void ofUser()?.kept?.flush();
  };
  const takeOver = createTakeOver({
    waitForLock: async () => (navigator as Partial<Navigator>).locks?.request(LOCK_NAME, () => undefined),
    getContent: () => outbox.getContent(),
    flush: async () => current?.kept?.flush(),
  });
  channel = openBroadcast(CHANNEL_NAME, messageSchema, ({ userId }) => {
    if (userId === current?.userId) void current.kept?.reload().then(takeOver.standInLine);
  });
  let wasKeepingUp = keepsUp();
  const stops = [
    registerUserStore({ close }),
    session.subscribe(() => {
      ofUser();
      look();
    }),
    connectivity.subscribe(() => {
      const isKeepingUp = keepsUp();
      if (isKeepingUp && !wasKeepingUp) void outbox.flush();
      wasKeepingUp = isKeepingUp;
    }),
    listen(document, 'visibilitychange', look),
    listen(window, 'pageshow', look),
    takeOver.stop,
  ];
  const timer = setInterval(look, LOOK_INTERVAL_MS);
  ofUser();
  look();
  return () => {
    clearInterval(timer);
    for (const stop of stops) stop();
    channel?.close();
    channel = undefined;
    close();
  };
}

/** What failed while the server was busy waits for its time; it is tried again as soon as the server is not. */
function keepsUp(): boolean {
  const state = connectivity.getState();
  return canReachServer(state) && state !== 'busy';
}
