import type { CardSelection } from '#contract/card-operations.ts';
import { listShipmentsEndpoint } from '#contract/shipments.ts';
import { MAX_TAKEN_SHIPMENTS } from '#contract/taking-limits.ts';
import { lookAtTakingEndpoint } from '#contract/takings.ts';
import { api } from '#api/api.ts';
import { newIdempotencyKey } from '#api/idempotency-key.ts';
import { deleteDatabase, takenDatabaseName } from '#offline/device/user-database.ts';
import { protectStorage } from '#offline/install/protect-storage.ts';
import { noteTaken } from './note-taken.ts';
import { startTakings, tellTabs } from './start-takings.ts';
import { deletePhotos, keepPhotosOf } from './taken-photos.ts';
import type { TakingSource } from './taking.ts';
import { userTakings } from './user-takings.ts';

/** Content, shops and groups of a card, as text; and a picture, the small and the large ones together: means of real cards. */
const CARD_BYTES = 9_000;
const PHOTO_BYTES = 45_000;
const SHIPMENT_BYTES = 6_000;
/** Choosing among a hundred thousand cards takes a while. */
const LOOK_TIMEOUT_MS = 60_000;

/** What a taking would come to. */
export interface TakingLook {
  /** Of cards. */
  ids: number[];
  count: number;
  photoCount: number;
  /** By the mean. */
  bytes: number;
  /** null: the browser does not tell. */
  freeBytes: number | null;
}

/** Looks at cards before they are taken; throws what the server refuses with. */
export async function lookAtCards(selection: CardSelection, signal: AbortSignal): Promise<TakingLook> {
  const [{ cardIds, photoCount }, freeBytes] = await Promise.all([
    api.call(lookAtTakingEndpoint, { body: { selection }, signal, timeoutMs: LOOK_TIMEOUT_MS }),
    measureFree(),
  ]);
  const bytes = cardIds.length * CARD_BYTES + photoCount * PHOTO_BYTES;
  return { ids: cardIds, count: cardIds.length, photoCount, bytes, freeBytes };
}

/** Of the newest shipments only their number: their list is read with them. */
export async function lookAtShipments(signal: AbortSignal): Promise<TakingLook> {
  const [{ count: all }, freeBytes] = await Promise.all([
    api.call(listShipmentsEndpoint, { query: { limit: '1', offset: '0' }, signal }),
    measureFree(),
  ]);
  const count = Math.min(all, MAX_TAKEN_SHIPMENTS);
  return { ids: [], count, photoCount: 0, bytes: count * SHIPMENT_BYTES, freeBytes };
}

/** Begins a taking, and resolves with its id; it goes on by itself, in whatever tab. Rejects where the device keeps nothing. */
export async function beginTaking(source: TakingSource, ids: readonly number[]): Promise<string> {
  const of = userTakings();
  if (!of || !noteTaken(of, true)) throw new Error('Nothing is kept here');
  const id = newIdempotencyKey();
  await of.store.begin({
    id,
    source,
    ids: [...ids],
    goneCount: 0,
    beganAtMs: Date.now(),
    isStopped: false,
    isOutOfRoom: false,
  });
  // Whoever looked before it was written may have noted since that there is nothing.
  noteTaken(of, true);
  // The answer changes nothing here: the settings say what it was.
  void protectStorage();
  startTakings();
  tellTabs({ isStop: false, isPress: true });
  return id;
}

export async function stopTaking(id: string): Promise<void> {
  await userTakings()?.store.change(id, (taking) => ({ ...taking, isStopped: true }));
  tellTabs({ isStop: true });
}

/** Goes on with one that was stopped, or had no room. */
export async function resumeTaking(id: string): Promise<void> {
  await userTakings()?.store.change(id, (taking) => ({ ...taking, isStopped: false, isOutOfRoom: false }));
  tellTabs({ isStop: false, isPress: true });
}

/** Fetches everything again; what is here stays until the new one comes. A view or a shop is looked up anew by whoever asks. */
export async function renewTaking(id: string, ids: readonly number[] | undefined): Promise<void> {
  await userTakings()?.store.renew(id, (taking) => ({
    ...taking,
    ...(ids && { ids: [...ids] }),
    goneCount: 0,
    beganAtMs: Date.now(),
    isStopped: false,
    isOutOfRoom: false,
  }));
  await userTakings()?.store.tidy();
  tellTabs({ isStop: true, isPress: true });
}

/** Deletes what nothing else that was taken needs. */
export async function letTakingGo(id: string): Promise<void> {
  const of = userTakings();
  if (!of) return;
  const photos = await of.store.letGo(id);
  tellTabs({ isStop: true });
  await of.store.tellWhetherAny((isAny) => noteTaken(of, isAny));
  await deletePhotos(of.cacheName, photos);
}

/** Everything that was taken goes: «Очистить». */
export async function letAllGo(): Promise<void> {
  const of = userTakings();
  if (!of) return;
  const { takings } = await of.store.read().catch(() => ({ takings: [] }));
  for (const { id } of takings) await of.store.letGo(id);
  // What was begun meanwhile stays.
  let isAnythingLeft = false;
  const note = (isAny: boolean) => {
    isAnythingLeft = isAny;
    noteTaken(of, isAny);
  };
  await of.store.tellWhetherAny(note).catch(() => note(false));
  if (!isAnythingLeft) void deleteDatabase(takenDatabaseName(of.userId));
  tellTabs({ isStop: true });
  if (!isAnythingLeft) await keepPhotosOf(of.cacheName, new Set());
}

/** What a view or a shop has now, to be taken again; undefined for what was named one by one. */
export async function lookUpAgain(source: TakingSource): Promise<number[] | undefined> {
  const selection = selectionOf(source);
  if (!selection) return undefined;
  return (await lookAtCards(selection, new AbortController().signal)).ids;
}

/** The cards of a view or a shop; undefined for others. */
export function selectionOf(source: TakingSource): CardSelection | undefined {
  if (source.kind === 'view') return { filter: source.filter };
  return source.kind === 'shop' ? { filter: { shop: [source.shopId] } } : undefined;
}

async function measureFree(): Promise<number | null> {
  try {
    const { quota, usage } = await navigator.storage.estimate();
    return quota === undefined ? null : Math.max(0, quota - (usage ?? 0));
  } catch {
    return null;
  }
}
