import { useQuery } from '@tanstack/react-query';
import type { CardSelection } from '#contract/card-operations.ts';
import { lookAtCards, lookAtShipments, type TakingLook } from '#offline/takings/takings.ts';

export type TakingQuestion = { kind: 'cards'; selection: CardSelection } | { kind: 'shipments' };
export interface LookQuery {
  data: TakingLook | undefined;
  error: Error | null;
  isFetching: boolean;
  refetch: () => Promise<unknown>;
}

/** How much there is to take. Asked for once for each question: the number is what is agreed to. */
export function useTakingLook(question: TakingQuestion | null): LookQuery {
  return useQuery({
    queryKey: ['Cards', 'taking-look', question],
    queryFn: ({ signal }) =>
      question?.kind === 'cards' ? lookAtCards(question.selection, signal) : lookAtShipments(signal),
    enabled: question !== null,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    meta: { isNotKept: true, isQuiet: true },
  });
}
