import { z } from 'zod/mini';
import { dataOf, orElse, presentOrElse } from './response-shapes.ts';
import type { Send } from './request.ts';

/** Roubles without kopecks before the discount, and the discount in percent; at least one of the two. */
export interface PriceToSet {
  nmId: number;
  priceRub?: number;
  discount?: number;
}

export const MAX_GOODS_PER_PRICE_TASK = 1000;

const prices = { host: 'prices', category: 'PRICE_AND_DISCOUNT', group: 'prices', isWrite: false } as const;

const uploadSchema = z.pipe(
  dataOf(z.looseObject({ id: z.int(), alreadyExists: orElse(z.boolean(), false) })),
  z.transform(({ id, alreadyExists }) => ({ uploadId: id, alreadyExists })),
);

/**
 * done: all set; cancelled: nothing set; partly and failed: see priceTaskGoods. A number that is new to us is `unknown`: whoever
 * asks looks at the prices themselves.
 */
const TASK_STATUSES: Record<number, 'running' | 'done' | 'cancelled' | 'partly' | 'failed'> = {
  1: 'running',
  3: 'done',
  4: 'cancelled',
  5: 'partly',
  6: 'failed',
};

/** null: the task is not processed yet. */
const taskSchema = z.pipe(
  z.looseObject({
    data: z.nullable(
      z.looseObject({
        uploadID: z.int(),
        status: z.int(),
        overAllGoodsNumber: z.int(),
        successGoodsNumber: z.int(),
      }),
    ),
  }),
  z.transform(({ data }) =>
    data === null
      ? null
      : {
          uploadId: data.uploadID,
          status: TASK_STATUSES[data.status] ?? ('unknown' as const),
          total: data.overAllGoodsNumber,
          succeeded: data.successGoodsNumber,
        },
  ),
);

const FAILED_GOODS = 3;
const taskGoodsSchema = z.pipe(
  dataOf(
    z.looseObject({
      // Both are documented to be null while there is nothing.
      historyGoods: presentOrElse(
        z.array(
          z.looseObject({
            nmID: z.int(),
            vendorCode: orElse(z.string(), ''),
            sizeID: presentOrElse(z.int(), 0),
            status: z.int(),
            errorText: presentOrElse(z.string(), ''),
          }),
        ),
        [],
      ),
    }),
  ),
  z.transform((data) =>
    data.historyGoods.map((goods) => ({
      nmId: goods.nmID,
      chrtId: goods.sizeID === 0 ? null : goods.sizeID,
      isFailed: goods.status === FAILED_GOODS || goods.errorText !== '',
      /** As the marketplace wrote it. */
      errorText: goods.errorText,
    })),
  ),
);

const bufferedGoodsSchema = z.pipe(
  dataOf(
    z.looseObject({
      bufferGoods: presentOrElse(
        z.array(z.looseObject({ nmID: z.int(), errorText: presentOrElse(z.string(), '') })),
        [],
      ),
    }),
  ),
  z.transform((data) =>
    data.bufferGoods.map(({ nmID, errorText }) => ({ nmId: nmID, isFailed: errorText !== '', errorText })),
  ),
);

const quarantineSchema = z.pipe(
  dataOf(
    presentOrElse(
      z.looseObject({
        quarantineGoods: z.array(
          z.looseObject({
            nmID: z.int(),
            newPrice: presentOrElse(z.number(), 0),
            oldPrice: z.number(),
            newDiscount: presentOrElse(z.int(), 0),
            oldDiscount: z.int(),
          }),
        ),
      }),
      { quarantineGoods: [] },
    ),
  ),
  z.transform((data) =>
    data.quarantineGoods.map((goods) => ({
      nmId: goods.nmID,
      newPriceRub: goods.newPrice,
      oldPriceRub: goods.oldPrice,
      newDiscount: goods.newDiscount,
      oldDiscount: goods.oldDiscount,
    })),
  ),
);
export type HeldGoods = z.output<typeof quarantineSchema>[number];

const goodsSchema = z.pipe(
  dataOf(
    z.looseObject({
      listGoods: z.array(
        z.looseObject({
          nmID: z.int(),
          vendorCode: orElse(z.string(), ''),
          sizes: z.array(z.looseObject({ sizeID: z.int(), price: z.number() })),
          discount: z.int(),
          clubDiscount: z.int(),
          editableSizePrice: z.boolean(),
        }),
      ),
    }),
  ),
  z.transform((data) =>
    data.listGoods.map((goods) => ({
      nmId: goods.nmID,
      vendorCode: goods.vendorCode,
      discount: goods.discount,
      clubDiscount: goods.clubDiscount,
      /** Prices may differ by size. */
      hasSizePrices: goods.editableSizePrice,
      sizes: goods.sizes.map((size) => ({ chrtId: size.sizeID, priceRub: size.price })),
    })),
  ),
);
export type PricedGoods = z.infer<typeof goodsSchema>[number];

/** Calls of the category «Цены и скидки». */
export function priceOperations(send: Send) {
  const upload = (path: string, data: object[]) =>
    send({ ...prices, method: 'POST', path, body: { data }, isWrite: true, response: uploadSchema });

  return {
    /** Sets prices and discounts of at most 1000 goods. Equal to what is set: rejected with code `already_set`. */
    uploadPrices: (goods: PriceToSet[]) =>
      upload(
        '/api/v2/upload/task',
        goods.map(({ nmId, priceRub, discount }) => ({
          nmID: nmId,
          ...(priceRub === undefined ? {} : { price: priceRub }),
          ...(discount === undefined ? {} : { discount }),
        })),
      ),

    uploadClubDiscounts: (goods: { nmId: number; clubDiscount: number }[]) =>
      upload(
        '/api/v2/upload/task/club-discount',
        goods.map(({ nmId, clubDiscount }) => ({ nmID: nmId, clubDiscount })),
      ),

    /** null while the task is not processed. */
    priceTask: (uploadId: number) =>
      send({
        ...prices,
        method: 'GET',
        path: '/api/v2/history/tasks',
        query: { uploadID: uploadId },
        response: taskSchema,
      }),

    /** Goods of a processed task, at most 1000 from `offset` on. */
    priceTaskGoods: (uploadId: number, offset = 0) =>
      send({
        ...prices,
        method: 'GET',
        path: '/api/v2/history/goods/task',
        query: { uploadID: uploadId, limit: MAX_GOODS_PER_PRICE_TASK, offset },
        response: taskGoodsSchema,
      }),

    /** An upload of the calendar that waits for its promotion to start; null: there is none. */
    bufferedTask: (uploadId: number) =>
      send({
        ...prices,
        method: 'GET',
        path: '/api/v2/buffer/tasks',
        query: { uploadID: uploadId },
        response: taskSchema,
      }),

    /** Goods of an upload that waits, at most 1000 from `offset` on. */
    bufferedTaskGoods: (uploadId: number, offset = 0) =>
      send({
        ...prices,
        method: 'GET',
        path: '/api/v2/buffer/goods/task',
        query: { uploadID: uploadId, limit: MAX_GOODS_PER_PRICE_TASK, offset },
        response: bufferedGoodsSchema,
      }),

    /** Goods whose new price was held back because it is a third of the old one or less. */
    listQuarantine: (offset = 0) =>
      send({
        ...prices,
        method: 'GET',
        path: '/api/v2/quarantine/goods',
        query: { limit: 1000, offset },
        response: quarantineSchema,
      }),

    /** Prices of named goods, at most 1000. */
    listPrices: (nmIds: number[]) =>
      send({
        ...prices,
        method: 'POST',
        path: '/api/v2/list/goods/filter',
        body: { nmList: nmIds },
        response: goodsSchema,
      }),

    /** Prices of all goods, 1000 from `offset` on, until an empty page. */
    listAllPrices: (offset = 0) =>
      send({
        ...prices,
        method: 'GET',
        path: '/api/v2/list/goods/filter',
        query: { limit: 1000, offset },
        response: goodsSchema,
      }),
  };
}
