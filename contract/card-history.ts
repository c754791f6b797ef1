import { z } from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { idParams, idSchema, idTextSchema, kopecksSchema, timestampSchema } from './fields.ts';

/**
 * By the fields of `cardContentSchema`, with `isArchived`, `subjectName` beside `subjectId`, `goneFiles`
 * beside `photos` and `video` ({@link goneFilesSchema}), `group` ({@link keptGroupSchema}), `ownPrices`
 * ({@link keptOwnPricesSchema}) and `priceFloor` (as in `priceFloorSchema`). Kept as they were at the time, so a reader takes nothing for granted: the rules of a field may
 * have changed since.
 */
const keptFieldsSchema = z.record(z.string(), z.unknown());

/** Addresses of what was uploaded and has been removed since: no card used it for a month. */
export const goneFilesSchema = z.array(z.string());

/** Who shares the card's group at the marketplace, in one shop. */
export const keptGroupSchema = z.object({ shopId: idSchema, vendorCodes: z.array(z.string()) });

/** By shop, only what has changed; null: the shop takes the card's. */
export const keptOwnPricesSchema = z.array(
  z.object({
    shopId: idSchema,
    priceKopecks: z.optional(z.nullable(kopecksSchema)),
    discount: z.optional(z.nullable(z.int())),
  }),
);

/** «История карточки»: one write of it, with the fields that it changed. */
export const cardChangeSchema = z.object({
  id: idSchema,
  changedAt: timestampSchema,
  /** null: it came from the marketplace. */
  userName: z.nullable(z.string()),
  before: keptFieldsSchema,
  after: keptFieldsSchema,
});
export type CardChange = z.infer<typeof cardChangeSchema>;

const MAX_CHANGES = 50;

/** The last first, for 180 days. */
export const listCardChangesEndpoint = endpoint({
  method: 'GET',
  path: '/cards/{id}/changes/',
  summary: 'История карточки',
  access: 'user',
  params: idParams,
  query: z.strictObject({ beforeId: z.optional(idTextSchema) }),
  response: z.object({
    results: z.array(cardChangeSchema).check(z.maxLength(MAX_CHANGES)),
    /** Where the next part begins; null: this was the last. */
    nextBeforeId: z.nullable(idSchema),
  }),
});
