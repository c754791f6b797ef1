import { useLeaveOutFoundRows, useLeaveOutRows } from '#api/bulk-edits.ts';
import type { FoundRows } from '#contract/bulk-edits.ts';
import { countOf } from '#lib/plurals.ts';
import { showToast } from '#ui/toast-store.ts';
import { CARD_FORMS } from './edit-state.ts';

/** Takes many rows out of an edit or puts them back, says how many they were, and offers the way back. */
export function useMoveRows(editId: number) {
  const named = useLeaveOutRows(editId);
  const found = useLeaveOutFoundRows(editId);

  return {
    isPending: named.isPending || found.isPending,

    moveNamed(cardIds: number[], isLeftOut: boolean): Promise<void> {
      return move(isLeftOut, async (isOut) => {
        await named.mutateAsync({ cardIds, isLeftOut: isOut });
        return cardIds.length;
      });
    },

    moveFound(rows: FoundRows, isLeftOut: boolean, expectedCount: number): Promise<void> {
      /** The rows that were moved, whatever is found by now. */
      let moved: FoundRows | null = null;
      return move(isLeftOut, async (isOut) => {
        const response = await found.mutateAsync(
          moved ? { found: moved, isLeftOut: isOut } : { found: rows, isLeftOut: isOut, expectedCount },
        );
        moved = { lot: response.lot };
        return response.count;
      });
    },
  };
}

/** The same call the other way is the way back. */
async function move(isLeftOut: boolean, call: (isLeftOut: boolean) => Promise<number>): Promise<void> {
  try {
    const count = await call(isLeftOut);
    showToast({
      type: 'success',
      text: `${isLeftOut ? 'Убрано' : 'Возвращено'}: ${countOf(count, CARD_FORMS)}`,
      action: { label: isLeftOut ? 'Вернуть' : 'Убрать снова', onClick: () => void move(!isLeftOut, call) },
    });
  } catch {
    // The mutation's own failure notice has told it.
  }
}
