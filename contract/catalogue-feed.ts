import { z } from 'zod/mini';
import { cardStates } from './card-states.ts';
import { endpoint } from './endpoint.ts';
import { idSchema, kopecksSchema, nmIdSchema } from './fields.ts';

/**
 * The rows of the card list column by column: the n-th value of each column is the n-th card's. All that the list shows,
 * searches, filters and sorts by, archived cards too; nothing wide.
 */
export const catalogueColumnsSchema = z.object({
  id: z.array(idSchema),
  vendorCode: z.array(z.string()),
  title: z.array(z.string()),
  subjectId: z.array(idSchema),
  subjectName: z.array(z.string()),
  brand: z.array(z.string()),
  photo: z.array(z.nullable(z.string())),
  /** Of the first shop that has it. */
  nmId: z.array(z.nullable(nmIdSchema)),
  /** Of every shop. */
  nmIds: z.array(z.array(nmIdSchema)),
  priceKopecks: z.array(kopecksSchema),
  discount: z.array(z.int()),
  finalPriceKopecks: z.array(kopecksSchema),
  costPriceKopecks: z.array(z.nullable(kopecksSchema)),
  /** null: a card without a margin. */
  marginPercent: z.array(z.nullable(z.int())),
  filledPercent: z.array(z.int()),
  hasDimensions: z.array(z.boolean()),
  stock: z.array(z.int()),
  shopIds: z.array(z.array(idSchema)),
  tags: z.array(z.array(z.string())),
  state: z.array(z.enum(cardStates)),
  hasUnsentChanges: z.array(z.boolean()),
  version: z.array(z.int()),
  /** Microseconds since 1970: what rows are ordered by is finer than what they show. */
  updatedAtUs: z.array(z.int()),
  /** Folded, with the space in front: what a search looks into. */
  searchText: z.array(z.string()),
});
export type CatalogueColumns = z.infer<typeof catalogueColumnsSchema>;

/** One card of the replica: the n-th values of all columns. */
export type CatalogueRow = { [Column in keyof CatalogueColumns]: CatalogueColumns[Column][number] };

/** The same rows, column by column. */
export function columnsOf(rows: readonly CatalogueRow[]): CatalogueColumns {
  const names = Object.keys(catalogueColumnsSchema.shape);
  return Object.fromEntries(
    // The names of the columns are those of a row, which no type follows.
    names.map((name) => [name, rows.map((row) => row[name as keyof CatalogueRow])]),
  ) as CatalogueColumns;
}

/**
 * What has changed in the account's list since `since`, in portions. Asked on with each `cursor` while `hasMore`; then the replica is
 * what the server had at one moment, `count` and `checksum` tell whether it is. A card may be told of twice, never too late: its row is
 * as it was when the portion was made. A cursor is good for sixty days.
 */
export const listCatalogueChangesEndpoint = endpoint({
  method: 'GET',
  path: '/cards/changes/',
  summary: 'Изменения строк списка карточек — для копии на устройстве',
  access: 'user',
  query: z.strictObject({
    /** A cursor of an answer before. Left out: from the beginning, everything. */
    since: z.optional(z.string().check(z.maxLength(200))),
  }),
  response: z.object({
    /**
     * The cursor belongs to another history (a restored database), to another account, or is too old: what is there is to be made
     * again from the beginning. Such a portion is empty, and its cursor is the beginning.
     */
    isReset: z.boolean(),
    columns: catalogueColumnsSchema,
    removedIds: z.array(idSchema),
    cursor: z.string(),
    hasMore: z.boolean(),
    /** How many cards the account has, archived ones too; with the last portion only, also when nothing changed. */
    count: z.nullable(z.int()),
    /** Sum of `catalogueChecksum` (contract/catalogue-checksum.ts) over all its cards, modulo 2^48; as `count`. */
    checksum: z.nullable(z.int()),
  }),
});
export type CataloguePortion = z.infer<typeof listCatalogueChangesEndpoint.response>;
