import { z } from 'zod/mini';
import { cardColumnIds, deviceCardOrderings, rowDensities, serverCardOrderings } from './card-list.ts';
import { selectionFilterSchema } from './card-operations.ts';
import { endpoint } from './endpoint.ts';
import { idParams, idSchema } from './fields.ts';

/** So many a person may have: more are found by nobody. */
export const MAX_CARD_VIEWS = 50;
export const VIEW_NAME_MAX_LENGTH = 60;

/** What an address of the card list says: what it shows, in which order, and how it is drawn. */
const shownShape = {
  filter: z.omit(selectionFilterSchema, { wbTag: true }),
  /** Of the filter; beside it for clients that are older than it, which would read no view at all with one more field in there. */
  wbTag: selectionFilterSchema.shape.wbTag,
  ordering: z.enum(deviceCardOrderings),
  /** Stands before `ordering`. A client that is older than these orders would read no view at all with one of them above. */
  serverOrdering: z.optional(z.enum(serverCardOrderings)),
  density: z.enum(rowDensities),
  columns: z.array(z.enum(cardColumnIds)).check(z.maxLength(cardColumnIds.length)),
};

/** A view of the card list that its person has given a name. */
export const cardViewSchema = z.object({ id: idSchema, name: z.string(), ...shownShape });
export type CardView = z.infer<typeof cardViewSchema>;

const nameSchema = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Укажите название'),
    z.maxLength(VIEW_NAME_MAX_LENGTH, `Не длиннее ${VIEW_NAME_MAX_LENGTH} символов`),
  );

/** The person's own, by name. */
export const listCardViewsEndpoint = endpoint({
  method: 'GET',
  path: '/card-views/',
  summary: 'Сохранённые виды списка карточек',
  access: 'user',
  response: z.array(cardViewSchema),
});

export const createCardViewEndpoint = endpoint({
  method: 'POST',
  path: '/card-views/',
  summary: 'Сохранить вид списка карточек',
  access: 'user',
  body: z.strictObject({ name: nameSchema, ...shownShape }),
  response: cardViewSchema,
  status: 201,
  idempotency: 'optional',
});

/** Another name, or another content: all of it. */
export const updateCardViewEndpoint = endpoint({
  method: 'PATCH',
  path: '/card-views/{id}/',
  summary: 'Переименовать вид или сохранить в нём другой',
  access: 'user',
  params: idParams,
  body: z.strictObject({ name: z.optional(nameSchema), shown: z.optional(z.strictObject(shownShape)) }),
  response: cardViewSchema,
  idempotency: 'optional',
});

export const deleteCardViewEndpoint = endpoint({
  method: 'DELETE',
  path: '/card-views/{id}/',
  summary: 'Удалить вид',
  access: 'user',
  params: idParams,
  status: 204,
  idempotency: 'optional',
});
