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
  /** Names of «Ярлыки WB» that it carries in any shop. */
  wbTags: z.array(z.array(z.string())),
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

/** What a portion says beside its rows. */
export const portionHeadSchema = z.object({
  /**
   * The cursor belongs to another history (a restored database), to another account, or is too old: what is there is to be made
   * again from the beginning. Such a portion is empty, and its cursor is the beginning.
   */
  isReset: z.boolean(),
  hasMore: z.boolean(),
  cursor: z.string(),
  removedIds: z.array(idSchema),
  /** How many cards the account has, archived ones too; with the last portion only, also when nothing changed. */
  count: z.nullable(z.int()),
  /** For installed clients, which know of no «Ярлыки WB»: as {@link fullChecksum}, without them. */
  checksum: z.nullable(z.int()),
  /** Sum of `catalogueChecksum` (contract/catalogue-checksum.ts) over all its cards, modulo 2^48; as `count`. */
  fullChecksum: z.nullable(z.int()),
});

/**
 * What has changed in the account's list since `since`, in portions. Asked on with each `cursor` while `hasMore`; then the replica is
 * what the server had at one moment, `count` and `fullChecksum` tell whether it is. A card may be told of twice, never too late: its row is
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
  response: z.extend(portionHeadSchema, { columns: catalogueColumnsSchema }),
});
export type CataloguePortion = z.infer<typeof listCatalogueChangesEndpoint.response>;

const CURSOR_OF_MORE = /^\{"is_reset":false,"has_more":true,"cursor":"([^"\\]+)"/;
/** More than the longest cursor and the names in front of it. */
const BEGINNING_BYTES = 300;

/**
 * What the portion after this one is asked for with, as far as the beginning of its text says: so it can be asked for before this one has
 * been read. Undefined: it is the last one, or has to be read first.
 */
export function nextCursorIn(portion: ArrayBuffer): string | undefined {
  const beginning = new Uint8Array(portion, 0, Math.min(portion.byteLength, BEGINNING_BYTES));
  return CURSOR_OF_MORE.exec(new TextDecoder().decode(beginning))?.[1];
}
