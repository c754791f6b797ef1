import { z } from 'zod/mini';
import { selectionFilterSchema } from '#contract/card-operations.ts';

/** As long as something taken is kept if nobody lets it go or takes it again. */
export const KEEP_TAKEN_FOR_MS = 30 * 24 * 3600 * 1000;

/** What is taken, so that it can be looked up again. */
const takingSourceSchema = z.union([
  z.object({ kind: z.literal('cards') }),
  z.object({ kind: z.literal('view'), name: z.string(), filter: selectionFilterSchema }),
  z.object({ kind: z.literal('shop'), name: z.string(), shopId: z.int() }),
  z.object({ kind: z.literal('shipments') }),
]);
export type TakingSource = z.infer<typeof takingSourceSchema>;

/** What somebody has named to be on this device. What of it is there, its units say. */
export const takingSchema = z.object({
  id: z.string(),
  source: takingSourceSchema,
  /** Of cards, or of shipments; without those that the server no longer has. */
  ids: z.array(z.int()),
  /** How many the server no longer has. */
  goneCount: z.int(),
  /** Taken, or asked for again. */
  beganAtMs: z.int(),
  /** Of that moment: what was asked for before this mark is still to be fetched. Clocks go back, marks do not. */
  mark: z._default(z.int(), 0),
  /** By the person. */
  isStopped: z.boolean(),
  /** The device has no room for more. */
  isOutOfRoom: z.boolean(),
});
export type Taking = z.infer<typeof takingSchema>;

/** One card or shipment that is there, whole. */
export const unitSchema = z.object({
  /** When its data left the server. */
  fetchedAtMs: z.int(),
  /** The store's, when it was asked for. */
  mark: z._default(z.int(), 0),
  /** Where its pictures are kept: paths. */
  photos: z.array(z.string()),
  /** With the pictures. */
  bytes: z.int(),
});
export type Unit = z.infer<typeof unitSchema>;
export type Units = ReadonlyMap<string, Unit>;

/** Warehouses and their groups: of all cards. */
export const CARDS_BASE = 'base';
/** The list of shipments. */
export const SHIPMENT_LIST = 'list';

export function unitKey({ source }: Pick<Taking, 'source'>, id: number): string {
  return source.kind === 'shipments' ? `shipment-${id}` : `card-${id}`;
}

/** What a taking needs besides its units. */
export function baseKey({ source }: Pick<Taking, 'source'>): string {
  return source.kind === 'shipments' ? SHIPMENT_LIST : CARDS_BASE;
}

/** Everything that a taking asks to be there. */
export function unitKeys(taking: Taking): string[] {
  return [baseKey(taking), ...taking.ids.map((id) => unitKey(taking, id))];
}

/** Which unit a stored copy belongs to, by the key of its query; undefined for what belongs to all (lists of values). */
export function unitOfCopy(queryKey: readonly unknown[]): string | undefined {
  const [tag, id] = queryKey;
  if (tag === 'Card') return `card-${String(id)}`;
  if (tag === 'Shipments') return typeof id === 'number' ? `shipment-${id}` : SHIPMENT_LIST;
  return tag === 'Subjects' ? undefined : CARDS_BASE;
}

/** Whether it is there, and was asked for since the taking began. */
function isFresh(taking: Taking, units: Units, key: string): boolean {
  return (units.get(key)?.mark ?? -1) >= taking.mark;
}

/** The ids of a taking that are still to be fetched. */
export function idsLeft(taking: Taking, units: Units): number[] {
  return taking.ids.filter((id) => !isFresh(taking, units, unitKey(taking, id)));
}

export function isBaseLeft(taking: Taking, units: Units): boolean {
  return !isFresh(taking, units, baseKey(taking));
}

/** Whether something is to be fetched, and nothing keeps it from being. */
export function isAtWork(taking: Taking, units: Units): boolean {
  if (taking.isStopped || taking.isOutOfRoom) return false;
  return isBaseLeft(taking, units) || idsLeft(taking, units).length > 0;
}

/** The taking without what the server no longer has. */
export function withoutGone(taking: Taking, goneIds: ReadonlySet<number>): Taking {
  const ids = taking.ids.filter((id) => !goneIds.has(id));
  return ids.length === taking.ids.length
    ? taking
    : { ...taking, ids, goneCount: taking.goneCount + taking.ids.length - ids.length };
}

export function isOver(taking: Taking, now: number): boolean {
  return now - taking.beganAtMs > KEEP_TAKEN_FOR_MS;
}
