import { useEffect, useRef, useState } from 'react';
import { freezeAgainInput, isSelectionChanged, useFreezeChoice, type FrozenChoice } from '#api/selections.ts';
import { countOf } from '#lib/plurals.ts';
import type { FreezeAgain } from '#parts/cards/freeze-again.ts';
import { showToast } from '#ui/toast-store.ts';
import { toSelection } from './asked-selection.ts';
import type { CardListState } from './card-list-address.ts';
import { NOTHING_CHOSEN, type ChosenCards } from './card-selection.ts';

const CARD_FORMS = ['карточка', 'карточки', 'карточек'] as const;

/**
 * Begins operations on what is chosen: the choice is frozen then, when the person is told the number, and every step names what was
 * frozen. A choice that is another one by now is refused in words and let go.
 */
export function useBegin(chosen: ChosenCards, state: CardListState, onChoose: (chosen: ChosenCards) => void) {
  const freeze = useFreezeChoice();
  const [begun, setBegun] = useState<string | null>(null);
  const shown = useRef<ChosenCards>(null);
  useEffect(() => {
    shown.current = chosen;
    return () => {
      shown.current = null;
    };
  }, [chosen]);
  /** A big operation takes a while: what was chosen meanwhile is another choice. */
  const clearIfSame = () => {
    if (shown.current === chosen) onChoose(NOTHING_CHOSEN);
  };

  const begin = async (operation: string, go: (choice: FrozenChoice) => void) => {
    if (freeze.isPending) return;
    setBegun(operation);
    try {
      const choice = await freeze.mutateAsync({ source: toSelection(chosen, state) });
      if (shown.current === chosen) go(choice);
    } catch (error) {
      // The mutation's own failure notice has told it.
      if (isSelectionChanged(error)) clearIfSame();
    }
  };

  /** For an operation that goes on with `choice`; `onFrozen` is told of what there is now. */
  const againFor =
    (choice: FrozenChoice, onFrozen: (choice: FrozenChoice | null) => void): FreezeAgain =>
    async (error, options) => {
      try {
        const again = await freeze.mutateAsync({ ...freezeAgainInput(choice, error), ...options });
        const isEmpty = again.cardCount === 0;
        onFrozen(isEmpty ? null : again);
        if (isEmpty) onChoose(NOTHING_CHOSEN);
        const text = isEmpty
          ? 'Из выбранных карточек не осталось ни одной'
          : `Выбрано заново: ${countOf(again.cardCount, CARD_FORMS)}`;
        showToast({ type: isEmpty ? 'warning' : 'info', text });
      } catch {
        // As above.
      }
    };

  return { begin, againFor, clearIfSame, beginning: freeze.isPending ? begun : null };
}
