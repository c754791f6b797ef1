import { hrefTo } from '#lib/paths.ts';

/**
 * Goes where the list as it was last seen was pressed (`early.ts` notes the card), if it was; once. Asked before the app is drawn, and as
 * the list's place is taken: later whoever pressed may be elsewhere.
 */
export async function followEarlyPress(navigate: (address: string) => void | Promise<void>): Promise<void> {
  const id = globalThis.pressedCardId;
  globalThis.pressedCardId = undefined;
  if (id) await navigate(hrefTo.card({ id }));
}
