import { z } from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { idParams, idSchema, idTextSchema, timestampSchema } from './fields.ts';
import { allTokenCategories, tokenStatuses } from './users.ts';

/** What a Wildberries token is: its type decides the rate limits. */
export const tokenTypes = ['BASIC', 'TEST', 'PERSONAL', 'SERVICE'] as const;
export type TokenType = (typeof tokenTypes)[number];

/** Why a token's category does not work. */
export const tokenProblems = ['EXPIRED', 'REVOKED', 'NOT_COVERED', 'WRONG_SELLER', 'SANDBOX'] as const;
export type TokenProblem = (typeof tokenProblems)[number];

export const tokenCategoryStateSchema = z.object({
  category: z.enum(allTokenCategories),
  status: z.enum(tokenStatuses),
  problem: z.nullable(z.enum(tokenProblems)),
});

/** A stored token. Its secret never leaves the server; `last4` is all that is shown of it. */
export const shopTokenSchema = z.object({
  id: idSchema,
  last4: z.string(),
  type: z.enum(tokenTypes),
  isReadOnly: z.boolean(),
  expiresAt: timestampSchema,
  createdAt: timestampSchema,
  categories: z.array(tokenCategoryStateSchema),
});
export type ShopToken = z.infer<typeof shopTokenSchema>;

/** Answers of the marketplace that are not as it documents them: since when, and what the seller is without. */
export const shopMisfitSchema = z.object({
  /** «POST /api/v3/stocks/{id}», for the marketplace's support. */
  operation: z.string(),
  /** The field that did not fit last, never its value; empty: the answer as a whole. */
  path: z.string(),
  touches: z.string(),
  firstSeenAt: timestampSchema,
  lastSeenAt: timestampSchema,
  count: z.int(),
});
export type ShopMisfit = z.infer<typeof shopMisfitSchema>;

export const shopSchema = z.object({
  id: idSchema,
  name: z.string(),
  letter: z.string(),
  color: z.int(),
  sid: z.string(),
  /** Of the marketplace's sandbox, for good; absent: a real one. */
  isSandbox: z.optional(z.boolean()),
  tradeMark: z.string(),
  tin: z.string(),
  description: z.string(),
  cardCount: z.int(),
  warehouseCount: z.int(),
  tokens: z.array(shopTokenSchema),
  lastSyncedAt: z.nullable(timestampSchema),
  misfits: z.array(shopMisfitSchema),
  /** Cards that could not be read: how many, and some of them, «№ 123: нет sizes». */
  unreadCards: z.object({ count: z.int(), rows: z.array(z.string()) }),
});
export type Shop = z.infer<typeof shopSchema>;

const tokenSecretSchema = z
  .string()
  .check(z.trim(), z.minLength(1, 'Вставьте токен'), z.maxLength(4096, 'Это не похоже на токен Wildberries'));
const shopNameSchema = z
  .string()
  .check(z.trim(), z.minLength(1, 'Укажите название'), z.maxLength(100, 'Не длиннее 100 символов'));

export const listShopsEndpoint = endpoint({
  method: 'GET',
  path: '/shops/',
  summary: 'Магазины с состоянием токенов',
  access: 'user',
  response: z.array(shopSchema),
});

export const getShopEndpoint = endpoint({
  method: 'GET',
  path: '/shops/{id}/',
  summary: 'Магазин',
  access: 'user',
  params: idParams,
  response: shopSchema,
});

/** The token says which seller the shop is; name, trade mark and tax number are asked of the marketplace. */
export const createShopEndpoint = endpoint({
  method: 'POST',
  path: '/shops/',
  summary: 'Добавить магазин по токену',
  access: 'user',
  body: z.strictObject({ name: z.optional(shopNameSchema), token: tokenSecretSchema }),
  response: shopSchema,
  status: 201,
  idempotency: 'optional',
});

export const updateShopEndpoint = endpoint({
  method: 'PATCH',
  path: '/shops/{id}/',
  summary: 'Изменить название и описание магазина',
  access: 'user',
  params: idParams,
  body: z.strictObject({
    name: z.optional(shopNameSchema),
    description: z.optional(z.string().check(z.maxLength(1000))),
  }),
  response: shopSchema,
});

export const addShopTokenEndpoint = endpoint({
  method: 'POST',
  path: '/shops/{id}/tokens/',
  summary: 'Добавить токен: он проверяется, шифруется и больше не показывается',
  access: 'user',
  params: idParams,
  body: z.strictObject({ token: tokenSecretSchema }),
  response: shopSchema,
  status: 201,
});

export const removeShopTokenEndpoint = endpoint({
  method: 'DELETE',
  path: '/shops/{id}/tokens/{tokenId}/',
  summary: 'Удалить токен',
  access: 'user',
  params: z.object({ id: idTextSchema, tokenId: idTextSchema }),
  status: 204,
});

/** Asks the marketplace once per covered category; never on a timer (automated pings are blocked). */
export const checkShopTokensEndpoint = endpoint({
  method: 'POST',
  path: '/shops/{id}/tokens/check/',
  summary: 'Проверить токены магазина',
  access: 'user',
  params: idParams,
  response: shopSchema,
});
