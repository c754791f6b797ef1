import { undoCardOperationEndpoint } from '#contract/card-operations.ts';
import { listCardOperationsEndpoint, type CardOperation } from '#contract/operation-history.ts';
import { mock, mockError } from './mock-endpoint.ts';

export function mockOperation(id: number, changes: Partial<CardOperation> = {}): CardOperation {
  return {
    id,
    isArchived: true,
    count: 120,
    total: null,
    createdAt: '2026-11-20T12:00:00Z',
    userName: 'Анна',
    canTakeBack: true,
    takenBack: null,
    ...changes,
  };
}

/** Moves, the last first, in parts of `partLength`; one that is taken back says so from then on. */
export function operationHandlers(operations: CardOperation[], { movedSince = 0, partLength = 50 } = {}) {
  return [
    mock(listCardOperationsEndpoint, ({ query: { beforeId } }) => {
      const start = beforeId === undefined ? 0 : operations.findIndex(({ id }) => id === beforeId) + 1;
      const results = operations.slice(start, start + partLength);
      const isLast = start + partLength >= operations.length;
      return { results, nextBeforeId: isLast ? null : (results.at(-1)?.id ?? null) };
    }),
    mock(undoCardOperationEndpoint, ({ params }) => {
      const taken = operations.find(({ id }) => id === params.id);
      if (!taken?.canTakeBack) return mockError(409, { detail: ['Это действие уже отменено'] });
      const count = taken.count - movedSince;
      taken.canTakeBack = false;
      taken.takenBack = {
        count,
        movedSince,
        isDone: true,
        createdAt: '2026-11-20T13:00:00Z',
        userName: 'Борис',
      };
      return { count, movedSince, operationId: 1000 + params.id, isDone: true };
    }),
  ];
}
