import type { QueryClient } from '@tanstack/react-query';
import { loadQuietly } from '#lib/load-quietly.ts';

/** Nothing on the first screens is kept waiting by what tells of later changes. */
const LIVE_UPDATES_AFTER_MS = 2_000;

const loadLater = <T>(load: () => Promise<T>) => loadQuietly(load).catch(() => undefined);

/** What a start begins when the first screen stands. Each part may fail to load: nothing that anybody has to be told. */
export async function startLater(queryClient: QueryClient, goTo: (address: string) => void): Promise<void> {
  const whenFree = new Promise<void>((resolve) => setTimeout(resolve, LIVE_UPDATES_AFTER_MS));
  // Without it the next start begins with empty places, as the first one did.
  const lastList = await loadLater(() => import('#app/keep-last-list.ts'));
  lastList?.keepLastList(queryClient);
  // Without it a card is asked for when its page is there.
  const press = await loadLater(() => import('#app/ask-at-press.ts'));
  press?.askAtPress(queryClient);
  // What the device holds answers at once; the server is asked when its network is free.
  // Without its code the list asks for pages, as before.
  const catalogue = await loadLater(() => import('#offline/catalogue/start-catalogue.ts'));
  catalogue?.startCatalogue({ whenFree });
  await whenFree;
  // Without its code the next start offers it.
  const install = await loadLater(() => import('#app/install-offer.ts'));
  install?.startInstallOffer(queryClient, goTo);
  // Without its code what was taken is still read; it is fetched on with the next start.
  const takings = await loadLater(() => import('#offline/takings/start-takings.ts'));
  void takings?.startIfTaken();
  // Without its code this page asks by the clock, as before.
  const live = await loadLater(() => import('#offline/live/start-live-updates.ts'));
  live?.startLiveUpdates(queryClient);
}
