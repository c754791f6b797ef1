import { useArchiveCards } from '#api/card-operations.ts';
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
  const { takeBack } = useTakeCardsBack();
  return {
    isPending: archive.isPending,
    progress: archive.progress,
    /** Moves the cards; `onOver` is called when all have moved. */
    async move({ selection, cardCount }: FrozenChoice, isArchived: boolean, onOver: () => void) {
      try {
        const { count, operationId } = await archive.mutateAsync({ selection, isArchived });
        onOver();
        const done = isArchived ? 'В архиве' : 'Возвращено из архива';
        const rest = count < cardCount ? ` · уже были там: ${formatInteger(cardCount - count)}` : '';
        showToast({
          type: 'success',
          text: `${done}: ${countOf(count, CARD_FORMS)}${rest}`,
          action: { label: 'Вернуть', onClick: () => void takeBack(operationId, isArchived) },
        });
      } catch {
        // The mutation's own failure notice has told it.
      }
    },
  };
}
