import { useSyncExternalStore } from 'react';

/** What Chromium sends when the app can be installed; other browsers install by their own menus. */
interface InstallEvent extends Event {
  prompt: () => Promise<unknown>;
}

export type InstallState =
  /** The browser lets us offer it. */
  | 'offered'
  /** Runs as an app already. */
  | 'installed'
  /** Only the browser's own menu can do it, or the browser cannot. */
  | 'by-hand';

let offer: InstallEvent | undefined;
let isInstalled = false;
const listeners = new Set<() => void>();

function change(next: InstallEvent | undefined) {
  offer = next;
  for (const listener of listeners) listener();
}

/** Called once at start: the browser makes its offer early and only once. */
export function watchInstallOffer(): void {
  isInstalled = window.matchMedia('(display-mode: standalone)').matches;
  window.addEventListener('beforeinstallprompt', (event) => {
    // Without this the browser shows its own banner at a moment of its own.
    event.preventDefault();
    change(event as InstallEvent);
  });
  window.addEventListener('appinstalled', () => {
    isInstalled = true;
    change(undefined);
  });
}

export function useInstall(): { state: InstallState; install: () => Promise<void> } {
  const state = useSyncExternalStore<InstallState>(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => (isInstalled ? 'installed' : offer ? 'offered' : 'by-hand'),
  );
  return {
    state,
    async install() {
      const asked = offer;
      // An offer can be used once.
      change(undefined);
      await asked?.prompt();
    },
  };
}
