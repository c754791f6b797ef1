import { useCallback, useEffect, useState } from 'react';

export interface DeviceStorage {
  /** How much the app keeps on this device; undefined where the browser does not tell. */
  usedBytes: number | undefined;
  /** The browser promises not to delete it by itself when space runs out. */
  isProtected: boolean;
}

/** What the browser says of the app's storage, and the way to ask again. */
export function useDeviceStorage(): { storage: DeviceStorage | undefined; measure: () => Promise<void> } {
  const [storage, setStorage] = useState<DeviceStorage>();
  const measure = useCallback(async () => setStorage(await measureStorage()), []);
  useEffect(() => {
    void measureStorage().then(setStorage);
  }, []);
  return { storage, measure };
}

/** Asks the browser to protect the data; it decides by itself, some ask the user. */
export async function protectStorage(): Promise<boolean> {
  try {
    return await navigator.storage.persist();
  } catch {
    return false;
  }
}

async function measureStorage(): Promise<DeviceStorage> {
  try {
    const [{ usage }, isProtected] = await Promise.all([
      navigator.storage.estimate(),
      navigator.storage.persisted(),
    ]);
    return { usedBytes: usage, isProtected };
  } catch {
    // An old browser, a private window, or a page without https.
    return { usedBytes: undefined, isProtected: false };
  }
}
