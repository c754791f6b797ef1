import type { HttpHandler } from 'msw';
import {
  cleanGroupStocksEndpoint,
  createWarehouseGroupEndpoint,
  deleteWarehouseGroupEndpoint,
  getWarehouseGroupEndpoint,
  listShopWarehousesEndpoint,
  listWarehouseGroupsEndpoint,
  listWarehousesEndpoint,
  previewGroupCleaningEndpoint,
  readGroupStocksEndpoint,
  updateWarehouseGroupEndpoint,
  type Warehouse,
  type WarehouseGroup,
} from '#contract/warehouses.ts';
import { mock, mockError } from './mock-endpoint.ts';

function warehouse(id: number, shopId: number, shopName: string, name: string): Warehouse {
  return {
    id,
    shopId,
    shopName,
    wbWarehouseId: 500_000 + id,
    name,
    officeName: 'Коледино',
    cargoType: 1,
    deliveryType: 1,
    isProcessing: false,
  };
}

export const mockWarehouses: Warehouse[] = [
  warehouse(1, 1, 'Московский', 'Склад на Южной'),
  warehouse(2, 1, 'Московский', 'Склад в Химках'),
  warehouse(3, 2, 'Сибирь', 'Новосибирск, Станционная'),
];

export const mockGroups: WarehouseGroup[] = [
  {
    id: 1,
    name: 'Основные склады',
    kind: 'USER',
    warehouses: mockWarehouses.slice(0, 2),
    version: 3,
    updatedAt: '2026-11-19T10:00:00+03:00',
  },
  {
    id: 2,
    name: 'Распродажа',
    kind: 'CLEANING',
    warehouses: mockWarehouses.slice(2),
    version: 1,
    updatedAt: '2026-11-12T10:00:00+03:00',
  },
];

export function warehouseHandlers(): HttpHandler[] {
  const groups = new Map(mockGroups.map((group) => [group.id, group]));
  const notFound = () => mockError(404, { code: 'not_found', detail: ['Группа складов не найдена'] });
  const chosen = (ids: number[]) => mockWarehouses.filter(({ id }) => ids.includes(id));
  return [
    mock(listWarehousesEndpoint, ({ query }) =>
      mockWarehouses.filter(({ shopId }) => !query.shop || query.shop.includes(shopId)),
    ),
    mock(listShopWarehousesEndpoint, ({ params }) =>
      mockWarehouses.filter(({ shopId }) => shopId === params.id),
    ),
    mock(listWarehouseGroupsEndpoint, () => [...groups.values()]),
    mock(getWarehouseGroupEndpoint, ({ params }) => groups.get(params.id) ?? notFound()),
    mock(createWarehouseGroupEndpoint, ({ body }) => {
      const group: WarehouseGroup = {
        id: Math.max(...groups.keys()) + 1,
        name: body.name,
        kind: body.kind,
        warehouses: chosen(body.warehouseIds),
        version: 1,
        updatedAt: '2026-11-20T14:05:00+03:00',
      };
      groups.set(group.id, group);
      return group;
    }),
    mock(updateWarehouseGroupEndpoint, ({ params, body, request }) => {
      const group = groups.get(params.id);
      if (!group) return notFound();
      if (request.headers.get('if-match') !== `"v${group.version}"`) {
        return mockError(412, { code: 'version_conflict', detail: ['Группу уже изменили'], current: group });
      }
      const changed: WarehouseGroup = {
        ...group,
        name: body.name ?? group.name,
        kind: body.kind ?? group.kind,
        warehouses: body.warehouseIds ? chosen(body.warehouseIds) : group.warehouses,
        version: group.version + 1,
      };
      groups.set(group.id, changed);
      return changed;
    }),
    mock(deleteWarehouseGroupEndpoint, ({ params }) => (groups.delete(params.id) ? undefined : notFound())),
    mock(previewGroupCleaningEndpoint, ({ params }) => ({
      warehouses: groups.get(params.id)?.warehouses.length ?? 0,
      cards: 12,
      rows: 31,
      units: 1204,
    })),
    mock(readGroupStocksEndpoint, ({ params }) => ({
      warehouses: groups.get(params.id)?.warehouses.length ?? 0,
      cards: 12,
      rows: 31,
      units: 1204,
      readAt: '2026-11-20T14:05:00+03:00',
      unread: [],
    })),
    mock(cleanGroupStocksEndpoint, () => ({
      sent: 31,
      failed: 0,
      errors: [],
      units: 1204,
      left: { rows: 0, units: 0 },
      unread: [],
    })),
  ];
}
