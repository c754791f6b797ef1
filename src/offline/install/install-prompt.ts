import { useSyncExternalStore } from 'react';
import { createListeners } from '#lib/listeners.ts';
import { installSteps } from './install-platform.ts';
import { protectStorage } from './protect-storage.ts';
import { countVisit } from './visits.ts';

/** What Chromium sends when the app can be installed; other browsers install by their own menus. */
interface InstallEvent extends Event {
  prompt: () => Promise<unknown>;
}

export type InstallState =
  /** The browser lets us offer it. */
  | 'offered'
  /** Runs as an app already, or has just become one. */
  | 'installed'
  /** Safari of an iPhone or iPad: by its own menu, with steps that we can show. */
  | 'ios'
  /** Safari of a Mac, likewise. */
  | 'mac-safari'
  /** Perhaps in the browser's menu; we cannot know. */
  | 'by-hand';

let offer: InstallEvent | undefined;
let isInstalled = false;
const listeners = createListeners();

function change(next: InstallEvent | undefined) {
  offer = next;
  listeners.tell();
}

/** Called once at start: the browser makes its offer early and only once. */
export function watchInstallOffer(): void {
  isInstalled = isStandalone();
  countVisit();
  // Safari tells of no installation; an app in a window of its own has had one.
  if (isInstalled) void protectStorage();
  window.addEventListener('beforeinstallprompt', (event) => {
    // Without this the browser shows its own banner at a moment of its own.
    event.preventDefault();
    change(event as InstallEvent);
  });
  window.addEventListener('appinstalled', () => {
    isInstalled = true;
    void protectStorage();
    change(undefined);
  });
}

function isStandalone(): boolean {
  const isApp = window.matchMedia('(display-mode: standalone)').matches;
  return isApp || ('standalone' in navigator && navigator.standalone === true);
}

function installState(): InstallState {
  if (isInstalled) return 'installed';
  if (offer) return 'offered';
  return installSteps() ?? 'by-hand';
}

async function install(): Promise<void> {
  const asked = offer;
  // An offer can be used once.
  change(undefined);
  await asked?.prompt();
}

export function useInstall(): { state: InstallState; install: () => Promise<void> } {
  const state = useSyncExternalStore(listeners.subscribe, installState);
  return { state, install };
}
