import { session } from '#api/session/session.ts';
import { hrefTo } from '#lib/paths.ts';

/**
 * Goes where the list as it was last seen was pressed (`early.ts` notes the card), if it was; once. Asked before the app is drawn, and as
 * the list's place is taken: later whoever pressed may be elsewhere. Somebody else, who has signed in meanwhile, has no such card.
 */
export async function followEarlyPress(navigate: (address: string) => void | Promise<void>): Promise<void> {
  const pressed = globalThis.pressedCard;
  globalThis.pressedCard = undefined;
  if (pressed && pressed.userId === session.getSession().user?.id)
    await navigate(hrefTo.card({ id: pressed.id }));
}
