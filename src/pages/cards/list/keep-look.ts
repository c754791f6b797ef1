import { session } from '#api/session/session.ts';
import { isSameLook, KEPT_KEY, USUAL_LOOK, writeLook, type CardListLook } from './card-list-look.ts';

/** Apart from the reading: nothing is chosen before the first screen. */
export function keepLook(look: CardListLook): void {
  // Nothing is left on somebody else's device.
  if (session.getSession().isForeignDevice) return;
  try {
    if (isSameLook(look, USUAL_LOOK)) localStorage.removeItem(KEPT_KEY);
    else localStorage.setItem(KEPT_KEY, writeLook(new URLSearchParams(), look).toString());
  } catch {
    // Blocked or full: the address has it.
  }
}
