import { z } from 'zod/mini';
import { cardContentSchema } from './cards.ts';
import { endpoint } from './endpoint.ts';
import { idParams, idSchema, timestampSchema } from './fields.ts';

/** So many an account may have: among more nobody finds one. */
export const MAX_CARD_TEMPLATES = 100;
export const TEMPLATE_NAME_MAX_LENGTH = 60;

const nameSchema = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Укажите название'),
    z.maxLength(TEMPLATE_NAME_MAX_LENGTH, `Не длиннее ${TEMPLATE_NAME_MAX_LENGTH} символов`),
  );

const { vendorCode: _vendorCode, ...templateContentShape } = cardContentSchema.shape;
/** What a new card begins with: all but its vendor code. Its sizes have no barcodes. */
export const templateContentSchema = z.object(templateContentShape);
export type TemplateContent = z.infer<typeof templateContentSchema>;

export const cardTemplateSchema = z.object({
  id: idSchema,
  name: z.string(),
  subjectName: z.string(),
  photoCount: z.int(),
  createdAt: timestampSchema,
});
export type CardTemplate = z.infer<typeof cardTemplateSchema>;

/** The account's, by name. */
export const listCardTemplatesEndpoint = endpoint({
  method: 'GET',
  path: '/card-templates/',
  summary: 'Шаблоны карточек',
  access: 'user',
  response: z.array(cardTemplateSchema),
});

export const getCardTemplateEndpoint = endpoint({
  method: 'GET',
  path: '/card-templates/{id}/',
  summary: 'Шаблон карточки со значениями для формы',
  access: 'user',
  params: idParams,
  response: z.object({ ...cardTemplateSchema.shape, content: templateContentSchema }),
});

export const createCardTemplateEndpoint = endpoint({
  method: 'POST',
  path: '/card-templates/',
  summary: 'Сохранить карточку как шаблон: без артикула и баркодов, с фото — если сказано',
  access: 'user',
  body: z.strictObject({ name: nameSchema, cardId: idSchema, withPhotos: z._default(z.boolean(), false) }),
  response: cardTemplateSchema,
  status: 201,
  idempotency: 'optional',
});

export const updateCardTemplateEndpoint = endpoint({
  method: 'PATCH',
  path: '/card-templates/{id}/',
  summary: 'Переименовать шаблон карточки',
  access: 'user',
  params: idParams,
  body: z.strictObject({ name: nameSchema }),
  response: cardTemplateSchema,
  idempotency: 'optional',
});

export const deleteCardTemplateEndpoint = endpoint({
  method: 'DELETE',
  path: '/card-templates/{id}/',
  summary: 'Удалить шаблон карточки; сутки его можно вернуть',
  access: 'user',
  params: idParams,
  status: 204,
  idempotency: 'optional',
});

export const restoreCardTemplateEndpoint = endpoint({
  method: 'POST',
  path: '/card-templates/{id}/restore/',
  summary: 'Вернуть удалённый шаблон карточки',
  access: 'user',
  params: idParams,
  response: cardTemplateSchema,
  idempotency: 'optional',
});
