import { z } from 'zod/mini';
import { bulkEditSchema } from './bulk-edits.ts';
import { tableKeys } from './bulk-table-rows.ts';
import { endpoint } from './endpoint.ts';
import { exportFormats } from './fields.ts';
import { SHOWN_CELL_LENGTH } from './table-files.ts';

/** «Себестоимость из файла»: a table of what pieces cost, by card, shop, size and day, several rows of a card among them. */

export const MAX_COST_ROWS = 10_000;

const cellSchema = z.string().check(z.maxLength(SHOWN_CELL_LENGTH));

/** The cells as they stand in the table: it is the server that reads them, so that a bad one costs its row and no more. */
const costRowSchema = z.strictObject({
  /** Where the person finds it: the table's first line is 1. */
  line: z.int().check(z.minimum(1)),
  /** Without one of the account's cards the row is refused. */
  key: cellSchema,
  /** By its name; empty: every shop. */
  shop: cellSchema,
  /** By its name or one of its barcodes; empty: every size, or the one whose barcode is the key. */
  size: cellSchema,
  /** Empty: always. */
  from: cellSchema,
  cost: cellSchema,
});
export type CostRow = z.infer<typeof costRowSchema>;

/**
 * Looks at the rows and makes a bulk edit (`COST_TABLE`) of those that say something new; nothing changes. `edit` is null when
 * there is none.
 */
export const createCostTableEndpoint = endpoint({
  method: 'POST',
  path: '/cards/costs/table/',
  summary: 'Подготовить изменение себестоимости по таблице: карточка, магазин, размер, день',
  access: 'user',
  body: z.strictObject({
    key: z.enum(tableKeys),
    rows: z.array(costRowSchema).check(z.minLength(1), z.maxLength(MAX_COST_ROWS)),
  }),
  response: z.object({
    edit: z.nullable(bulkEditSchema),
    /** Rows that say something new, and those whose cost is there already. */
    changedCount: z.int(),
    sameCount: z.int(),
    /** Rows that take no part, each with the reason, in the order of their lines. */
    refused: z.array(z.object({ line: z.int(), text: z.string() })),
  }),
  status: 201,
  idempotency: 'optional',
});

/** Every cost of the account that is kept, a row each; given back as a table it changes nothing. */
export const exportCostsEndpoint = endpoint({
  method: 'GET',
  path: '/cards/costs/export/',
  summary: 'Скачать историю себестоимости всех карточек (XLSX или CSV)',
  access: 'user',
  query: z.strictObject({ format: z.enum(exportFormats) }),
});
