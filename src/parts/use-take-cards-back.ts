import { useUndoCardOperation } from '#api/card-operations.ts';
import { formatInteger } from '#lib/numbers.ts';
import { countOf } from '#lib/plurals.ts';
import { showToast, toasts } from '#ui/toast-store.ts';

const CARD_FORMS = ['карточка', 'карточки', 'карточек'] as const;

/**
 * Takes a move to the archive, or out of it, back, and says how many cards that were. By promises, not by the mutation's callbacks,
 * which a bar that is closed meanwhile would not hear.
 */
export function useTakeCardsBack() {
  const undo = useUndoCardOperation();
  return {
    isPending: undo.isPending,
    async takeBack(operationId: number, wasArchived: boolean) {
      let waitingId: number | undefined;
      const onProgress = () => {
        waitingId ??= showToast({ type: 'info', text: 'Возвращаем карточки…', durationMs: Infinity });
      };
      try {
        const { count, movedSince } = await undo.mutateAsync({ operationId, onProgress });
        const rest =
          movedSince > 0 ? ` · остались на месте, их перенесли позже: ${formatInteger(movedSince)}` : '';
        const done = wasArchived ? 'Возвращено из архива' : 'Снова в архиве';
        showToast({ type: 'success', text: `${done}: ${countOf(count, CARD_FORMS)}${rest}` });
      } catch {
        // The mutation's own failure notice has told it.
      } finally {
        if (waitingId !== undefined) toasts.dismiss(waitingId);
      }
    },
  };
}
