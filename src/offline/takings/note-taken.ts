import { TAKEN_KEY } from './anything-taken.ts';

/** False where the browser gives no place for the note: what is taken would not be found again. */
export function noteTaken(isSo: boolean): boolean {
  try {
    if (isSo) localStorage.setItem(TAKEN_KEY, '1');
    else localStorage.removeItem(TAKEN_KEY);
    return true;
  } catch {
    return false;
  }
}
