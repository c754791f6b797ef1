import { useEffect, useState } from 'react';

/** True when a start without a connection would show the app: a worker is in charge and has its shell. Never throws. */
export async function opensOffline(): Promise<boolean> {
  try {
    const registration = await navigator.serviceWorker.getRegistration();
    if (!registration?.active) return false;
    const names = (await caches.keys()).filter((name) => name.includes('-precache-'));
    const shells = await Promise.all(
      names.map(async (name) => (await caches.open(name)).match('/index.html', { ignoreSearch: true })),
    );
    return shells.some(Boolean);
  } catch {
    return false; // no workers here, or no caches
  }
}

/** Follows it: the first start makes it true, and clearing the site's data false. Undefined until known. */
export function useOpensOffline(): boolean | undefined {
  const [isReady, setReady] = useState<boolean>();
  useEffect(() => {
    const look = () => void opensOffline().then(setReady);
    look();
    const container = (navigator as Partial<Navigator>).serviceWorker;
    container?.addEventListener('controllerchange', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      container?.removeEventListener('controllerchange', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  return isReady;
}
