import { z } from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { idParams, idSchema, idTextSchema, repeated, timestampSchema } from './fields.ts';
import { warehouseGroupKinds } from './warehouse-group-kinds.ts';

export const warehouseSchema = z.object({
  id: idSchema,
  shopId: idSchema,
  shopName: z.string(),
  wbWarehouseId: z.int(),
  name: z.string(),
  officeName: z.string(),
  /** 1 МГТ, 2 СГТ, 3 КГТ+ */
  cargoType: z.int(),
  /** 1 FBS, 2 DBS, 3 DBW, 5 C&C, 6 EDBS */
  deliveryType: z.int(),
  /** Stocks of a warehouse that the marketplace is processing are locked for some minutes. */
  isProcessing: z.boolean(),
});
export type Warehouse = z.infer<typeof warehouseSchema>;

export const listWarehousesEndpoint = endpoint({
  method: 'GET',
  path: '/warehouses/',
  summary: 'Склады продавца во всех магазинах',
  access: 'user',
  query: z.strictObject({ shop: z.optional(repeated(idTextSchema)) }),
  response: z.array(warehouseSchema),
});

export const listShopWarehousesEndpoint = endpoint({
  method: 'GET',
  path: '/shops/{id}/warehouses/',
  summary: 'Склады магазина, заново с маркетплейса',
  access: 'user',
  params: idParams,
  response: z.array(warehouseSchema),
});

export const warehouseGroupSchema = z.object({
  id: idSchema,
  name: z.string(),
  kind: z.enum(warehouseGroupKinds),
  warehouses: z.array(warehouseSchema),
  version: z.int(),
  updatedAt: timestampSchema,
});
export type WarehouseGroup = z.infer<typeof warehouseGroupSchema>;

const groupNameSchema = z
  .string()
  .check(z.trim(), z.minLength(1, 'Укажите название'), z.maxLength(100, 'Не длиннее 100 символов'));
const warehouseIdsSchema = z.array(idSchema).check(z.maxLength(200));

export const listWarehouseGroupsEndpoint = endpoint({
  method: 'GET',
  path: '/warehouse-groups/',
  summary: 'Группы складов',
  access: 'user',
  response: z.array(warehouseGroupSchema),
});

export const getWarehouseGroupEndpoint = endpoint({
  method: 'GET',
  path: '/warehouse-groups/{id}/',
  summary: 'Группа складов',
  access: 'user',
  params: idParams,
  response: warehouseGroupSchema,
});

export const createWarehouseGroupEndpoint = endpoint({
  method: 'POST',
  path: '/warehouse-groups/',
  summary: 'Создать группу складов',
  access: 'user',
  body: z.strictObject({
    name: groupNameSchema,
    kind: z.enum(warehouseGroupKinds),
    warehouseIds: warehouseIdsSchema,
  }),
  response: warehouseGroupSchema,
  status: 201,
  idempotency: 'optional',
});

export const updateWarehouseGroupEndpoint = endpoint({
  method: 'PATCH',
  path: '/warehouse-groups/{id}/',
  summary: 'Изменить группу складов',
  access: 'user',
  params: idParams,
  body: z.strictObject({
    name: z.optional(groupNameSchema),
    kind: z.optional(z.enum(warehouseGroupKinds)),
    warehouseIds: z.optional(warehouseIdsSchema),
  }),
  response: warehouseGroupSchema,
  ifMatch: 'required',
  idempotency: 'optional',
});

export const deleteWarehouseGroupEndpoint = endpoint({
  method: 'DELETE',
  path: '/warehouse-groups/{id}/',
  summary: 'Удалить группу складов',
  access: 'user',
  params: idParams,
  status: 204,
  ifMatch: 'required',
  idempotency: 'optional',
});

/** What could not be read at the marketplace; without a warehouse it is the shop as a whole. */
export const unreadPlaceSchema = z.object({
  shopName: z.string(),
  warehouseName: z.nullable(z.string()),
  detail: z.string(),
});

export type UnreadPlace = z.infer<typeof unreadPlaceSchema>;

const cleaningPreviewSchema = z.object({
  warehouses: z.int(),
  cards: z.int(),
  rows: z.int(),
  units: z.int(),
  /** When the oldest of the numbers was read from the marketplace; null if never. */
  readAt: z.optional(z.nullable(timestampSchema)),
  unread: z.optional(z.array(unreadPlaceSchema)),
});
export type CleaningPreview = z.infer<typeof cleaningPreviewSchema>;

/** How many rows «Обнулить остатки» would set to zero, by our copy. */
export const previewGroupCleaningEndpoint = endpoint({
  method: 'GET',
  path: '/warehouse-groups/{id}/cleaning/',
  summary: 'Сколько остатков обнулит группа, по последнему чтению',
  access: 'user',
  params: idParams,
  response: cleaningPreviewSchema,
});

/** The same, after the warehouses were read at the marketplace; takes seconds, so it is no GET. */
export const readGroupStocksEndpoint = endpoint({
  method: 'POST',
  path: '/warehouse-groups/{id}/cleaning/reading/',
  summary: 'Прочитать склады группы и посчитать, сколько остатков она обнулит',
  access: 'user',
  params: idParams,
  response: cleaningPreviewSchema,
});

export const stockSendResultSchema = z.object({
  sent: z.int(),
  failed: z.int(),
  errors: z.array(z.object({ warehouseName: z.string(), vendorCode: z.string(), detail: z.string() })),
});
export type StockSendResult = z.infer<typeof stockSendResultSchema>;

export const cleaningResultSchema = z.object({
  ...stockSendResultSchema.shape,
  /** Pieces that were set to zero. */
  units: z.optional(z.int()),
  /** What the warehouses still hold, as read back. */
  left: z.optional(z.object({ rows: z.int(), units: z.int() })),
  unread: z.optional(z.array(unreadPlaceSchema)),
});
export type CleaningResult = z.infer<typeof cleaningResultSchema>;

/** Reads the warehouses, sets what they hold to zero and reads back. 409 when it would be more than was agreed to. */
export const cleanGroupStocksEndpoint = endpoint({
  method: 'POST',
  path: '/warehouse-groups/{id}/cleaning/',
  summary: 'Обнулить остатки на складах группы',
  access: 'user',
  params: idParams,
  body: z.optional(z.strictObject({ expected: z.strictObject({ rows: z.int(), units: z.int() }) })),
  response: cleaningResultSchema,
  idempotency: 'required',
});
