import { z } from 'zod/mini';
import { changesFilters, qualityFilters, stockFilters } from './card-list.ts';
import { cardStates } from './card-states.ts';
import { endpoint } from './endpoint.ts';
import { daySchema, idParams, idSchema, MAX_FILTER_VALUES, timestampSchema, wholeSchema } from './fields.ts';

/** Cards that can be named one by one: chosen, or left out of a choice. */
export const MAX_NAMED_CARDS = 10_000;

/**
 * How many cards a person has seen that he has chosen. A selection that comes to another number is refused with 409
 * (`selection_changed`), and nothing is done.
 */
const expectedCountShape = { expectedCount: z.optional(z.int().check(z.minimum(0))) };

/** Cards that would be taken and are left out. */
const leftOutSchema = z.optional(z.array(idSchema).check(z.maxLength(MAX_NAMED_CARDS)));

/** Every filter of the list, as values. */
export const selectionFilterSchema = z.strictObject({
  search: z.optional(z.string().check(z.maxLength(200))),
  state: z.optional(z.enum(cardStates)),
  shop: z.optional(z.array(idSchema).check(z.maxLength(MAX_FILTER_VALUES))),
  subject: z.optional(z.array(idSchema).check(z.maxLength(MAX_FILTER_VALUES))),
  brand: z.optional(z.array(z.string().check(z.maxLength(100))).check(z.maxLength(MAX_FILTER_VALUES))),
  stock: z.optional(z.enum(stockFilters)),
  quality: z.optional(z.enum(qualityFilters)),
  changes: z.optional(z.enum(changesFilters)),
  priceFromKopecks: z.optional(wholeSchema),
  priceToKopecks: z.optional(wholeSchema),
  marginFromPercent: z.optional(wholeSchema),
  marginToPercent: z.optional(wholeSchema),
  updatedFrom: z.optional(daySchema),
  updatedTo: z.optional(daySchema),
  filledFromPercent: z.optional(wholeSchema),
  filledToPercent: z.optional(wholeSchema),
  tag: z.optional(z.array(z.string().check(z.maxLength(100))).check(z.maxLength(MAX_FILTER_VALUES))),
  wbTag: z.optional(z.array(z.string().check(z.maxLength(100))).check(z.maxLength(MAX_FILTER_VALUES))),
});

/**
 * Cards that were frozen ({@link freezeSelectionEndpoint}), that are named one by one, that match a filter (as a query string's
 * values), or those of a bulk edit; less some.
 */
export const cardSelectionSchema = z.union([
  z.strictObject({
    id: z.string().check(z.maxLength(50)),
    except: leftOutSchema,
    ...expectedCountShape,
  }),
  z.strictObject({
    ids: z.array(idSchema).check(z.minLength(1), z.maxLength(MAX_NAMED_CARDS)),
    ...expectedCountShape,
  }),
  z.strictObject({
    filter: selectionFilterSchema,
    except: leftOutSchema,
    ...expectedCountShape,
  }),
  z.strictObject({
    /** The cards that it was made for, or only those that it has changed, refused or spared. */
    bulkEdit: idSchema,
    only: z.optional(z.enum(['APPLIED', 'REFUSED', 'CHANGED_SINCE'])),
    except: leftOutSchema,
    ...expectedCountShape,
  }),
]);
export type CardSelection = z.infer<typeof cardSelectionSchema>;

/**
 * Keeps what is chosen as it is now, until an hour after its last use: every step of an operation then names the same cards, and
 * no other ever comes to them. 404 (`selection_expired`) for one that is over; 409 (`selection_changed`) where cards of it are gone.
 */
export const freezeSelectionEndpoint = endpoint({
  method: 'POST',
  path: '/cards/selections/',
  summary: 'Запомнить выбранные карточки на час',
  access: 'user',
  body: z.strictObject({
    /** Of one that was frozen before, those are taken that are still there. */
    selection: cardSelectionSchema,
    withoutArchived: z.optional(z.boolean()),
  }),
  response: z.object({ id: z.string(), count: z.int(), expiresAt: timestampSchema }),
  status: 201,
});
export type FrozenSelection = z.infer<typeof freezeSelectionEndpoint.response>;

/** Archive and restore; the operation can be taken back for 30 days, whatever its size. */
export const archiveCardsEndpoint = endpoint({
  method: 'POST',
  path: '/cards/archive/',
  summary: 'Перенести карточки в архив или вернуть из него',
  access: 'user',
  body: z.strictObject({ selection: cardSelectionSchema, isArchived: z.boolean() }),
  response: z.object({
    /** Of the cards that really moved, the first {@link MAX_NAMED_CARDS}: all that a selection can name. */
    ids: z.array(idSchema),
    /** How many moved; so far, where it is not done. */
    count: z.int(),
    operationId: idSchema,
    /** false: a big operation goes on by itself; {@link getCardOperationEndpoint} says how far it is. */
    isDone: z.boolean(),
  }),
  idempotency: 'optional',
});

const operationProgressSchema = z.object({
  /** How many moved so far. */
  count: z.int(),
  /** How many it is to move; null when it is done. */
  total: z.nullable(z.int()),
  /** Of an operation that takes another back: how many of that one were moved again since, and stay. */
  movedSince: z.int(),
  isDone: z.boolean(),
  /** How many it was to move when it was stopped; absent: it was not. */
  stoppedOf: z.optional(z.int()),
});

/** How far an operation is. For 30 days. */
export const getCardOperationEndpoint = endpoint({
  method: 'GET',
  path: '/cards/operations/{id}/',
  summary: 'Сколько карточек уже перенесено',
  access: 'user',
  params: idParams,
  response: operationProgressSchema,
});

/**
 * What has moved stays so, and can be taken back; the others stay where they are. One that is done already stays as it is; 409 for one that
 * takes another back: half of that could not be asked for again.
 */
export const stopCardOperationEndpoint = endpoint({
  method: 'POST',
  path: '/cards/operations/{id}/stop/',
  summary: 'Остановить перенос карточек в архив или из него',
  access: 'user',
  params: idParams,
  response: operationProgressSchema,
});

/** Only cards that the operation moved and that nobody has moved since. */
export const undoCardOperationEndpoint = endpoint({
  method: 'POST',
  path: '/cards/operations/{id}/undo/',
  summary: 'Отменить перенос карточек в архив или из него',
  access: 'user',
  params: idParams,
  response: z.object({
    /** How many were taken back; so far, where it is not done. */
    count: z.int(),
    /** How many were moved again since, and stay where they are. */
    movedSince: z.int(),
    /** The operation that takes the other one back. */
    operationId: idSchema,
    isDone: z.boolean(),
  }),
  idempotency: 'optional',
});
