import { createListeners } from '#lib/listeners.ts';
import { protectStorage } from './protect-storage.ts';

/** What Chromium sends when the app can be installed; other browsers install by their own menus. */
interface InstallPrompt extends Event {
  prompt: () => Promise<unknown>;
}

let prompt: InstallPrompt | undefined;
let isInstalled = false;
const listeners = createListeners();

/** What the browser has said of installing so far: its offer, and whether the app is installed. */
export const installPrompt = () => ({ prompt, isInstalled });

/** Hears of each change of {@link installPrompt}; returns the way to stop. */
export const subscribeToInstallPrompt = listeners.subscribe;

/** It can be shown once. */
export function takeInstallPrompt(): InstallPrompt | undefined {
  const taken = prompt;
  change(undefined);
  return taken;
}

function change(next: InstallPrompt | undefined) {
  prompt = next;
  listeners.tell();
}

/** Called once at start: the browser makes its offer early and only once. */
export function watchInstallPrompt(): void {
  isInstalled = isStandalone();
  // Safari tells of no installation; an app in a window of its own has had one.
  if (isInstalled) void protectStorage();
  window.addEventListener('beforeinstallprompt', (event) => {
    // Without this the browser shows its own banner at a moment of its own.
    event.preventDefault();
    change(event as InstallPrompt);
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
