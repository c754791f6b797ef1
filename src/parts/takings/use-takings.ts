import { useEffect, useSyncExternalStore } from 'react';
import { startIfTaken } from '#offline/takings/start-takings.ts';
import { takingsStatus } from '#offline/takings/takings-status.ts';

/** What this device has taken along, and how it goes on. */
export function useTakings() {
  useEffect(() => {
    void startIfTaken();
    void takingsStatus.look();
  }, []);
  return useSyncExternalStore(takingsStatus.subscribe, takingsStatus.get);
}
