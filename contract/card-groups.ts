import { z } from 'zod/mini';
import { cardSelectionSchema } from './card-operations.ts';
import { endpoint } from './endpoint.ts';
import { idParams, idSchema, nmIdSchema, timestampSchema } from './fields.ts';

/**
 * «Склейка»: cards that a buyer sees as the variants of one. It lives at the marketplace, in one shop; a card by itself there is a
 * group of one. Cards are moved between groups by a job, since the marketplace shows a move a while after it has taken it.
 */

/** As many cards as the marketplace takes into one group. */
export const MAX_GROUP_CARDS = 30;

export const groupChanges = ['MERGE', 'SPLIT'] as const;
export type GroupChange = (typeof groupChanges)[number];

export const groupedCardSchema = z.object({
  cardId: idSchema,
  nmId: nmIdSchema,
  vendorCode: z.string(),
  title: z.string(),
  /** null: it has no photo. */
  photo: z.nullable(z.string()),
  /** The values of «Цвет», as one text. */
  colour: z.string(),
});
export type GroupedCard = z.infer<typeof groupedCardSchema>;

export const cardGroupSchema = z.object({
  /** The marketplace's number; null: it gives one when the group comes to be. */
  imtId: z.nullable(z.int()),
  cards: z.array(groupedCardSchema),
});
export type CardGroup = z.infer<typeof cardGroupSchema>;

const shopOfCardsSchema = z.object({
  shopId: idSchema,
  shopName: z.string(),
  /** How many of the chosen cards are at the marketplace there. */
  cardCount: z.int(),
});

export const groupsPreviewSchema = z.object({
  /** Where some of the chosen cards are; none: they are in no shop yet. */
  shops: z.array(shopOfCardsSchema),
  /** The shop that is looked at; null: there is none. */
  shopId: z.nullable(idSchema),
  /** Groups that would change, whole, and what they would be. */
  before: z.array(cardGroupSchema),
  after: z.array(cardGroupSchema),
  /** Cards that would move to another group. */
  movedIds: z.array(idSchema),
  /** Chosen cards that stay as they are, and why. */
  refused: z.array(z.object({ cardId: idSchema, vendorCode: z.string(), reason: z.string() })),
  /** Why nothing can be done at all; null: it can. */
  refusal: z.nullable(z.string()),
  /** For what the marketplace may refuse what would be, or not show it as variants. */
  warnings: z.optional(z.array(z.string())),
  /** Names what was seen: only that is done. */
  seen: z.string(),
});
export type GroupsPreview = z.infer<typeof groupsPreviewSchema>;

/** What would become of the groups. Changes nothing. */
export const previewCardGroupsEndpoint = endpoint({
  method: 'POST',
  path: '/cards/groups/preview/',
  summary: 'Что станет со склейками выбранных карточек',
  access: 'user',
  body: z.strictObject({
    selection: cardSelectionSchema,
    change: z.enum(groupChanges),
    /** Left out: the shop with the most of them. */
    shopId: z.optional(idSchema),
  }),
  response: groupsPreviewSchema,
});

/** SENDING and CONFIRMING go on by themselves; PARTLY: some cards moved, others did not. */
export const groupMoveStates = ['SENDING', 'CONFIRMING', 'DONE', 'PARTLY', 'FAILED'] as const;
export type GroupMoveState = (typeof groupMoveStates)[number];

export const groupMoveSchema = z.object({
  id: idSchema,
  change: z.enum([...groupChanges, 'UNDO']),
  state: z.enum(groupMoveStates),
  shopId: idSchema,
  shopName: z.string(),
  /** Cards that are to move, and those that the marketplace shows in their new group. */
  cardCount: z.int(),
  movedCount: z.int(),
  errors: z.array(z.string()),
  /** It is over, and some of what has moved is still there: whose group has changed since stays. */
  canUndo: z.boolean(),
  createdAt: timestampSchema,
});
export type GroupMove = z.infer<typeof groupMoveSchema>;

/** Does what was seen. 409: the groups are others by now, or another move of this shop is at work. */
export const moveCardGroupsEndpoint = endpoint({
  method: 'POST',
  path: '/cards/groups/moves/',
  summary: 'Объединить карточки или разъединить их',
  access: 'user',
  body: z.strictObject({
    selection: cardSelectionSchema,
    change: z.enum(groupChanges),
    shopId: idSchema,
    seen: z.string().check(z.maxLength(100)),
  }),
  response: groupMoveSchema,
  status: 201,
  idempotency: 'optional',
});

/** How far a move is. For 30 days. */
export const getGroupMoveEndpoint = endpoint({
  method: 'GET',
  path: '/cards/groups/moves/{id}/',
  summary: 'Как идёт объединение карточек',
  access: 'user',
  params: idParams,
  response: groupMoveSchema,
});

/** A move that puts the cards together as they were, without those whose group has changed since. 409: it is not over, or there is none. */
export const undoGroupMoveEndpoint = endpoint({
  method: 'POST',
  path: '/cards/groups/moves/{id}/undo/',
  summary: 'Вернуть прежние склейки',
  access: 'user',
  params: idParams,
  response: groupMoveSchema,
  status: 201,
  idempotency: 'optional',
});

/** The group of a card in each shop where the marketplace has it, the card among the others. */
export const listGroupsOfCardEndpoint = endpoint({
  method: 'GET',
  path: '/cards/{id}/groups/',
  summary: 'Склейка карточки в каждом магазине',
  access: 'user',
  params: idParams,
  response: z.array(
    z.object({
      shopId: idSchema,
      shopName: z.string(),
      group: cardGroupSchema,
      /** A move of this shop that is at work; null: none is. */
      moveId: z.nullable(idSchema),
    }),
  ),
});
