import { z } from 'zod/mini';
import { groupChanges, groupMoveStates } from './card-groups.ts';
import { endpoint } from './endpoint.ts';
import { idParams, idSchema, idTextSchema, timestampSchema } from './fields.ts';
import { historyCardsSchema } from './history-cards.ts';

/** Cards that were merged into a group or split from one (`card-groups.ts`), as «История изменений» tells of it. */
export const listedGroupMoveSchema = z.object({
  id: idSchema,
  change: z.enum(groupChanges),
  state: z.enum(groupMoveStates),
  shopName: z.string(),
  /** Cards that were to move, and those that the marketplace has shown in their new group. */
  cardCount: z.int(),
  movedCount: z.int(),
  /** Of these, those that are still there: as many come back. 0 while it goes on, or while somebody takes it back. */
  canTakeBackCount: z.int(),
  /** All that took it back, the last of them with its state; null: nobody did. */
  takenBack: z.nullable(
    z.object({
      state: z.enum(groupMoveStates),
      movedCount: z.int(),
      createdAt: timestampSchema,
      userName: z.string(),
    }),
  ),
  createdAt: timestampSchema,
  userName: z.string(),
});
export type ListedGroupMove = z.infer<typeof listedGroupMoveSchema>;

const MAX_MOVES = 200;

/** Those that moved something or are about to, the last first, for 30 days. What takes another back is told with that one. */
export const listGroupMovesEndpoint = endpoint({
  method: 'GET',
  path: '/cards/groups/moves/',
  summary: 'Объединения и разъединения карточек',
  access: 'user',
  query: z.strictObject({ beforeId: z.optional(idTextSchema) }),
  response: z.object({
    results: z.array(listedGroupMoveSchema).check(z.maxLength(MAX_MOVES)),
    /** Where the next part begins; null: this was the last. */
    nextBeforeId: z.nullable(idSchema),
  }),
});

/** The cards that were to move. */
export const listMovedCardsEndpoint = endpoint({
  method: 'GET',
  path: '/cards/groups/moves/{id}/cards/',
  summary: 'Карточки, которые объединяли или разъединяли',
  access: 'user',
  params: idParams,
  response: historyCardsSchema,
});
