import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { checkInParts, type CardsCheck } from '#api/check-cards.ts';
import { isChoiceLost, refetchWhatWasChosen } from '#api/selections.ts';
import type { CardSelection } from '#contract/card-operations.ts';

interface RunningCheck {
  /** Of the last whole check: what is known of the other shops stays in sight while one more is looked at. */
  check: CardsCheck | undefined;
  isChecking: boolean;
  /** What is shown was found of these very cards and shops; it is looked at again, for something has changed. */
  isRepeated: boolean;
  hasFailed: boolean;
  /** The server's refusal of the choice; null where it stands. */
  lost: Error | null;
  isStopped: boolean;
  /** Cards that are through. */
  checked: number;
  stop: () => void;
  resume: () => void;
  /** What the check under way finds; of one that failed, what was found before. */
  finished: () => Promise<CardsCheck | undefined>;
}

const ERROR_TEXT = 'Не удалось проверить карточки';

/** Checks the cards for the shops, part by part; leaving the screen, another choice or «stop» ends it. */
export function useCardsCheck(
  selection: CardSelection,
  shopIds: readonly number[],
  isWanted: boolean,
): RunningCheck {
  const queryClient = useQueryClient();
  const queryKey = ['Card', 'check', selection, shopIds.toSorted((a, b) => a - b)];
  const choice = JSON.stringify(queryKey);
  const [stoppedChoice, setStoppedChoice] = useState<string | null>(null);
  const [progress, setProgress] = useState({ choice, checked: 0 });
  const isStopped = stoppedChoice === choice;
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => {
      setProgress({ choice, checked: 0 });
      return checkInParts(
        { selection, shopIds },
        (checked) => setProgress({ choice, checked }),
        signal,
      ).catch((error: unknown) => {
        void refetchWhatWasChosen(queryClient, error);
        throw error;
      });
    },
    enabled: isWanted && !isStopped,
    staleTime: 0,
    placeholderData: keepPreviousData,
    meta: { isNotKept: true, isQuiet: true, errorText: ERROR_TEXT },
  });
  const isChecking = isWanted && !isStopped && (query.isFetching || query.isPlaceholderData);
  return {
    check: query.data,
    isChecking,
    isRepeated: isChecking && !query.isPlaceholderData && query.data !== undefined,
    hasFailed: query.isError,
    lost: isChoiceLost(query.error) ? query.error : null,
    isStopped: isWanted && isStopped,
    checked: progress.choice === choice ? progress.checked : 0,
    stop: () => {
      setStoppedChoice(choice);
      void queryClient.cancelQueries({ queryKey });
    },
    resume: () => setStoppedChoice(null),
    finished: async () => (await query.refetch({ cancelRefetch: false })).data,
  };
}
