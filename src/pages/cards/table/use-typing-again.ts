import { useEffect, useEffectEvent, useRef, type Dispatch } from 'react';
import { countOf } from '#lib/plurals.ts';
import { showToast } from '#ui/toast-store.ts';
import type { GridContent } from './column.ts';
import type { GridAction } from './grid-state.ts';
import { writingsOf, type KeptCell } from './kept-cells.ts';
import type { Range } from './range.ts';

const VALUE_FORMS = ['значение', 'значения', 'значений'] as const;

interface Typing {
  /** null: nothing. */
  cells: readonly KeptCell[] | null;
  content: GridContent;
  /** The cards and the columns of what was typed are here. */
  isReady: boolean;
  dispatch: Dispatch<GridAction>;
  /** What is chosen after it. */
  range: Range;
}

/** Types what was typed before, once it can be. */
export function useTypingAgain({ cells: waiting, content, isReady, dispatch, range }: Typing): void {
  const typed = useRef<readonly KeptCell[]>(null);
  const typeAgain = useEffectEvent((cells: readonly KeptCell[]) => {
    // A column that comes later is no reason to type once more.
    if (typed.current === cells) return;
    typed.current = cells;
    const { writings, changedSince } = writingsOf(content, cells);
    dispatch({ type: 'write', content, writings, range });
    if (changedSince === 0) return;
    showToast({
      type: 'warning',
      text: `Не возвращено: ${countOf(changedSince, VALUE_FORMS)}. Их изменили, пока вас не было`,
    });
  });
  useEffect(() => {
    if (waiting && isReady) typeAgain(waiting);
  }, [waiting, isReady]);
}
