import { formatInteger } from '#lib/numbers.ts';
import { showToast } from '#ui/toast-store.ts';
import type { CardWindow } from './use-card-window.ts';

/** Rows of a range that nobody has seen are asked for: so many at most. */
const MAX_RANGE_ROWS = 1000;

/** The ids of the rows from one to another, both included; null when they are too many. Throws when some cannot be had. */
export async function chooseRange(window: CardWindow, first: number, last: number): Promise<number[] | null> {
  if (last - first >= MAX_RANGE_ROWS) {
    showToast({
      type: 'warning',
      text: `За один раз — не больше ${formatInteger(MAX_RANGE_ROWS)} строк. Выберите все и снимите лишние`,
    });
    return null;
  }
  const seen = Array.from({ length: last - first + 1 }, (_, index) => window.rowAt(first + index)?.id);
  return seen.every((id) => id !== undefined) ? seen : await window.idsBetween(first, last);
}
