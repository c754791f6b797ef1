/**
 * What waits is shown on top of what the server last said: after a reload, without a connection, in every list. Pure;
 * who shows it also says that it is only on this device.
 */
import type { CardRow } from '#contract/card-list.ts';
import type { CardContent } from '#contract/cards.ts';
import type { Settings } from '#contract/users.ts';
import { warehouseGroupKinds } from '#contract/warehouse-group-kinds.ts';
import type { Warehouse, WarehouseGroup } from '#contract/warehouses.ts';
import {
  recordsOf,
  SETTINGS_ID,
  type Fields,
  type OutboxContent,
  type OutboxRecord,
} from './outbox-record.ts';
import { pick } from './three-way-merge.ts';

/** All fields that wait for an entity, the newest values. */
export function waitingFields(records: readonly OutboxRecord[]): Fields {
  return Object.assign({}, ...records.map(({ patch }) => patch)) as Fields;
}

export function withWaitingContent(content: CardContent, records: readonly OutboxRecord[]): CardContent {
  return { ...content, ...pickKnown(waitingFields(records), Object.keys(content)) };
}

/** A row of the list with its waiting edits; the same object when there are none, so that it is not drawn again. */
export function withWaitingRow(row: CardRow, outbox: OutboxContent): CardRow {
  const records = outbox.records.length > 0 ? recordsOf(outbox, { entity: 'card', entityId: row.id }) : [];
  if (records.length === 0) return row;
  return { ...row, ...waitingRowFields(records) };
}

/** Some edit waits of a card that the server knows: in the list it stands in another place than there. */
export function waitsOfKnownCards({ records }: OutboxContent): boolean {
  return records.some(({ entity, entityId }) => entity === 'card' && entityId > 0);
}

export interface WaitingRowFields {
  vendorCode?: string;
  title?: string;
  brand?: string;
  photo?: string | null;
  costPriceKopecks?: number | null;
}

const isText = (value: unknown) => typeof value === 'string';
const ROW_FIELDS: Record<string, (value: unknown) => boolean> = {
  vendorCode: isText,
  title: isText,
  brand: isText,
  costPriceKopecks: (value) => value === null || Number.isInteger(value),
};

/** What waits of that which a row of the list shows; a value that is not of its kind is passed over. */
export function waitingRowFields(records: readonly OutboxRecord[]): WaitingRowFields {
  const fields = waitingFields(records);
  const photos = Array.isArray(fields['photos']) ? { photo: stringOrNull(fields['photos'][0]) } : {};
  const known = Object.keys(ROW_FIELDS).filter((name) => ROW_FIELDS[name]?.(fields[name]));
  return { ...pick(fields, known), ...photos };
}

/** New cards that the server has not seen yet, the newest first. */
export function waitingCards(outbox: OutboxContent): OutboxRecord[] {
  return outbox.records
    .filter(({ entity, kind }) => entity === 'card' && kind === 'create')
    .toSorted((a, b) => b.sequence - a.sequence);
}

export function withWaitingSettings(settings: Settings, outbox: OutboxContent): Settings {
  const records = recordsOf(outbox, { entity: 'settings', entityId: SETTINGS_ID });
  return { ...settings, ...pickKnown(waitingFields(records), Object.keys(settings)) };
}

/** A group as it will be; `isWaiting` when some of it is only on this device. */
export interface ShownGroup {
  group: WarehouseGroup;
  isWaiting: boolean;
}

/** Groups with their waiting edits, without those that wait to be deleted, with those that wait to be created. */
export function withWaitingGroups(
  groups: readonly WarehouseGroup[],
  warehouses: readonly Warehouse[],
  outbox: OutboxContent,
): ShownGroup[] {
  const byId = new Map(
    [...groups.flatMap((group) => group.warehouses), ...warehouses].map((one) => [one.id, one]),
  );
  const shown = groups.flatMap((group) => {
    const records = recordsOf(outbox, { entity: 'warehouseGroup', entityId: group.id });
    if (records.some(({ kind, state }) => kind === 'delete' && state !== 'rejected')) return [];
    return { group: withFields(group, waitingFields(records), byId), isWaiting: records.length > 0 };
  });
  const created = outbox.records
    .filter(({ entity, kind }) => entity === 'warehouseGroup' && kind === 'create')
    .map((record) => {
      const updatedAt = new Date(record.createdAt).toISOString();
      const empty: WarehouseGroup = {
        id: record.entityId,
        name: '',
        kind: 'USER',
        warehouses: [],
        version: 0,
        updatedAt,
      };
      const fields = waitingFields(recordsOf(outbox, record));
      return { group: withFields(empty, fields, byId), isWaiting: true };
    });
  return [...created, ...shown];
}

function withFields(group: WarehouseGroup, fields: Fields, byId: Map<number, Warehouse>): WarehouseGroup {
  const { name, kind, warehouseIds } = fields;
  return {
    ...group,
    name: typeof name === 'string' ? name : group.name,
    kind: warehouseGroupKinds.find((one) => one === kind) ?? group.kind,
    warehouses: Array.isArray(warehouseIds)
      ? warehouseIds.flatMap((id) => byId.get(Number(id)) ?? [])
      : group.warehouses,
  };
}

function pickKnown(fields: Fields, names: readonly string[]): Fields {
  return pick(
    fields,
    names.filter((name) => name in fields),
  );
}

function stringOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
