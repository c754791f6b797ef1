import { useCallback, useEffect, useState } from 'react';
import { readDeviceContents, type DeviceContents } from '#offline/device/device-contents.ts';

export interface DeviceStorage extends DeviceContents {
  /** How much the app keeps on this device; undefined where the browser does not tell. */
  usedBytes: number | undefined;
  /** The browser promises not to delete it by itself when space runs out. */
  isProtected: boolean;
}

/** What the browser says of the app's storage, and the way to ask again. */
export function useDeviceStorage(userId: number): {
  storage: DeviceStorage | undefined;
  measure: () => Promise<void>;
} {
  const [storage, setStorage] = useState<DeviceStorage>();
  const measure = useCallback(async () => setStorage(await readStorage(userId)), [userId]);
  useEffect(() => {
    void readStorage(userId).then(setStorage);
  }, [userId]);
  return { storage, measure };
}

async function readStorage(userId: number): Promise<DeviceStorage> {
  const [facts, contents] = await Promise.all([measureStorage(), readDeviceContents(userId)]);
  return { ...facts, ...contents };
}

async function measureStorage(): Promise<Omit<DeviceStorage, keyof DeviceContents>> {
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
