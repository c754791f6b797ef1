import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSession } from '#api/session/session.ts';
import { useInstall } from '#offline/install/install-prompt.ts';
import { mayOfferInstall, rememberInstallOffer, visitCount } from '#offline/install/visits.ts';
import { showToast } from '#ui/toast-store.ts';
import { hrefTo } from '#lib/paths.ts';

const VISITS_BEFORE_OFFER = 2;
/** Long enough to be read at leisure; it does not stay in the way. */
const SHOWN_FOR_MS = 30_000;

/**
 * Offers to install once the product has shown its worth: on the second visit, or after a shipment was made. One quiet
 * notification; whatever becomes of it, the next comes after 30 days.
 */
export function useInstallOffer(): void {
  const { state, install } = useInstall();
  const { isForeignDevice } = useSession();
  const hasSent = useShipmentMade();
  const navigate = useNavigate();
  const isPossible = state === 'offered' || state === 'ios' || state === 'mac-safari';

  useEffect(() => {
    if (!isPossible || isForeignDevice || !mayOfferInstall()) return;
    if (!hasSent && visitCount() < VISITS_BEFORE_OFFER) return;
    rememberInstallOffer();
    showToast({
      type: 'info',
      text: 'Прилавок можно установить: он откроется отдельным окном и запустится без связи',
      durationMs: SHOWN_FOR_MS,
      action:
        state === 'offered'
          ? { label: 'Установить', onClick: () => void install() }
          : { label: 'Как установить', onClick: () => void navigate(hrefTo.installSteps()) },
    });
  }, [isPossible, isForeignDevice, hasSent, state, install, navigate]);
}

/** True from the first shipment that this tab makes. */
function useShipmentMade(): boolean {
  const [isMade, setMade] = useState(false);
  const queryClient = useQueryClient();
  useEffect(
    () =>
      queryClient.getMutationCache().subscribe(({ mutation }) => {
        const [tag, action] = mutation?.options.mutationKey ?? [];
        if (tag === 'Shipments' && action === 'create' && mutation?.state.status === 'success') setMade(true);
      }),
    [queryClient],
  );
  return isMade;
}
