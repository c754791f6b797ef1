import { z } from 'zod/mini';
import { cardSelectionSchema } from './card-operations.ts';
import { unsavedContentSchema } from './cards.ts';
import { shopCardSchema } from './shop-cards.ts';
import { endpoint } from './endpoint.ts';
import { idParams, idSchema } from './fields.ts';
import { stockAmountSchema } from './stock-amount.ts';
import { stockSendResultSchema, unreadPlaceSchema } from './warehouses.ts';

/** Two amounts for one size in one warehouse: nobody can know which is meant. */
function refuseRepeatedSizes(
  payload: z.core.ParsePayload<{ warehouseId: number; chrtId: number; amount: number }[]>,
): void {
  const seen = new Set<string>();
  for (const [index, { warehouseId, chrtId }] of payload.value.entries()) {
    const place = `${warehouseId}-${chrtId}`;
    if (seen.has(place)) {
      payload.issues.push({
        code: 'custom',
        path: [index],
        input: payload.value,
        message: `Размер ${chrtId} на одном складе указан дважды`,
      });
    }
    seen.add(place);
  }
}

/** Amounts are written to our rows and sent to the marketplace at once; each row's outcome is answered. */
export const sendCardStocksEndpoint = endpoint({
  method: 'POST',
  path: '/cards/{id}/send-stocks/',
  summary: 'Отправить остатки карточки на склады',
  access: 'user',
  params: idParams,
  body: z.strictObject({
    stocks: z
      .array(
        z.strictObject({
          warehouseId: idSchema,
          chrtId: z.int().check(z.positive()),
          amount: stockAmountSchema,
        }),
      )
      .check(z.minLength(1, 'Укажите хотя бы один остаток'), z.maxLength(5000), refuseRepeatedSizes),
  }),
  response: stockSendResultSchema,
  idempotency: 'required',
});

/** The card in each shop after its stocks were read at the marketplace; takes seconds, so it is no GET. */
export const readCardStocksEndpoint = endpoint({
  method: 'POST',
  path: '/cards/{id}/shop-cards/reading/',
  summary: 'Прочитать остатки карточки на маркетплейсе',
  access: 'user',
  params: idParams,
  response: z.object({ shopCards: z.array(shopCardSchema), unread: z.array(unreadPlaceSchema) }),
});

export const checkProblemKinds = ['error', 'warning'] as const;
/** A problem that «Проверить» found; `field` leads to it (`title`, `characteristics.14177449`, `photos`…). */
export const cardProblemSchema = z.object({
  cardId: idSchema,
  shopId: z.nullable(idSchema),
  kind: z.enum(checkProblemKinds),
  field: z.nullable(z.string()),
  detail: z.string(),
});
export type CardProblem = z.infer<typeof cardProblemSchema>;

export const checkCardEndpoint = endpoint({
  method: 'POST',
  path: '/cards/check-card/',
  summary: 'Проверить карточки перед отправкой в магазины',
  access: 'user',
  body: z.strictObject({
    selection: cardSelectionSchema,
    shopIds: z.array(idSchema).check(z.maxLength(50)),
    /**
     * Asks for a part: the next cards of the selection, those with greater ids; 0 begins. Every number of the answer is then
     * the part's own, and `quota` comes with the first. Absent: all cards in one answer.
     */
    afterId: z.optional(z.int().check(z.minimum(0))),
    /** Of the one selected card: what is on the screen, in place of what is stored. */
    content: z.optional(unsavedContentSchema),
  }),
  response: z.object({
    cards: z.int(),
    problems: z.array(cardProblemSchema),
    /** Per shop: cards to create and to update, and what the marketplace's quota still allows (null if unknown). */
    shops: z.array(
      z.object({
        shopId: idSchema,
        toCreate: z.int(),
        toUpdate: z.int(),
        quota: z.nullable(z.int()),
        problem: z.nullable(z.string()),
        /** Nothing would get to the shop: the problem has to be put right first. */
        isBlocked: z.optional(z.boolean()),
      }),
    ),
    /** Of a part: where the next one begins; null after the last. */
    nextAfterId: z.optional(z.nullable(idSchema)),
  }),
});
export type CardCheck = z.infer<typeof checkCardEndpoint.response>;

/** What is on the screen of a card that is not created yet; nothing of it is kept. */
export const checkNewCardEndpoint = endpoint({
  method: 'POST',
  path: '/cards/check-card/new/',
  summary: 'Проверить карточку, которая ещё не создана',
  access: 'user',
  body: z.strictObject({
    /** Where it may be sent. */
    shopIds: z.array(idSchema).check(z.maxLength(50)),
    content: unsavedContentSchema,
  }),
  response: z.object({ problems: z.array(z.omit(cardProblemSchema, { cardId: true })) }),
});

/** Why a shop takes no more new cards; null when there is room, or when nobody knows. */
export function quotaProblem(toCreate: number, quota: number | null): string | null {
  if (quota === null || toCreate <= quota) return null;
  return `Недостаточно лимита карточек: нужно ${toCreate}, доступно ${quota}`;
}

/** Of one shipment. */
export const MAX_SHIPMENT_CARDS = 10_000;

const sendOptionsSchema = z.strictObject({
  withPrices: z.boolean(),
  withDiscounts: z.boolean(),
  withImages: z.boolean(),
  /** One amount for every size, in the group's warehouses of the chosen shops, once the marketplace has the cards. */
  stocks: z.optional(z.strictObject({ warehouseGroupId: idSchema, amount: stockAmountSchema })),
});
export type SendOptions = z.infer<typeof sendOptionsSchema>;

export const sendCardsEndpoint = endpoint({
  method: 'POST',
  path: '/cards/send/',
  summary: 'Отправить карточки в магазины',
  access: 'user',
  body: z.strictObject({
    selection: cardSelectionSchema,
    shopIds: z.array(idSchema).check(z.minLength(1, 'Выберите магазин'), z.maxLength(50)),
    options: sendOptionsSchema,
  }),
  response: z.object({ id: idSchema, status: z.string(), cards: z.int(), shops: z.int() }),
  status: 201,
  idempotency: 'required',
});
