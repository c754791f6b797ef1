import { z } from 'zod/mini';
import { cardContentShape, cardSchema, dimensionsSchema } from './cards.ts';
import { endpoint } from './endpoint.ts';
import { discountSchema, idSchema, nmIdSchema, nmIdTextSchema } from './fields.ts';

/** Apart from the rest of a card's contract: the first screen reads and changes cards, and makes none. */
export const createCardEndpoint = endpoint({
  method: 'POST',
  path: '/cards/',
  summary: 'Создать карточку',
  access: 'user',
  body: z.strictObject({
    ...cardContentShape,
    description: z._default(cardContentShape.description, ''),
    brand: z._default(cardContentShape.brand, ''),
    dimensions: z._default(dimensionsSchema, { lengthCm: 0, widthCm: 0, heightCm: 0, weightKg: 0 }),
    characteristics: z._default(cardContentShape.characteristics, []),
    sizes: z._default(cardContentShape.sizes, []),
    photos: z._default(cardContentShape.photos, []),
    tags: z._default(cardContentShape.tags, []),
    clubDiscount: z._default(discountSchema, 0),
    costPriceKopecks: z._default(cardContentShape.costPriceKopecks, null),
  }),
  response: cardSchema,
  status: 201,
  idempotency: 'optional',
});

/** A card found on the marketplace, as values for the form. */
export const parsedCardSchema = z.object({
  ...cardContentShape,
  vendorCode: z.string(),
  subjectName: z.string(),
  shopId: z.nullable(idSchema),
  nmId: z.nullable(nmIdSchema),
});
export type ParsedCard = z.infer<typeof parsedCardSchema>;

export const parseCardEndpoint = endpoint({
  method: 'GET',
  path: '/cards/{nmId}/parse/',
  summary: 'Данные карточки своего магазина по артикулу WB',
  access: 'user',
  params: z.object({ nmId: nmIdTextSchema }),
  response: parsedCardSchema,
});

export const parseResellerCardEndpoint = endpoint({
  method: 'POST',
  path: '/cards/parse-rp/',
  summary:
    'Данные карточки по артикулу WB для участника программы реселлеров: её каталог закрыт, ищется в своих магазинах',
  access: 'user',
  body: z.strictObject({ nmId: nmIdSchema }),
  response: parsedCardSchema,
});
