import { z } from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { idParams, idSchema, timestampSchema } from './fields.ts';

export const PASSWORD_MIN_LENGTH = 8;
export const PASSWORD_MAX_LENGTH = 128;

const newPasswordSchema = z
  .string()
  .check(
    z.minLength(PASSWORD_MIN_LENGTH, 'Не короче 8 символов'),
    z.maxLength(PASSWORD_MAX_LENGTH, 'Не длиннее 128 символов'),
  );

/** Ends every other session of the user. */
export const changePasswordEndpoint = endpoint({
  method: 'POST',
  path: '/user/password/',
  summary: 'Смена пароля; другие сеансы завершаются',
  access: 'user',
  body: z.strictObject({
    currentPassword: z.string().check(z.minLength(1, 'Введите текущий пароль'), z.maxLength(1000)),
    newPassword: newPasswordSchema,
  }),
  response: z.object({ endedSessions: z.int() }),
});

export const deviceSessionSchema = z.object({
  id: idSchema,
  isCurrent: z.boolean(),
  /** Short description of the browser, made by the server from its user agent. */
  device: z.string(),
  createdAt: timestampSchema,
  lastUsedAt: timestampSchema,
});
export type DeviceSession = z.infer<typeof deviceSessionSchema>;

export const listSessionsEndpoint = endpoint({
  method: 'GET',
  path: '/users/sessions/',
  summary: 'Сеансы пользователя',
  access: 'user',
  response: z.array(deviceSessionSchema),
});

export const endSessionEndpoint = endpoint({
  method: 'DELETE',
  path: '/users/sessions/{id}/',
  summary: 'Завершить сеанс',
  access: 'user',
  params: idParams,
  status: 204,
});
