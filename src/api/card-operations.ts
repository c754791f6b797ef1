import { useState } from 'react';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import {
  archiveCardsEndpoint,
  getCardOperationEndpoint,
  stopCardOperationEndpoint,
  undoCardOperationEndpoint,
  type CardSelection,
} from '#contract/card-operations.ts';
import { api } from './api.ts';
import { cardsChanged } from './cards.ts';
import { ApiError } from './http/api-error.ts';
import { newIdempotencyKey } from './idempotency-key.ts';
import { refetchWhatWasChosen } from './selections.ts';
import { invalidateTag } from './tags.ts';
import { askAgain, tellUnanswered } from './unanswered-step.ts';

/** How far a move of many cards is. */
export interface MoveProgress {
  count: number;
  total: number;
}

/** The server answers within seconds and goes on by itself; choosing a hundred thousand cards alone takes a while. */
const START_TIMEOUT_MS = 60_000;
const POLL_MS = 2_000;
/** While the server is not there: the operation goes on without us. */
const POLL_AFTER_FAILURE_MS = 5_000;
/** The session is over, or the operation forgotten. Whatever else is answered, «too many calls» for one, says nothing of it. */
const OVER_STATUSES = new Set([401, 403, 404]);

/** Moves cards to the archive or out of it. Resolves when all have moved, or somebody has stopped it; until then `progress` says how far it is. */
export function useArchiveCards() {
  const queryClient = useQueryClient();
  const [progress, setProgress] = useState<(MoveProgress & { operationId: number }) | null>(null);
  const mutation = useMutation({
    mutationKey: ['Cards', 'archive'],
    mutationFn: async (input: { selection: CardSelection; isArchived: boolean }) => {
      const idempotencyKey = newIdempotencyKey();
      const start = () =>
        api.call(archiveCardsEndpoint, { body: input, idempotencyKey, timeoutMs: START_TIMEOUT_MS });
      const started = await tellUnanswered(askAgain(start));
      const { operationId } = started;
      const { count, stoppedOf } = await followOperation(started, (now) =>
        setProgress({ ...now, operationId }),
      );
      return { count, stoppedOf, operationId };
    },
    onSuccess: () => cardsMoved(queryClient),
    onError: (error) => refetchWhatWasChosen(queryClient, error),
    onSettled: () => setProgress(null),
    meta: { errorText: 'Не удалось изменить архив' },
  });
  return { ...mutation, progress };
}

/** Stops a move to the archive, or out of it: what has moved stays so, and can be taken back. */
export function useStopCardOperation() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: ['Cards', 'stop'],
    mutationFn: (operationId: number) => api.call(stopCardOperationEndpoint, { params: { id: operationId } }),
    onSettled: () => cardsMoved(queryClient),
    meta: { errorText: 'Не удалось остановить перенос' },
  });
}

/** Takes a move to the archive, or out of it, back. `onProgress` is called when that takes longer than the first answer. */
export function useUndoCardOperation() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: ['Cards', 'undo'],
    mutationFn: async ({
      operationId,
      onProgress,
    }: {
      operationId: number;
      onProgress: (progress: MoveProgress) => void;
    }) => {
      const started = await api.call(undoCardOperationEndpoint, {
        params: { id: operationId },
        // One operation is taken back once: a second press gets the answer of the first.
        idempotencyKey: `undo-${operationId}`,
        timeoutMs: START_TIMEOUT_MS,
      });
      return await followOperation(started, onProgress);
    },
    onSuccess: () => cardsMoved(queryClient),
    // Somebody else may have taken it back.
    onError: () => invalidateTag(queryClient, 'Cards'),
    meta: { errorText: 'Не удалось вернуть карточки' },
  });
}

interface Started {
  operationId: number;
  count: number;
  movedSince?: number;
  isDone: boolean;
}

/** Asks how far the operation is until it is done. A connection that goes and comes back only delays the answer. */
export async function followOperation(
  { operationId, ...started }: Started,
  onProgress: (progress: MoveProgress) => void,
): Promise<{ count: number; movedSince: number; stoppedOf: number | undefined }> {
  let { count, movedSince = 0, isDone } = started;
  let stoppedOf: number | undefined;
  let waitMs = POLL_MS;
  while (!isDone) {
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    try {
      const operation = await api.call(getCardOperationEndpoint, { params: { id: operationId } });
      ({ count, movedSince, isDone, stoppedOf } = operation);
      if (operation.total !== null) onProgress({ count, total: operation.total });
      waitMs = POLL_MS;
    } catch (error) {
      if (error instanceof ApiError && OVER_STATUSES.has(error.status)) throw error;
      waitMs = POLL_AFTER_FAILURE_MS;
    }
  }
  return { count, movedSince, stoppedOf };
}

/** Many cards are not what they were: no copy of any is left when the promise resolves. */
export async function cardsMoved(queryClient: QueryClient): Promise<void> {
  await Promise.all([cardsChanged(queryClient), invalidateTag(queryClient, 'Card')]);
}
