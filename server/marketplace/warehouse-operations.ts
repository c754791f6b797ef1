import { z } from 'zod/mini';
import { anyResponse, orElse } from './response-shapes.ts';
import type { Send } from './request.ts';

export const MAX_STOCKS_PER_CALL = 1000;

const warehouses = { host: 'marketplace', category: 'MARKETPLACE', isWrite: false } as const;

const officesSchema = z.array(
  z.pipe(
    z.looseObject({
      id: z.int(),
      name: z.string(),
      address: orElse(z.string(), ''),
      city: orElse(z.string(), ''),
      cargoType: z.int(),
      deliveryType: z.int(),
    }),
    z.transform(({ id, name, address, city, cargoType, deliveryType }) => ({
      id,
      name,
      address,
      city,
      cargoType,
      deliveryType,
    })),
  ),
);

const warehousesSchema = z.array(
  z.pipe(
    z.looseObject({
      id: z.int(),
      name: z.string(),
      officeId: z.int(),
      cargoType: z.int(),
      deliveryType: z.int(),
      isDeleting: z.boolean(),
      isProcessing: z.boolean(),
    }),
    z.transform(({ id, name, officeId, cargoType, deliveryType, isDeleting, isProcessing }) => ({
      id,
      name,
      officeId,
      cargoType,
      deliveryType,
      isDeleting,
      isProcessing,
    })),
  ),
);

const stocksSchema = z.pipe(
  z.looseObject({ stocks: z.array(z.looseObject({ chrtId: z.int(), amount: z.int() })) }),
  z.transform(({ stocks }) => stocks.map(({ chrtId, amount }) => ({ chrtId, amount }))),
);

/**
 * Calls of the category «Маркетплейс»: the seller's own warehouses and their stocks. `warehouseId` is the marketplace's
 * number (`wb_warehouse_id`). Answers 4XX are charged tenfold here: check before sending.
 */
export function warehouseOperations(send: Send) {
  return {
    /** Warehouses of the marketplace that a seller's warehouse can be tied to. */
    listOffices: () =>
      send({
        ...warehouses,
        group: 'warehouses',
        method: 'GET',
        path: '/api/v3/offices',
        response: officesSchema,
      }),

    listWarehouses: () =>
      send({
        ...warehouses,
        group: 'warehouses',
        method: 'GET',
        path: '/api/v3/warehouses',
        response: warehousesSchema,
      }),

    /** Amounts of at most 1000 sizes. A size without a record is left out of the answer. */
    getStocks: (warehouseId: number, chrtIds: number[]) =>
      send({
        ...warehouses,
        group: 'stocks',
        method: 'POST',
        path: `/api/v3/stocks/${String(warehouseId)}`,
        body: { chrtIds },
        response: stocksSchema,
      }),

    /** Sets amounts (0–100 000) of at most 1000 sizes. Success proves little: read back. */
    putStocks: (warehouseId: number, stocks: { chrtId: number; amount: number }[]) =>
      send<undefined>({
        ...warehouses,
        group: 'stocks',
        method: 'PUT',
        path: `/api/v3/stocks/${String(warehouseId)}`,
        body: { stocks: stocks.map(({ chrtId, amount }) => ({ chrtId, amount })) },
        isWrite: true,
        response: anyResponse,
      }),
  };
}
