import { useCallback, useEffect, useRef } from 'react';
import { showToast } from '#ui/toast-store.ts';
import { setCards, type ChosenCards } from './card-selection.ts';
import type { chooseRange } from './choose-range.ts';
import type { CardWindow } from './use-card-window.ts';

type ToggleRow = (index: number, isOn: boolean, isRange: boolean) => void;

/**
 * Chooses the card of a row or takes it out; as a range, all from the row that was pressed before, loaded or not. The
 * same function from one drawing to the next, so that a press draws one row again and not all.
 */
export function useToggleRow(
  window: CardWindow,
  chosen: ChosenCards,
  onChoose: (chosen: ChosenCards) => void,
): ToggleRow {
  const latest = useRef({ window, chosen, onChoose });
  useEffect(() => {
    latest.current = { window, chosen, onChoose };
  });
  const anchor = useRef<{ address: string; index: number } | null>(null);

  return useCallback<ToggleRow>((index, isOn, isRange) => {
    const asked = latest.current;
    const card = asked.window.rowAt(index);
    if (!card || asked.window.isPrevious) return;
    const { address } = asked.window;
    const from = anchor.current?.address === address ? anchor.current.index : index;
    anchor.current = { address, index };
    choose([card.id], isOn);
    if (!isRange || from === index) return;
    const first = Math.min(from, index);
    const last = Math.max(from, index);
    void idsOfRange(asked.window, first, last).then((ids) => {
      // The answer of a list that is no longer on the screen chooses nothing.
      if (ids && latest.current.window.address === address) choose(ids, isOn);
    });

    // Two of them may come before the list is drawn again.
    function choose(ids: readonly number[], isChosen: boolean): void {
      const now = latest.current;
      now.chosen = setCards(now.chosen, ids, isChosen);
      now.onChoose(now.chosen);
    }
  }, []);
}

/** How a range is asked for comes with the first of them. */
async function idsOfRange(...range: Parameters<typeof chooseRange>): ReturnType<typeof chooseRange> {
  try {
    return await (await import('./choose-range.ts')).chooseRange(...range);
  } catch {
    showToast({ type: 'error', text: 'Не удалось выбрать диапазон: часть строк не загрузилась' });
    return null;
  }
}
