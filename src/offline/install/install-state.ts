import { useSyncExternalStore } from 'react';
import { installSteps } from './install-platform.ts';
import { installPrompt, subscribeToInstallPrompt, takeInstallPrompt } from './install-prompt.ts';

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

export function installState(): InstallState {
  const { prompt, isInstalled } = installPrompt();
  if (isInstalled) return 'installed';
  if (prompt) return 'offered';
  return installSteps() ?? 'by-hand';
}

export async function install(): Promise<void> {
  await takeInstallPrompt()?.prompt();
}

export function useInstallState(): InstallState {
  return useSyncExternalStore(subscribeToInstallPrompt, installState);
}
