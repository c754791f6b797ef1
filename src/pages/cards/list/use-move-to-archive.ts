import { useArchiveCards, useStopCardOperation } from '#api/card-operations.ts';
import type { FrozenChoice } from '#api/selections.ts';
import { formatInteger } from '#lib/numbers.ts';
import { countOf } from '#lib/plurals.ts';
import { useTakeCardsBack } from '#parts/use-take-cards-back.ts';
import { showToast } from '#ui/toast-store.ts';

const CARD_FORMS = ['карточка', 'карточки', 'карточек'] as const;

/**
 * Moves, says how many have really moved, and offers to take that back. By promises, not by the mutation's callbacks, which a
 * bar that is closed meanwhile would not hear.
 */
export function useMoveToArchive() {
  const archive = useArchiveCards();
  const stopping = useStopCardOperation();
  const { takeBack } = useTakeCardsBack();
  return {
    isPending: archive.isPending,
    progress: archive.progress,
    isStopping: stopping.isPending,
    /** Those that have not moved yet stay where they are. */
    stop: stopping.mutate,
    /** Moves the cards; `onOver` is called when it is over. */
    async move({ selection, cardCount }: FrozenChoice, isArchived: boolean, onOver: () => void) {
      try {
        const { count, stoppedOf, operationId } = await archive.mutateAsync({ selection, isArchived });
        onOver();
        const done = isArchived ? 'В архиве' : 'Возвращено из архива';
        const rest = count < cardCount ? ` · уже были там: ${formatInteger(cardCount - count)}` : '';
        showToast({
          type: 'success',
          text:
            stoppedOf === undefined
              ? `${done}: ${countOf(count, CARD_FORMS)}${rest}`
              : `Остановлено. ${done}: ${countOf(count, CARD_FORMS)} из ${formatInteger(stoppedOf)}`,
          action: { label: 'Вернуть', onClick: () => void takeBack(operationId, isArchived) },
        });
      } catch {
        // The mutation's own failure notice has told it.
      }
    },
  };
}
