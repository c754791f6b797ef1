import type { RouterProviderProps } from 'react-router-dom';
import { hrefTo } from '#lib/paths.ts';

/** Goes where the list as it was last seen was pressed (`early.ts` notes the card), if it was; once. */
export async function followEarlyPress(router: RouterProviderProps['router']): Promise<void> {
  const id = globalThis.pressedCardId;
  globalThis.pressedCardId = undefined;
  if (id) await router.navigate(hrefTo.card({ id }));
}
