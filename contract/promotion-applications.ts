import { z } from 'zod/mini';
import { endpoint } from './endpoint.ts';
import {
  idParams,
  idSchema,
  idTextSchema,
  kopecksSchema,
  nmIdSchema,
  pageOf,
  pageQueryShape,
  timestampSchema,
} from './fields.ts';

/**
 * An application: chosen cards join a promotion, or leave it, in one shop or several. The server freezes what will be sent and says it in
 * numbers; nothing is sent until somebody starts it. Then a job sends it, reads back what the marketplace took, and keeps both.
 */

export const MAX_APPLIED_CARDS = 5000;

/** LEAVE: the marketplace has no call for it; the discount from before is sent, and whether the card has left is read back. */
export const applicationKinds = ['JOIN', 'LEAVE'] as const;
export type ApplicationKind = (typeof applicationKinds)[number];

/** READY waits for a person; SENDING, CONFIRMING and SCHEDULED go on by themselves, the last until the promotion starts. */
export const applicationStates = [
  'READY',
  'SENDING',
  'CONFIRMING',
  'SCHEDULED',
  'DONE',
  'PARTLY',
  'FAILED',
] as const;
export type ApplicationState = (typeof applicationStates)[number];

/** Cards that do not pass are left out; null asks nothing. Below its own floor a card is always left out. */
export const applicationGuardsSchema = z.strictObject({
  minProfitKopecks: z.nullable(kopecksSchema),
  minMarginPercent: z.nullable(z.int().check(z.minimum(-99), z.maximum(99))),
});
export type ApplicationGuards = z.infer<typeof applicationGuardsSchema>;

/**
 * Why a card is not sent. PROFIT, MARGIN and UNKNOWN_PROFIT are guards that a person may overrule; the others nobody can: below the floor, already
 * there (or already out), not offered by the marketplace, the price from before is not known.
 */
export const leftOutReasons = [
  'FLOOR',
  'PROFIT',
  'MARGIN',
  'UNKNOWN_PROFIT',
  'ALREADY',
  'NOT_OFFERED',
  'NO_EARLIER_PRICE',
] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];
const overruled: readonly LeftOutReason[] = ['PROFIT', 'MARGIN', 'UNKNOWN_PROFIT'];

/** Whether a person may take the card in by hand. */
export function canBeTakenIn(reason: LeftOutReason): boolean {
  return overruled.includes(reason);
}

/** CONFIRMED: the marketplace shows it so; REFUSED: with its reason; UNCONFIRMED: it was taken and is not shown. */
export const appliedCardStates = [
  'LEFT_OUT',
  'WAITING',
  'SENT',
  'SCHEDULED',
  'CONFIRMED',
  'REFUSED',
  'UNCONFIRMED',
] as const;
export type AppliedCardState = (typeof appliedCardStates)[number];

export const appliedCardSchema = z.object({
  shopId: idSchema,
  nmId: nmIdSchema,
  /** null: no card here is the shop's. */
  cardId: z.nullable(idSchema),
  vendorCode: z.string(),
  title: z.string(),
  /** With the discount: when it was looked at, and what it is to be. */
  priceKopecks: kopecksSchema,
  newPriceKopecks: kopecksSchema,
  /** «≈», of one piece at the new price; null: not known. */
  profitKopecks: z.nullable(kopecksSchema),
  /** Its lowest price, as it was then; null: it has none. */
  floorKopecks: z.nullable(kopecksSchema),
  state: z.enum(appliedCardStates),
  leftOut: z.nullable(z.enum(leftOutReasons)),
  /** A guard left it out, and a person has taken it in. */
  isByHand: z.boolean(),
  /** In words, of REFUSED and UNCONFIRMED. */
  reason: z.nullable(z.string()),
});
export type AppliedCard = z.infer<typeof appliedCardSchema>;

const applicationCountsSchema = z.object({
  leftOut: z.int(),
  waiting: z.int(),
  sent: z.int(),
  scheduled: z.int(),
  confirmed: z.int(),
  refused: z.int(),
  unconfirmed: z.int(),
});

export const promotionApplicationSchema = z.object({
  id: idSchema,
  kind: z.enum(applicationKinds),
  state: z.enum(applicationStates),
  wbPromotionId: z.int(),
  promotionName: z.string(),
  /** False: prices change when the promotion starts. */
  uploadNow: z.boolean(),
  guards: applicationGuardsSchema,
  counts: applicationCountsSchema,
  /** Of those that are sent. */
  shops: z.array(
    z.object({
      shopId: idSchema,
      shopName: z.string(),
      cardCount: z.int(),
      /** Why nothing more of this shop could be sent; null: it could. */
      problem: z.nullable(z.string()),
    }),
  ),
  /** Of those that are sent: with a loss by the estimate, without an estimate; what all bring by the piece; the mean change of price. */
  losingCount: z.int(),
  unknownCount: z.int(),
  profitKopecks: kopecksSchema,
  meanChange: z.nullable(z.number()),
  /** The marketplace lets nothing more be sent until then; absent or null: nothing is waited for. */
  waitingUntil: z.optional(z.nullable(timestampSchema)),
  userName: z.string(),
  createdAt: timestampSchema,
  startedAt: z.nullable(timestampSchema),
  finishedAt: z.nullable(timestampSchema),
});
export type PromotionApplication = z.infer<typeof promotionApplicationSchema>;

/** Asks the marketplace what it offers and freezes what would be sent. Sends nothing. */
export const prepareApplicationEndpoint = endpoint({
  method: 'POST',
  path: '/promotions/applications/',
  summary: 'Посмотреть, что станет с карточками в акции',
  access: 'user',
  body: z.strictObject({
    kind: z.enum(applicationKinds),
    /** One promotion of the marketplace, in each shop by the id that it has there. */
    chosen: z
      .array(
        z.strictObject({
          promotionId: idSchema,
          nmIds: z.array(nmIdSchema).check(z.minLength(1), z.maxLength(MAX_APPLIED_CARDS)),
        }),
      )
      .check(z.minLength(1, 'Выберите карточки'), z.maxLength(100)),
    uploadNow: z.boolean(),
    guards: applicationGuardsSchema,
  }),
  response: promotionApplicationSchema,
  status: 201,
  idempotency: 'optional',
});

/** Those that were started, the newest first. */
export const listApplicationsEndpoint = endpoint({
  method: 'GET',
  path: '/promotions/applications/',
  summary: 'Заявки в акции',
  access: 'user',
  query: z.strictObject({ ...pageQueryShape, wbPromotionId: z.optional(idTextSchema) }),
  response: pageOf(promotionApplicationSchema),
});

export const getApplicationEndpoint = endpoint({
  method: 'GET',
  path: '/promotions/applications/{id}/',
  summary: 'Заявка в акцию',
  access: 'user',
  params: idParams,
  response: promotionApplicationSchema,
});

/** What needs a look comes first: refused, not confirmed, left out; then by the profit, the smallest first. */
export const listAppliedCardsEndpoint = endpoint({
  method: 'GET',
  path: '/promotions/applications/{id}/cards/',
  summary: 'Карточки заявки',
  access: 'user',
  params: idParams,
  query: z.strictObject(pageQueryShape),
  response: pageOf(appliedCardSchema),
});

/** Cards that a guard has left out are taken in, or left out again. 409: it has started, or a card may not be taken in. */
export const takeInByHandEndpoint = endpoint({
  method: 'POST',
  path: '/promotions/applications/{id}/by-hand/',
  summary: 'Взять карточки в заявку вопреки условиям',
  access: 'user',
  params: idParams,
  body: z.strictObject({
    cards: z
      .array(z.strictObject({ shopId: idSchema, nmId: nmIdSchema }))
      .check(z.minLength(1), z.maxLength(1000)),
    isByHand: z.boolean(),
  }),
  response: promotionApplicationSchema,
});

/** Sends what was seen. Started already: answers how it goes. 409: another number of cards is to be sent. */
export const startApplicationEndpoint = endpoint({
  method: 'POST',
  path: '/promotions/applications/{id}/start/',
  summary: 'Отправить заявку в акцию',
  access: 'user',
  params: idParams,
  body: z.strictObject({ expectedCount: z.int().check(z.minimum(1)) }),
  response: promotionApplicationSchema,
});
