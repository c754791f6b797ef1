import type { QueryClient } from '@tanstack/react-query';
import { session } from '#api/session/session.ts';
import { install, installState } from '#offline/install/install-state.ts';
import { subscribeToInstallPrompt } from '#offline/install/install-prompt.ts';
import { countVisit, mayOfferInstall, rememberInstallOffer, visitCount } from '#offline/install/visits.ts';
import { showToast } from '#ui/toast-store.ts';
import { hrefTo } from '#lib/paths.ts';

const VISITS_BEFORE_OFFER = 2;
/** Long enough to be read at leisure; it does not stay in the way. */
const SHOWN_FOR_MS = 30_000;

/**
 * Offers to install once the product has shown its worth: on the second visit, or after a shipment was made. One quiet
 * notification; whatever becomes of it, the next comes after 30 days. Called once per start, when somebody is signed in.
 */
export function startInstallOffer(queryClient: QueryClient, goTo: (address: string) => void): void {
  let hasSent = false;
  const offer = () => {
    const state = installState();
    const { isLoggedIn, isForeignDevice } = session.getSession();
    if (state === 'installed' || state === 'by-hand' || !isLoggedIn || isForeignDevice) return;
    if (!mayOfferInstall() || (!hasSent && visitCount() < VISITS_BEFORE_OFFER)) return;
    rememberInstallOffer();
    showToast({
      type: 'info',
      text: 'Прилавок можно установить: он откроется отдельным окном и запустится без связи',
      durationMs: SHOWN_FOR_MS,
      action:
        state === 'offered'
          ? { label: 'Установить', onClick: () => void install() }
          : { label: 'Как установить', onClick: () => goTo(hrefTo.installSteps()) },
    });
  };
  countVisit();
  offer();
  subscribeToInstallPrompt(offer);
  session.subscribe(offer);
  queryClient.getMutationCache().subscribe(({ mutation }) => {
    const [tag, action] = mutation?.options.mutationKey ?? [];
    if (hasSent || tag !== 'Shipments' || action !== 'create' || mutation?.state.status !== 'success') return;
    hasSent = true;
    offer();
  });
}
