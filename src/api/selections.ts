import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { freezeSelectionEndpoint, type CardSelection } from '#contract/card-operations.ts';
import { api } from './api.ts';
import { cardsChanged } from './cards.ts';
import { ApiError } from './http/api-error.ts';

/** Chosen cards that the server keeps as they are: all steps of an operation name them. */
export interface FrozenChoice {
  selection: { id: string };
  cardCount: number;
  /** What they were chosen by: to choose again when the server has let them go. */
  source: CardSelection;
}

interface FreezeInput {
  source: CardSelection;
  /** Frozen before: what is left of it is frozen anew. */
  left?: FrozenChoice['selection'];
  withoutArchived?: boolean;
}

/** Choosing a hundred thousand cards takes a while. */
const FREEZE_TIMEOUT_MS = 60_000;

/** Keeps the chosen cards for the operation that begins. Throws 409 (`selection_changed`) when they are not as many as was seen. */
export function useFreezeChoice() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: ['Cards', 'freeze'],
    mutationFn: async ({ source, left, withoutArchived = false }: FreezeInput): Promise<FrozenChoice> => {
      const { id, count } = await api.call(freezeSelectionEndpoint, {
        body: { selection: left ?? source, ...(withoutArchived && { withoutArchived }) },
        timeoutMs: FREEZE_TIMEOUT_MS,
      });
      return { selection: { id }, cardCount: count, source };
    },
    onError: (error) => refetchWhatWasChosen(queryClient, error),
    meta: { errorText: 'Не удалось запомнить выбор' },
  });
}

/** What to freeze after a refusal: what is left of the same cards, or, when the server has let them go, whatever fits now. */
export function freezeAgainInput(choice: FrozenChoice, error: unknown): FreezeInput {
  const { expectedCount: _seen, ...source } = choice.source;
  return isExpired(error) ? { source } : { source, left: choice.selection };
}

/** True of the refusal to act on another number of cards than the person has seen. */
export function isSelectionChanged(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'selection_changed';
}

/** True where the server has let the frozen cards go. */
export function isExpired(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'selection_expired';
}

/** True of either: asking again would be answered the same. */
export function isChoiceLost(error: unknown): boolean {
  return isSelectionChanged(error) || isExpired(error);
}

/** The list on the screen is not what the server has: the person looks at it again. */
export async function refetchWhatWasChosen(queryClient: QueryClient, error: unknown): Promise<void> {
  if (isSelectionChanged(error)) await cardsChanged(queryClient);
}
