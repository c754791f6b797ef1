import { z } from 'zod/mini';
import { cardStates } from './card-states.ts';
import { endpoint } from './endpoint.ts';
import {
  daySchema,
  flagTextSchema,
  idSchema,
  idTextSchema,
  kopecksSchema,
  nmIdSchema,
  nmIdTextSchema,
  pageOf,
  pageQueryShape,
  repeated,
  timestampSchema,
  wholeTextSchema,
  unsentMarkSchema,
} from './fields.ts';

/** A row of the card list. */
export const cardRowSchema = z.object({
  id: idSchema,
  vendorCode: z.string(),
  title: z.string(),
  subjectName: z.string(),
  brand: z.string(),
  photo: z.nullable(z.string()),
  /** Of the first shop that has it. */
  nmId: z.nullable(nmIdSchema),
  priceKopecks: kopecksSchema,
  discount: z.int(),
  finalPriceKopecks: kopecksSchema,
  /** null: not known. An older server says nothing of it. */
  costPriceKopecks: z.optional(z.nullable(kopecksSchema)),
  stock: z.int(),
  shopIds: z.array(idSchema),
  state: z.enum(cardStates),
  hasUnsentChanges: unsentMarkSchema,
  version: z.int(),
  updatedAt: timestampSchema,
});
export type CardRow = z.infer<typeof cardRowSchema>;

/** Orders that a device makes of its own rows too (decision 030). */
export const deviceCardOrderings = [
  'updated_at',
  '-updated_at',
  'title',
  '-title',
  'price',
  '-price',
  'stock',
  '-stock',
  'discount',
  '-discount',
  // A card of which it is not known has less than any other.
  'cost',
  '-cost',
  'margin',
  '-margin',
  // Within a state the newest first.
  'state',
  '-state',
  // By its name; within a subject by brand.
  'subject',
  '-subject',
  // By the number of shops.
  'shops',
  '-shops',
] as const;
export type DeviceCardOrdering = (typeof deviceCardOrderings)[number];

/** Of orders of the last days, which no row carries: the server alone knows them (decision 038). */
export const serverCardOrderings = ['orders', '-orders'] as const;

export const cardOrderings = [...deviceCardOrderings, ...serverCardOrderings] as const;
export type CardOrdering = (typeof cardOrderings)[number];

export function isServerOrdering(ordering: CardOrdering): ordering is (typeof serverCardOrderings)[number] {
  return serverCardOrderings.some((one) => one === ordering);
}

export const stockFilters = ['none', 'low', 'some'] as const;
export const qualityFilters = ['no_photo', 'no_dimensions', 'no_cost_price'] as const;
export const changesFilters = ['unsent'] as const;

/** Columns of the table that a person chooses and orders; the card itself stands first, always. */
export const cardColumnIds = [
  'subject',
  'price',
  'discount',
  'cost',
  'margin',
  'stock',
  'orders',
  'shops',
  'state',
  'updated',
] as const;
export type CardColumnId = (typeof cardColumnIds)[number];

/** How high a row is. */
export const rowDensities = ['usual', 'compact'] as const;
export type RowDensity = (typeof rowDensities)[number];

/** Every filter of the list, without paging: bulk work takes it as «all that match». */
export const cardFilterShape = {
  search: z.optional(z.string().check(z.maxLength(200))),
  state: z.optional(z.enum(cardStates)),
  shop: z.optional(repeated(idTextSchema)),
  subject: z.optional(repeated(idTextSchema)),
  brand: z.optional(repeated(z.string().check(z.maxLength(100)))),
  stock: z.optional(z.enum(stockFilters)),
  quality: z.optional(z.enum(qualityFilters)),
  changes: z.optional(z.enum(changesFilters)),
  /** Of the price with its discount. Every range includes both its ends. */
  priceFromKopecks: z.optional(wholeTextSchema),
  priceToKopecks: z.optional(wholeTextSchema),
  /** As {@link marginPercent}; a card without a margin is in no range. */
  marginFromPercent: z.optional(wholeTextSchema),
  marginToPercent: z.optional(wholeTextSchema),
  /** Days of Moscow. */
  updatedFrom: z.optional(daySchema),
  updatedTo: z.optional(daySchema),
  /** Cards with any of them. */
  tag: z.optional(repeated(z.string().check(z.maxLength(100)))),
  /** Names of «Ярлыки WB»: cards that carry any of them in any shop. */
  wbTag: z.optional(repeated(z.string().check(z.maxLength(100)))),
  /** «Заполнено», as {@link filledPercent}. */
  filledFromPercent: z.optional(wholeTextSchema),
  filledToPercent: z.optional(wholeTextSchema),
  nmId: z.optional(nmIdTextSchema),
  /** Archived cards are left out unless asked for by state or by this. */
  withArchived: z.optional(flagTextSchema),
};

/** Parsed filters of the list; a selection «all that match» has the same. */
export type CardFilterValues = z.output<z.ZodMiniObject<typeof cardFilterShape>>;

export const listCardsEndpoint = endpoint({
  method: 'GET',
  path: '/cards/',
  summary: 'Список карточек',
  access: 'user',
  query: z.strictObject({
    ...cardFilterShape,
    ...pageQueryShape,
    ordering: z._default(z.enum(cardOrderings), '-updated_at'),
  }),
  response: pageOf(cardRowSchema),
});

export const getCardCountersEndpoint = endpoint({
  method: 'GET',
  path: '/cards/counters/',
  summary: 'Число карточек по состояниям',
  access: 'user',
  response: z.object({
    all: z.int(),
    DRAFT: z.int(),
    PUBLISHED: z.int(),
    UPDATING: z.int(),
    HAS_ERRORS: z.int(),
    ARCHIVED: z.int(),
    /** Of all but the archived ones: those with unsent changes. */
    UNSENT: z.optional(z.int()),
  }),
});
export type CardCounters = z.infer<typeof getCardCountersEndpoint.response>;

/** What the list can be filtered by: subjects and brands that the account's cards have. */
export const getCardFacetsEndpoint = endpoint({
  method: 'GET',
  path: '/cards/facets/',
  summary: 'Предметы и бренды карточек для фильтров',
  access: 'user',
  response: z.object({
    subjects: z.array(z.object({ id: idSchema, name: z.string(), count: z.int() })),
    brands: z.array(z.object({ name: z.string(), count: z.int() })),
  }),
});
