import { useQuery } from '@tanstack/react-query';
import { type SettingsChange, useChangeSettings, userQueries } from '#api/users.ts';
import type { Settings } from '#contract/users.ts';

interface SettingsControl {
  /** What is stored, with the change that is on its way already applied; a refused change falls back by itself. */
  settings: Settings;
  settingsVersion: number;
  change: (changes: SettingsChange['changes'], options?: { version?: number; onSaved?: () => void }) => void;
  isSaving: boolean;
}

/** The settings of the profile. Undefined only until the profile is there, which the frame around the page waits for. */
export function useSettings(): SettingsControl | undefined {
  const { data: profile } = useQuery(userQueries.me());
  const { mutate, isPending, variables } = useChangeSettings();
  if (!profile) return undefined;
  const pending = isPending ? variables.changes : {};
  const settings: Settings = { ...profile.settings };
  // Fields left out of a partial change stay as they are.
  Object.assign(settings, pending);
  return {
    settings,
    settingsVersion: profile.settingsVersion,
    isSaving: isPending,
    change: (changes, { version, onSaved } = {}) =>
      mutate(
        { changes, ...(version === undefined ? {} : { version }), idempotencyKey: crypto.randomUUID() },
        onSaved ? { onSuccess: onSaved } : {},
      ),
  };
}
