import { useCallback, useEffect, useRef } from 'react';
import { formatInteger } from '#lib/numbers.ts';
import { showToast } from '#ui/toast-store.ts';
import { setCards, type ChosenCards } from './card-selection.ts';
import type { CardWindow } from './use-card-window.ts';

/** Rows of a range that nobody has seen are asked for: so many at most. */
const MAX_RANGE_ROWS = 1000;

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
    asked.onChoose(setCards(asked.chosen, [card.id], isOn));
    if (!isRange || from === index) return;
    const first = Math.min(from, index);
    const last = Math.max(from, index);
    if (last - first >= MAX_RANGE_ROWS) {
      showToast({
        type: 'warning',
        text: `За один раз — не больше ${formatInteger(MAX_RANGE_ROWS)} строк. Выберите все и снимите лишние`,
      });
      return;
    }
    void chooseRange(asked.window, first, last).then((ids) => {
      const now = latest.current;
      // The answer of a list that is no longer on the screen chooses nothing.
      if (ids && now.window.address === address) now.onChoose(setCards(now.chosen, ids, isOn));
    });
  }, []);
}

async function chooseRange(window: CardWindow, first: number, last: number): Promise<number[] | null> {
  const seen = Array.from({ length: last - first + 1 }, (_, index) => window.rowAt(first + index)?.id);
  if (seen.every((id) => id !== undefined)) return seen;
  try {
    return await window.idsBetween(first, last);
  } catch {
    showToast({ type: 'error', text: 'Не удалось выбрать диапазон: часть строк не загрузилась' });
    return null;
  }
}
