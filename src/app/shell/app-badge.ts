import { useEffect } from 'react';
import { showAppBadge } from '#offline/install/app-badge.ts';

/** The app's icon carries the number of shipments with errors. */
export function useAppBadge(shipmentsWithErrors: number): void {
  useEffect(() => showAppBadge(shipmentsWithErrors), [shipmentsWithErrors]);
}
