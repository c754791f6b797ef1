import {
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import { useRef } from 'react';
import {
  getGroupMoveEndpoint,
  listGroupsOfCardEndpoint,
  moveCardGroupsEndpoint,
  previewCardGroupsEndpoint,
  undoGroupMoveEndpoint,
  type GroupChange,
  type GroupMove,
} from '#contract/card-groups.ts';
import type { CardSelection } from '#contract/card-operations.ts';
import { api } from './api.ts';
import { cardsMoved } from './card-operations.ts';
import { fetchQuery } from './fetch-query.ts';
import { isChoiceLost, refetchWhatWasChosen } from './selections.ts';
import { isUnanswered, tellUnanswered } from './unanswered-step.ts';
import { useKeyOfRequest } from './use-key-of-request.ts';

const POLL_MS = 1_500;
const PREVIEWS = ['Cards', 'groups-preview'] as const;
/** Of «История изменений» (`group-move-history.ts`). */
export const GROUP_MOVE_HISTORY = ['GroupMoves', 'history'] as const;

/** The server is at work on it, and goes on without us. */
export function isMoving({ state }: Pick<GroupMove, 'state'>): boolean {
  return state === 'SENDING' || state === 'CONFIRMING';
}

export interface GroupsQuestion {
  selection: CardSelection;
  change: GroupChange;
  shopId?: number;
}

export const groupQueries = {
  /** The card's group in each shop. Read again while cards move there. */
  ofCard: (id: number) =>
    queryOptions({
      queryKey: ['Card', id, 'groups'],
      queryFn: (context) => fetchQuery(context, listGroupsOfCardEndpoint, { params: { id } }),
      refetchInterval: ({ state }) =>
        state.data?.some(({ moveId }) => moveId !== null) === true ? POLL_MS : false,
      meta: {
        schema: listGroupsOfCardEndpoint.response,
        isShownInPlace: true,
        errorText: 'Не удалось загрузить склейку',
      },
    }),
  /** What would become of the groups. What was shown stays until the next look is there. */
  preview: (question: GroupsQuestion) =>
    queryOptions({
      queryKey: [...PREVIEWS, question],
      queryFn: (context) => fetchQuery(context, previewCardGroupsEndpoint, { body: question }),
      placeholderData: keepPreviousData,
      staleTime: 0,
      gcTime: 0,
      meta: { isNotKept: true, isShownInPlace: true, errorText: 'Не удалось посмотреть склейки' },
    }),
  move: (id: number) =>
    queryOptions({
      queryKey: ['GroupMoves', id],
      queryFn: async (context) => {
        const before = context.client.getQueryData<GroupMove>(['GroupMoves', id]);
        const move = await fetchQuery(context, getGroupMoveEndpoint, { params: { id } });
        // Before anybody reads that it is over: by then no copy of a card is left that says what was.
        if (before && isMoving(before) && !isMoving(move)) await cardsMoved(context.client);
        return move;
      },
      refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? POLL_MS : false),
      meta: { isNotKept: true, isShownInPlace: true, errorText: 'Не удалось узнать, как идёт перенос' },
    }),
};

async function moveBegun(queryClient: QueryClient, move: GroupMove): Promise<void> {
  queryClient.setQueryData(groupQueries.move(move.id).queryKey, move);
  await queryClient.invalidateQueries({ queryKey: GROUP_MOVE_HISTORY });
}

/** Does what was seen; pressed again after a lost answer, it follows what was begun. Throws 409 when the groups are others by now: the look is taken again. */
export function useMoveCardGroups() {
  const queryClient = useQueryClient();
  const keyOf = useKeyOfRequest();
  return useMutation({
    mutationKey: ['GroupMoves', 'start'],
    mutationFn: (body: { selection: CardSelection; change: GroupChange; shopId: number; seen: string }) =>
      tellUnanswered(
        api.call(moveCardGroupsEndpoint, { body, idempotencyKey: keyOf(body) }),
        'Ответ сервера не пришёл. Нажмите ещё раз: дважды перенос не начнётся',
      ),
    onSuccess: (move) => moveBegun(queryClient, move),
    onError: async (error) => {
      // Seen anew, it would be another request: the one that was begun would not be found again.
      if (isUnanswered(error)) return;
      await refetchWhatWasChosen(queryClient, error);
      await queryClient.invalidateQueries({ queryKey: PREVIEWS });
    },
    meta: { isQuiet: isChoiceLost, errorText: 'Не удалось начать перенос' },
  });
}

/** Puts the cards together as they were, without those whose group has changed since; pressed again after a lost answer, it follows what was begun. */
export function useUndoGroupMove() {
  const queryClient = useQueryClient();
  const keyOf = useKeyOfRequest();
  const responseCount = useRef(0);
  return useMutation({
    mutationKey: ['GroupMoves', 'undo'],
    mutationFn: async (id: number) => {
      const idempotencyKey = keyOf({ id, responseCount: responseCount.current });
      const move = await tellUnanswered(
        api.call(undoGroupMoveEndpoint, { params: { id }, idempotencyKey }),
        'Ответ сервера не пришёл. Нажмите ещё раз: дважды возврат не начнётся',
      );
      responseCount.current += 1;
      return move;
    },
    onSuccess: (move) => moveBegun(queryClient, move),
    // Somebody else may have taken it back.
    onError: () => queryClient.invalidateQueries({ queryKey: GROUP_MOVE_HISTORY }),
    meta: { errorText: 'Не удалось вернуть прежние склейки' },
  });
}
