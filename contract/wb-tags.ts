import { z } from 'zod/mini';
import { characterCount } from './card-rules.ts';
import { endpoint } from './endpoint.ts';
import { idParams, idSchema, idTextSchema } from './fields.ts';

/**
 * «Ярлыки WB»: a seller's marks in the marketplace's own cabinet. Each shop has its own, a card carries some of them in that shop,
 * buyers see none. They are nothing of ours: our own tags (card-tags.ts) never leave this server.
 */

/** As many as the marketplace keeps for a shop, and therefore for a card. */
export const MAX_WB_TAGS = 15;
export const WB_TAG_MAX_LENGTH = 15;

/** The colours that the marketplace offers, by its own names. */
export const wbTagColors = ['D1CFD7', 'FEE0E0', 'ECDAFF', 'E4EAFF', 'DEF1DD', 'FFECC7'] as const;
export type WbTagColor = (typeof wbTagColors)[number];

export const wbTagSchema = z.object({
  /** The marketplace's number. */
  id: z.int(),
  name: z.string(),
  /** One of {@link wbTagColors}, as far as we know them. */
  color: z.string(),
});
export type WbTag = z.infer<typeof wbTagSchema>;

const wbTagIdsSchema = z
  .array(idSchema)
  .check(z.maxLength(MAX_WB_TAGS, `На карточке помещается до ${MAX_WB_TAGS} ярлыков`));

const inShopParams = z.object({ ...idParams.shape, shopId: idTextSchema });

/** Asks the marketplace: the shop's tags and those on the card. Takes seconds, so it is no GET. */
export const readWbTagsEndpoint = endpoint({
  method: 'POST',
  path: '/cards/{id}/shop-cards/{shopId}/wb-tags/reading/',
  summary: 'Прочитать ярлыки магазина и карточки на Wildberries',
  access: 'user',
  params: inShopParams,
  response: z.object({ shopTags: z.array(wbTagSchema), cardTags: z.array(wbTagSchema) }),
});

/**
 * Puts these tags on the card in place of those that were `seen` there. 409: the card has others by now, or is not at the
 * marketplace.
 */
export const setWbTagsEndpoint = endpoint({
  method: 'PUT',
  path: '/cards/{id}/shop-cards/{shopId}/wb-tags/',
  summary: 'Поставить карточке ярлыки магазина на Wildberries',
  access: 'user',
  params: inShopParams,
  body: z.strictObject({ tagIds: wbTagIdsSchema, seenIds: wbTagIdsSchema }),
  response: z.object({
    /** What the marketplace shows on the card. */
    cardTags: z.array(wbTagSchema),
    /** False: it has taken the change, and shows what was before it so far. */
    isShown: z.boolean(),
  }),
  idempotency: 'optional',
});

/** Asks the marketplace: the shop's tags. */
export const readShopWbTagsEndpoint = endpoint({
  method: 'POST',
  path: '/shops/{id}/wb-tags/reading/',
  summary: 'Прочитать ярлыки магазина на Wildberries',
  access: 'user',
  params: idParams,
  response: z.object({ shopTags: z.array(wbTagSchema) }),
});

/** Makes a tag in the shop; it is on no card yet. */
export const createWbTagEndpoint = endpoint({
  method: 'POST',
  path: '/shops/{id}/wb-tags/',
  summary: 'Создать ярлык магазина на Wildberries',
  access: 'user',
  params: idParams,
  body: z.strictObject({
    name: z.string().check(
      z.trim(),
      z.minLength(1, 'Укажите название ярлыка'),
      z.refine(
        (name) => characterCount(name) <= WB_TAG_MAX_LENGTH,
        `Ярлык — не длиннее ${WB_TAG_MAX_LENGTH} символов`,
      ),
    ),
    color: z.enum(wbTagColors),
  }),
  response: z.object({
    shopTags: z.array(wbTagSchema),
    /** The new one among them; null: the marketplace does not list it yet. */
    tagId: z.nullable(z.int()),
  }),
  status: 201,
  idempotency: 'optional',
});
