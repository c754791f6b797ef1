import { listSubjectCharacteristicsEndpoint } from '#contract/subjects.ts';
import { listShipmentsEndpoint, type ShipmentList } from '#contract/shipments.ts';
import { MAX_TAKEN_SHIPMENTS } from '#contract/taking-limits.ts';
import { readTakenCardsEndpoint, readTakenShipmentsEndpoint } from '#contract/takings.ts';
import { listWarehouseGroupsEndpoint, listWarehousesEndpoint } from '#contract/warehouses.ts';
import { directoryQueries } from '#api/card-form.ts';
import { groupQueries } from '#api/card-groups.ts';
import type { ApiClient } from '#api/client.ts';
import { ApiError } from '#api/http/api-error.ts';
import { oneCardQueries } from '#api/one-card.ts';
import { shipmentQueries } from '#api/shipments.ts';
import { warehouseQueries } from '#api/warehouses.ts';
import { storedCopyOf } from '#offline/copies/persister.ts';
import { copyKeyOf } from './copy-facts.ts';
import { CARDS_BASE, SHIPMENT_LIST, unitKey } from './taking.ts';
import { photoPaths, type TakenPhoto } from './taken-photos.ts';
import type { Brought } from './taken-store.ts';

/** A part is read and packed in a moment, over a slow network in a few. */
const PART_TIMEOUT_MS = 60_000;
const LIST_PAGE_SIZE = 50;

export interface BringOptions {
  client: Pick<ApiClient, 'call' | 'callWithMeta'>;
  userKey: string;
  signal: AbortSignal;
  /** When the question is put: what comes is of no later moment. */
  askedAtMs: number;
  /** The store's, of that moment. */
  mark: number;
}

/** Packs answers as copies of the queries that would have asked for them. */
function pack(
  { userKey, askedAtMs, mark }: BringOptions,
  unit: string,
  photos: readonly TakenPhoto[],
  answered: readonly (readonly [queryKey: readonly unknown[], data: unknown])[],
): Brought {
  const copies = answered.map(([queryKey, data]) => ({
    key: copyKeyOf(queryKey),
    copy: storedCopyOf(userKey, queryKey, { data, dataUpdatedAt: askedAtMs }),
  }));
  const bytes =
    copies.reduce((sum, { copy }) => sum + copy.text.length, 0) +
    photos.reduce((sum, photo) => sum + photo.bytes, 0);
  const facts = { fetchedAtMs: askedAtMs, mark, photos: photos.map(({ path }) => path), bytes };
  return { unit, copies, facts };
}

/** Warehouses and their groups, which every card shows. */
export async function bringCardsBase(options: BringOptions): Promise<Brought> {
  const { client, signal } = options;
  const [warehouses, groups] = await Promise.all([
    client.call(listWarehousesEndpoint, { signal }),
    client.call(listWarehouseGroupsEndpoint, { signal }),
  ]);
  return pack(
    options,
    CARDS_BASE,
    [],
    [
      [warehouseQueries.list().queryKey, warehouses],
      [warehouseQueries.groups().queryKey, groups],
    ],
  );
}

interface CardOptions extends BringOptions {
  takePhotos: (paths: readonly string[]) => Promise<TakenPhoto[]>;
  /** Whose characteristics this run has brought already; grows. */
  subjects: Set<number>;
}

/** A part of the cards, whole, and which of them the server no longer has. */
export async function bringCards(
  ids: readonly number[],
  options: CardOptions,
): Promise<{ brought: Brought[]; goneIds: Set<number> }> {
  const { client, signal, subjects, takePhotos } = options;
  const { cards } = await client.call(readTakenCardsEndpoint, {
    body: { cardIds: [...ids] },
    signal,
    timeoutMs: PART_TIMEOUT_MS,
  });
  const brought: Brought[] = [];
  for (const { card, shopCards, groups } of cards) {
    const unit = unitKey({ source: { kind: 'cards' } }, card.id);
    const photos = await takePhotos(photoPaths(card.photos));
    const ofSubject = subjects.has(card.subjectId) ? [] : await characteristicsOf(card.subjectId, options);
    subjects.add(card.subjectId);
    brought.push(
      pack(options, unit, photos, [
        [oneCardQueries.byId(card.id).queryKey, card],
        [oneCardQueries.inShops(card.id).queryKey, shopCards],
        [groupQueries.ofCard(card.id).queryKey, groups],
        ...ofSubject,
      ]),
    );
  }
  const here = new Set(cards.map(({ card }) => card.id));
  return { brought, goneIds: new Set(ids.filter((id) => !here.has(id))) };
}

/** The form of a card is made of them. A subject whose characteristics the server refuses to tell keeps no card back. */
async function characteristicsOf(subjectId: number, { client, signal }: BringOptions) {
  try {
    const data = await client.call(listSubjectCharacteristicsEndpoint, { params: { id: subjectId }, signal });
    return [[directoryQueries.characteristics(subjectId).queryKey, data] as const];
  } catch (error) {
    if (error instanceof ApiError && error.isClientError) return [];
    throw error;
  }
}

/** The newest shipments: their list, as the page asks for it, and their ids. */
export async function bringShipmentList(options: BringOptions): Promise<{ brought: Brought; ids: number[] }> {
  const { client, signal } = options;
  const pages: ShipmentList[] = [];
  const pageParams: number[] = [];
  for (let offset = 0; offset < MAX_TAKEN_SHIPMENTS; offset += LIST_PAGE_SIZE) {
    const { data, meta } = await client.callWithMeta(listShipmentsEndpoint, {
      query: { limit: String(LIST_PAGE_SIZE), offset: String(offset) },
      signal,
    });
    // The worker's copy would be taken for what there is now.
    if (meta.isFromCache) throw new FromWorker();
    pages.push(data);
    pageParams.push(offset);
    if (data.next === null) break;
  }
  const brought = pack(
    options,
    SHIPMENT_LIST,
    [],
    [[shipmentQueries.list({}).queryKey, { pages, pageParams }]],
  );
  return { brought, ids: pages.flatMap(({ results }) => results.map(({ id }) => id)) };
}

/** The network was silent, and the worker gave its copy. */
export class FromWorker extends Error {}

/** A part of the shipments with their errors, and which of them the server no longer has. */
export async function bringShipments(
  ids: readonly number[],
  options: BringOptions,
): Promise<{ brought: Brought[]; goneIds: Set<number> }> {
  const { client, signal } = options;
  const { shipments } = await client.call(readTakenShipmentsEndpoint, {
    body: { shipmentIds: [...ids] },
    signal,
    timeoutMs: PART_TIMEOUT_MS,
  });
  const brought = shipments.map(({ shipment, errors }) =>
    pack(
      options,
      unitKey({ source: { kind: 'shipments' } }, shipment.id),
      [],
      [
        [shipmentQueries.one(shipment.id).queryKey, shipment],
        [shipmentQueries.errors(shipment.id).queryKey, errors],
      ],
    ),
  );
  const here = new Set(shipments.map(({ shipment }) => shipment.id));
  return { brought, goneIds: new Set(ids.filter((id) => !here.has(id))) };
}
