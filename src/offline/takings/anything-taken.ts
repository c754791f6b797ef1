export const TAKEN_KEY = 'prilavok-taken';

/** All that a start loads of takings: whether there is anything. Goes with the rest of the user's storage at a sign-out. */
export function isAnythingTaken(): boolean {
  try {
    return localStorage.getItem(TAKEN_KEY) !== null;
  } catch {
    return false;
  }
}

/** The note goes with its user. */
export function forgetTaken(): void {
  try {
    localStorage.removeItem(TAKEN_KEY);
  } catch {
    // Blocked storage holds nothing.
  }
}
