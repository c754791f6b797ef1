import { getGroupMoveEndpoint, undoGroupMoveEndpoint, type GroupMove } from '#contract/card-groups.ts';
import {
  listGroupMovesEndpoint,
  listMovedCardsEndpoint,
  type ListedGroupMove,
} from '#contract/group-move-history.ts';
import { mock, mockError } from './mock-endpoint.ts';

export function mockGroupMove(id: number, changes: Partial<ListedGroupMove> = {}): ListedGroupMove {
  return {
    id,
    change: 'MERGE',
    state: 'DONE',
    shopName: 'Северика',
    cardCount: 5,
    movedCount: 5,
    canTakeBackCount: 5,
    takenBack: null,
    createdAt: '2026-11-20T12:00:00Z',
    userName: 'Анна',
    ...changes,
  };
}

/** Merges and splits, the last first; one that is taken back says so from then on. */
export function groupMoveHandlers(moves: ListedGroupMove[] = []) {
  const back = (id: number, count: number): GroupMove => ({
    id,
    change: 'UNDO',
    state: 'DONE',
    shopId: 1,
    shopName: 'Северика',
    cardCount: count,
    movedCount: count,
    errors: [],
    canUndo: true,
    createdAt: '2026-11-20T13:00:00Z',
  });
  return [
    mock(listGroupMovesEndpoint, () => ({ results: moves, nextBeforeId: null })),
    mock(listMovedCardsEndpoint, () => [
      { cardId: 601, vendorCode: 'K-601', title: 'Кружка 601', photo: null },
    ]),
    mock(undoGroupMoveEndpoint, ({ params }) => {
      const move = moves.find(({ id }) => id === params.id);
      if (!move?.canTakeBackCount) return mockError(409, { detail: ['Прежние склейки вернуть нельзя'] });
      const count = move.canTakeBackCount;
      move.canTakeBackCount = 0;
      move.takenBack = {
        state: 'DONE',
        movedCount: count,
        createdAt: '2026-11-20T13:00:00Z',
        userName: 'Борис',
      };
      return back(3000 + params.id, count);
    }),
    mock(getGroupMoveEndpoint, ({ params }) =>
      back(params.id, moves.find(({ id }) => id + 3000 === params.id)?.takenBack?.movedCount ?? 0),
    ),
  ];
}
