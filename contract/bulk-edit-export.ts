import { z } from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { exportFormats, idParams } from './fields.ts';

/**
 * A file: every row of a bulk edit, applied or not, a line for each value that it changes. With a search, those rows that it finds. It begins
 * to come at once, whatever its size.
 */
export const exportBulkEditEndpoint = endpoint({
  method: 'GET',
  path: '/cards/bulk-edits/{id}/export/',
  summary: 'Карточки изменения файлом XLSX или CSV: что было, что станет, что не изменилось и почему',
  access: 'user',
  params: idParams,
  query: z.strictObject({
    format: z.enum(exportFormats),
    /** By words of their cards, as in the card list. */
    search: z.optional(z.string().check(z.maxLength(200))),
  }),
});
