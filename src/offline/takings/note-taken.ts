import { TAKEN_KEY } from './anything-taken.ts';
import type { UserTakings } from './user-takings.ts';

/**
 * Notes whether a user has anything here. False where the browser gives no place for the note, or the user is gone: what is
 * taken would not be found again. Whoever asks has waited for the disk, and a sign-out does not wait for them.
 */
export function noteTaken(of: Pick<UserTakings, 'isOver'>, isSo: boolean): boolean {
  if (of.isOver()) return false;
  try {
    if (isSo) localStorage.setItem(TAKEN_KEY, '1');
    else localStorage.removeItem(TAKEN_KEY);
    return true;
  } catch {
    return false;
  }
}
