import { z } from 'zod/mini';
import { bulkEditSchema } from './bulk-edits.ts';
import { endpoint, type EndpointResponse } from './endpoint.ts';
import { idSchema, timestampSchema } from './fields.ts';
import { stockAmountSchema } from './stock-amount.ts';

/** What was counted in a warehouse by hand. The document waits on the device; the server is told of it when it is compared. */

export const MAX_COUNT_LINES = 5_000;

const countedLineSchema = z
  .strictObject({
    /** Of the document: the response says it again. */
    key: z.string().check(z.minLength(1), z.maxLength(100)),
    /** Empty: the card was found by its title. */
    barcode: z.string().check(z.maxLength(75)),
    /** Whose it is by the person's word: for a line without a barcode, or with one that nothing has. */
    cardId: z.nullable(idSchema),
    amount: stockAmountSchema,
    countedAt: z.iso.datetime(),
  })
  .check(z.refine((line) => line.barcode !== '' || line.cardId !== null, 'Укажите баркод или карточку'));
export type CountedLine = z.infer<typeof countedLineSchema>;

/**
 * Nothing has the barcode; several sizes have it; its card is not in the shop of the warehouse; the card has several sizes, and nobody
 * said which; several lines name one size, and nobody can tell which of them is meant.
 */
export const uncomparedReasons = [
  'NOT_FOUND',
  'AMBIGUOUS',
  'NOT_IN_SHOP',
  'SEVERAL_SIZES',
  'REPEATED',
] as const;
export type UncomparedReason = (typeof uncomparedReasons)[number];

/**
 * Finds the sizes of the lines and makes a bulk edit whose look reads what the marketplace has of them. Nothing is sent: that is
 * applying the edit. `edit` is null when no line is left.
 */
export const compareCountEndpoint = endpoint({
  method: 'POST',
  path: '/cards/bulk-edits/count/',
  summary: 'Сверить пересчёт с остатками на маркетплейсе',
  access: 'user',
  body: z.strictObject({
    warehouseIds: z.array(idSchema).check(z.minLength(1, 'Выберите склад'), z.maxLength(200)),
    /** Of the warehouse or the group, as the person has read it: the history says it again. */
    name: z.string().check(z.minLength(1), z.maxLength(300)),
    lines: z.array(countedLineSchema).check(z.minLength(1), z.maxLength(MAX_COUNT_LINES)),
  }),
  response: z.object({
    edit: z.nullable(bulkEditSchema),
    lines: z.array(
      z.object({
        key: z.string(),
        cardId: idSchema,
        vendorCode: z.string(),
        title: z.string(),
        cells: z.array(
          z.object({
            warehouseId: idSchema,
            warehouseName: z.string(),
            chrtId: z.int(),
            techSize: z.string(),
          }),
        ),
        /** Of the card in the shops of these warehouses, since it was counted: orders tell neither the size nor the warehouse. */
        orders: z.int(),
        /** Until when they are known; null: nobody has read them of some of the shops. */
        ordersReadAt: z.nullable(timestampSchema),
      }),
    ),
    uncompared: z.array(z.object({ key: z.string(), reason: z.enum(uncomparedReasons) })),
  }),
  status: 201,
  idempotency: 'optional',
});
export type ComparedCount = EndpointResponse<typeof compareCountEndpoint>;
