import { z } from 'zod/mini';
import { endpoint } from './endpoint.ts';
import {
  exportFormats,
  idParams,
  idSchema,
  idTextSchema,
  nmIdSchema,
  pageOf,
  pageQueryShape,
  repeated,
  timestampSchema,
} from './fields.ts';
import { stockSendResultSchema, unreadPlaceSchema } from './warehouses.ts';

export const shipmentStatuses = [
  'NEW',
  'SENT',
  'HAS_ERRORS',
  'PENDING_UPDATE',
  'PENDING_SEND_DISCOUNTS',
  'PENDING_SEND_IMAGES',
  'FINISHED',
] as const;
export type ShipmentStatus = (typeof shipmentStatuses)[number];

/** Cards are not yet confirmed by the marketplace. */
export const unconfirmedStatuses = [
  'SENT',
  'HAS_ERRORS',
  'PENDING_UPDATE',
] as const satisfies ShipmentStatus[];
/** The marketplace knows the cards: links, stocks and repeat make sense. */
export const confirmedStatuses = [
  'PENDING_SEND_DISCOUNTS',
  'PENDING_SEND_IMAGES',
  'FINISHED',
] as const satisfies ShipmentStatus[];
/** Something still runs: screens ask again while a shipment is in one of these. */
export const runningStatuses = [
  'NEW',
  'SENT',
  'PENDING_UPDATE',
  'PENDING_SEND_DISCOUNTS',
  'PENDING_SEND_IMAGES',
] as const satisfies ShipmentStatus[];

export const shipmentStages = ['CARD', 'DISCOUNTS', 'IMAGES'] as const;
export type ShipmentStage = (typeof shipmentStages)[number];

const stageProgressSchema = z.object({
  stage: z.enum(shipmentStages),
  /** The stage is part of this shipment. */
  isIncluded: z.boolean(),
  total: z.int(),
  done: z.int(),
  failed: z.int(),
});
export type StageProgress = z.infer<typeof stageProgressSchema>;

/** A status that a newer server may add is kept as text, and shown neutrally. */
const statusSchema = z.union([z.enum(shipmentStatuses), z.string()]);

export const shipmentRowSchema = z.object({
  id: idSchema,
  status: statusSchema,
  shops: z.array(z.object({ id: idSchema, name: z.string(), isSandbox: z.optional(z.boolean()) })),
  cards: z.int(),
  items: z.int(),
  failedItems: z.int(),
  stages: z.array(stageProgressSchema),
  repeatOf: z.nullable(idSchema),
  createdAt: timestampSchema,
  updatedAt: timestampSchema,
});
export type ShipmentRow = z.infer<typeof shipmentRowSchema>;

export const shipmentEventSchema = z.object({ id: idSchema, at: timestampSchema, text: z.string() });

export const shipmentSchema = z.object({
  ...shipmentRowSchema.shape,
  createdBy: z.string(),
  options: z.object({ withPrices: z.boolean(), withDiscounts: z.boolean(), withImages: z.boolean() }),
  /** What is set in the warehouses of a group once the cards are there; absent or null when nothing is. */
  stocks: z.optional(z.nullable(z.object({ groupName: z.string(), amount: z.int() }))),
  /** The work waits for the marketplace's limit until then. */
  waitingUntil: z.nullable(timestampSchema),
  /** Longer than usual: more than 30 minutes in one stage. */
  isSlow: z.boolean(),
  events: z.array(shipmentEventSchema),
});
export type Shipment = z.infer<typeof shipmentSchema>;

export const shipmentGroups = ['running', 'errors', 'finished', 'unconfirmed', 'confirmed'] as const;
export type ShipmentGroup = (typeof shipmentGroups)[number];

export const listShipmentsEndpoint = endpoint({
  method: 'GET',
  path: '/shipments/',
  summary: 'Отправки, новые первыми',
  access: 'user',
  query: z.strictObject({
    ...pageQueryShape,
    status: z.optional(repeated(z.enum(shipmentStatuses))),
    group: z.optional(z.enum(shipmentGroups)),
    shop: z.optional(repeated(idTextSchema)),
    search: z.optional(z.string().check(z.maxLength(200))),
  }),
  response: z.object({
    ...pageOf(shipmentRowSchema).shape,
    counters: z.object({ all: z.int(), running: z.int(), errors: z.int(), finished: z.int() }),
  }),
});
export type ShipmentList = z.infer<typeof listShipmentsEndpoint.response>;

export const getShipmentEndpoint = endpoint({
  method: 'GET',
  path: '/shipments/{id}/',
  summary: 'Отправка: этапы, события',
  access: 'user',
  params: idParams,
  response: shipmentSchema,
});

export const shipmentItemErrorSchema = z.object({
  id: idSchema,
  itemId: idSchema,
  cardId: idSchema,
  shopId: idSchema,
  shopName: z.string(),
  vendorCode: z.string(),
  title: z.string(),
  nmId: z.nullable(nmIdSchema),
  stage: z.enum(shipmentStages),
  code: z.nullable(z.string()),
  message: z.string(),
  /** The card's field to mend, as in a card problem. */
  field: z.nullable(z.string()),
  /** The marketplace's name of the refused request, where it gave one: its support asks for it. */
  requestId: z.optional(z.string()),
  at: timestampSchema,
});
export type ShipmentItemError = z.infer<typeof shipmentItemErrorSchema>;

/** Unresolved errors, of one shipment; the screen groups them by cause. */
export const listShipmentErrorsEndpoint = endpoint({
  method: 'GET',
  path: '/shipments/{id}/errors/',
  summary: 'Ошибки отправки',
  access: 'user',
  params: idParams,
  response: z.array(shipmentItemErrorSchema),
});

export const shipmentExports = ['errors', 'items'] as const;
export type ShipmentExport = (typeof shipmentExports)[number];

/** A file: unresolved errors, or every card of the shipment in every shop with where it has got to. */
export const exportShipmentEndpoint = endpoint({
  method: 'GET',
  path: '/shipments/{id}/export/',
  summary: 'Ошибки или карточки отправки файлом XLSX или CSV',
  access: 'user',
  params: idParams,
  query: z.strictObject({ rows: z.enum(shipmentExports), format: z.enum(exportFormats) }),
});

const shipmentResponse = z.object({ id: idSchema, status: statusSchema });

/** The same shipment, failed items only, from the stage that failed. 409 while it runs or has no errors. */
export const retryShipmentEndpoint = endpoint({
  method: 'POST',
  path: '/shipments/{id}/retry/',
  summary: 'Повторить карточки с ошибками',
  access: 'user',
  params: idParams,
  response: shipmentResponse,
  idempotency: 'required',
});

/** A new shipment with the same shops and options and today's card data. */
export const repeatShipmentEndpoint = endpoint({
  method: 'POST',
  path: '/shipments/{id}/repeat/',
  summary: 'Повторить отправку целиком',
  access: 'user',
  params: idParams,
  response: shipmentResponse,
  status: 201,
  idempotency: 'required',
});

export const shipmentStockSchema = z.object({
  cardId: idSchema,
  vendorCode: z.string(),
  title: z.string(),
  shopId: idSchema,
  shopName: z.string(),
  warehouseId: idSchema,
  warehouseName: z.string(),
  chrtId: z.int(),
  techSize: z.string(),
  /** What the marketplace says now. */
  amount: z.int(),
});
export type ShipmentStock = z.infer<typeof shipmentStockSchema>;

const unreadStocksSchema = z.extend(unreadPlaceSchema, {
  shopId: idSchema,
  /** Nothing of the shop can be read before it has a token for it. */
  isTokenMissing: z.boolean(),
});
export type UnreadStocks = z.infer<typeof unreadStocksSchema>;

const shipmentStocksSchema = z.object({
  stocks: z.array(shipmentStockSchema),
  unread: z.array(unreadStocksSchema),
});
export type ShipmentStocks = z.infer<typeof shipmentStocksSchema>;

export const listShipmentStocksEndpoint = endpoint({
  method: 'GET',
  path: '/shipments/{id}/stocks/',
  summary: 'Остатки карточек отправки по данным маркетплейса',
  access: 'user',
  params: idParams,
  response: shipmentStocksSchema,
});

/** Sends one amount for every size of every confirmed card to the warehouses of a group. */
export const sendShipmentStocksEndpoint = endpoint({
  method: 'POST',
  path: '/shipments/{id}/send-stocks/',
  summary: 'Отправить остатки карточек отправки на склады группы',
  access: 'user',
  params: idParams,
  body: z.strictObject({
    warehouseGroupId: idSchema,
    amount: z
      .int()
      .check(z.minimum(0, 'Остаток — от 0 до 100 000'), z.maximum(100_000, 'Остаток — от 0 до 100 000')),
  }),
  response: stockSendResultSchema,
  idempotency: 'required',
});
