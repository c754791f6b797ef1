import { z } from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { idSchema } from './fields.ts';

/** The user as the access token's payload and the login answer carry it. */
export const sessionUserSchema = z.object({ id: idSchema, login: z.string(), name: z.string() });
export type SessionUser = z.infer<typeof sessionUserSchema>;

export const credentialsSchema = z.strictObject({
  login: z.string().check(z.minLength(1, 'Введите логин'), z.maxLength(150, 'Слишком длинный логин')),
  password: z.string().check(z.minLength(1, 'Введите пароль'), z.maxLength(1000, 'Слишком длинный пароль')),
  /** «Чужой компьютер»: the session ends sooner and the device keeps nothing. */
  isForeignDevice: z.optional(z.boolean()),
});
export type Credentials = z.infer<typeof credentialsSchema>;

export const sessionTokensSchema = z.object({
  access: z.string(),
  refresh: z.string(),
  user: sessionUserSchema,
});
export type SessionTokens = z.infer<typeof sessionTokensSchema>;

const refreshBodySchema = z.strictObject({ refresh: z.string().check(z.minLength(1), z.maxLength(512)) });

/** SHA-256 of a refresh token, base64url: it can end the token's session and nothing else. */
export const refreshHashSchema = z.string().check(z.regex(/^[\w-]{43}$/, 'Не хеш токена'));

/** By the token or, when the device has forgotten it already, by its hash. */
const logoutBodySchema = z
  .strictObject({
    refresh: z.optional(refreshBodySchema.shape.refresh),
    refreshHash: z.optional(refreshHashSchema),
  })
  .check(
    z.refine(
      ({ refresh, refreshHash }) => (refresh === undefined) !== (refreshHash === undefined),
      'Нужен токен обновления или его хеш',
    ),
  );

export const loginEndpoint = endpoint({
  method: 'POST',
  path: '/user/auth/',
  summary: 'Вход по логину и паролю',
  access: 'guest',
  body: credentialsSchema,
  response: sessionTokensSchema,
});

/** Answers 200, 401 or 5xx and nothing else: any other 4xx would log sellers out. */
export const refreshTokensEndpoint = endpoint({
  method: 'POST',
  path: '/user/refresh/',
  summary: 'Новая пара токенов по токену обновления',
  access: 'guest',
  body: refreshBodySchema,
  response: sessionTokensSchema,
});

export const logoutEndpoint = endpoint({
  method: 'POST',
  path: '/user/logout/',
  summary: 'Выход: токены сеанса больше не действуют',
  access: 'guest',
  body: logoutBodySchema,
  status: 204,
});
