import { describe, expect, it } from 'vitest';
import type { CardRow } from '#contract/card-list.ts';
import type { Warehouse, WarehouseGroup } from '#contract/warehouses.ts';
import { sampleRecord } from '#tests/support/outbox/sample-record.ts';
import type { OutboxContent, OutboxRecord } from './outbox-record.ts';
import { EMPTY_CONTENT } from './outbox-store.ts';
import { waitingCards, withWaitingGroups, withWaitingRow } from './overlay.ts';

const holding = (...parts: Partial<OutboxRecord>[]): OutboxContent => ({
  ...EMPTY_CONTENT,
  records: parts.map((part, index) => sampleRecord({ id: `r${index}`, sequence: index, ...part })),
});

describe('a row of the list', () => {
  // What the rule looks at, of all that a row has.
  const row = {
    id: 17,
    title: 'Кружка',
    brand: 'Керамия',
    vendorCode: 'A',
    photo: '/1',
    stock: 3,
  } as CardRow;

  it('is the same object while nothing of it waits', () => {
    expect(withWaitingRow(row, EMPTY_CONTENT)).toBe(row);
    expect(withWaitingRow(row, holding({ entityId: 18, patch: { title: 'x' } }))).toBe(row);
  });

  it('has the newest words that wait, and nothing that a row does not show', () => {
    const patches = [
      { title: 'a', vendorCode: 'B' },
      { title: 'b', brand: 'c', stock: 9, description: 'd' },
    ];
    expect(withWaitingRow(row, holding(...patches.map((patch) => ({ patch }))))).toEqual({
      ...row,
      title: 'b',
      brand: 'c',
      vendorCode: 'B',
    });
  });

  it('has the first of the photos that wait, or none when they are taken away', () => {
    const photoOf = (photos: unknown) => withWaitingRow(row, holding({ patch: { photos } })).photo;
    expect([photoOf(['/2', '/3']), photoOf([]), photoOf([null])]).toEqual(['/2', null, null]);
  });
});

it('new cards stand in the list, the newest first, and no other edits', () => {
  const outbox = holding(
    { kind: 'create', entityId: -1 },
    { kind: 'update' },
    { kind: 'create', entity: 'warehouseGroup' },
    { kind: 'create', entityId: -2 },
  );
  expect(waitingCards(outbox).map(({ id }) => id)).toEqual(['r3', 'r0']);
});

describe('groups of warehouses', () => {
  const warehouse = (id: number): Warehouse => ({
    id,
    shopId: 1,
    shopName: '',
    wbWarehouseId: id,
    name: `Склад ${id}`,
    officeName: '',
    cargoType: 1,
    deliveryType: 1,
    isProcessing: false,
  });
  const group: WarehouseGroup = {
    id: 4,
    name: 'Юг',
    kind: 'CLEANING',
    warehouses: [warehouse(1)],
    version: 2,
    updatedAt: '',
  };
  const ofGroup = { entity: 'warehouseGroup', entityId: 4 } as const;
  const shown = (...parts: Partial<OutboxRecord>[]) =>
    withWaitingGroups([group], [warehouse(2)], holding(...parts));

  it('are as they were while nothing of them waits', () => {
    expect(shown()).toEqual([{ group, isWaiting: false }]);
  });

  it('have what waits: name, kind and warehouses, those of the groups too', () => {
    const patch = { name: 'Север', kind: 'USER', warehouseIds: [2, 1, 99] };
    expect(shown({ ...ofGroup, patch })).toEqual([
      {
        group: { ...group, name: 'Север', kind: 'USER', warehouses: [warehouse(2), warehouse(1)] },
        isWaiting: true,
      },
    ]);
  });

  it('keep what they have where another build wrote something else', () => {
    const patch = { name: 5, kind: 'OTHER', warehouseIds: 'all' };
    expect(shown({ ...ofGroup, patch })).toEqual([{ group, isWaiting: true }]);
  });

  it('are not shown while they wait to be deleted, and shown again when that was refused', () => {
    expect(shown({ ...ofGroup, kind: 'delete' })).toEqual([]);
    expect(shown({ ...ofGroup, kind: 'update' }, { ...ofGroup, kind: 'delete' })).toEqual([]);
    expect(shown({ ...ofGroup, kind: 'delete', state: 'rejected' })).toHaveLength(1);
    expect(shown({ ...ofGroup, kind: 'update', state: 'queued' })).toHaveLength(1);
  });

  it('that are new stand before the others, with the edits made since', () => {
    const made = { entity: 'warehouseGroup', entityId: -3, kind: 'create' } as const;
    const [first, second] = shown(
      { ...made, patch: { name: 'Новая' } },
      { ...made, kind: 'update', patch: { warehouseIds: [2] } },
      { kind: 'create' },
    );
    expect(first).toMatchObject({
      group: { id: -3, name: 'Новая', kind: 'USER', warehouses: [warehouse(2)] },
      isWaiting: true,
    });
    expect(second?.group).toEqual(group);
    expect(shown(made)[0]?.group).toMatchObject({ name: '', warehouses: [] });
  });
});
