import { z } from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** Tables that people give as files: XLSX, and CSV of any delimiter and encoding that spreadsheets write. */

export const TABLE_FILE_LIMITS = {
  bytes: 20 * 1024 * 1024,
  /** What a workbook is unpacked to; 50 000 cards with their descriptions are half of it. */
  unpackedBytes: 256 * 1024 * 1024,
  columns: 200,
} as const;

/** A column of names and values has nothing longer; a description is told by its beginning. */
export const SHOWN_CELL_LENGTH = 200;
/** With the names of the columns. */
export const MAX_SHOWN_ROWS = 10_001;

export const tableRowsSchema = z.array(
  z.object({
    /** As the spreadsheet numbers it: the first is 1. Empty ones are left out. */
    line: z.int(),
    cells: z.array(z.string()),
  }),
);

/** The cells of a small table as text: multipart/form-data with one file in the field `file`. Nothing is kept. */
export const readTableFileEndpoint = endpoint({
  method: 'POST',
  path: '/table-files/reading/',
  summary: 'Прочитать таблицу XLSX или CSV (multipart/form-data, поле file)',
  access: 'user',
  /** Which sheet of a workbook, the first is 0. */
  query: z.strictObject({ sheet: z.optional(z.string().check(z.regex(/^\d{1,3}$/))) }),
  response: z.object({
    /** Their names; none for CSV. */
    sheets: z.array(z.string()),
    /** Days that are left as mere numbers are counted from 1904 ({@link since1900}). Absent: a server of before does not say. */
    isSince1904: z.optional(z.boolean()),
    rows: tableRowsSchema,
  }),
});
