import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { userQueries } from '#api/users.ts';
import type { Settings } from '#contract/users.ts';
import { SETTINGS_ID } from '#offline/outbox/outbox-record.ts';
import { withWaitingSettings } from '#offline/outbox/overlay.ts';
import type { SaveResult } from '#offline/outbox/save-result.ts';
import { useOutboxContent } from '#offline/outbox/use-outbox.ts';
import { outbox } from '#offline/outbox/user-outbox.ts';
import { tellSaved, tellSaveFailure } from '#parts/outbox/tell-saved.ts';

interface SettingsControl {
  /** What is stored, with what waits to be sent and what is being saved now already applied. */
  settings: Settings;
  /** True when the server has it; what went otherwise is told here, and what was not taken falls back. */
  change: (changes: Partial<Settings>) => Promise<boolean>;
  isSaving: boolean;
}

const FAILURE = 'Ошибка изменения настроек';

/** The settings of the profile. Undefined only until the profile is there, which the frame around the page waits for. */
export function useSettings(): SettingsControl | undefined {
  const { data: profile } = useQuery(userQueries.me());
  const content = useOutboxContent();
  const [saving, setSaving] = useState<readonly Partial<Settings>[]>([]);
  if (!profile) return undefined;
  const stored = withWaitingSettings(profile.settings, content);

  const change = async (changes: Partial<Settings>): Promise<boolean> => {
    setSaving((others) => [...others, changes]);
    try {
      const before = Object.entries(stored).filter(([field]) => field in changes);
      const result = await outbox.enqueue({
        entity: 'settings',
        entityId: SETTINGS_ID,
        kind: 'update',
        title: 'Настройки',
        baseVersion: profile.settingsVersion,
        patch: changes,
        base: Object.fromEntries(before),
      });
      return await tellResult(result);
    } catch (error) {
      tellSaveFailure(error, FAILURE);
      return false;
    } finally {
      setSaving((others) => others.filter((other) => other !== changes));
    }
  };
  const settings: Settings = Object.assign({}, stored, ...saving);
  return { settings, change, isSaving: saving.length > 0 };
}

/** What the server refuses falls back at once: whoever made it is still here. What it could not answer waits. */
async function tellResult(result: SaveResult): Promise<boolean> {
  if (result.status === 'sent') return true;
  if (result.status === 'rejected') {
    tellSaveFailure(result.record.failure, FAILURE);
    await outbox.discard(result.record.id);
  } else {
    tellSaved(result);
  }
  return false;
}
