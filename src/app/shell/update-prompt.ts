import { useEffect } from 'react';
import { useAppUpdate } from '#offline/release/app-update.ts';
import { askToUpdate } from '#parts/update/ask-to-update.ts';
import { toasts } from '#ui/toast-store.ts';

/** Offers a new version; nothing is reloaded before somebody agrees. It stays until answered, here or in the settings. */
export function useUpdatePrompt(): void {
  const { isUpdateReady, isReloadPending, applyUpdate } = useAppUpdate();
  const isOffered = isUpdateReady || isReloadPending;
  useEffect(() => {
    if (!isOffered) return undefined;
    const id = toasts.show({
      type: 'info',
      text: 'Доступна новая версия',
      durationMs: Infinity,
      action: { label: 'Обновить', onClick: () => void askToUpdate(applyUpdate) },
    });
    return () => toasts.dismiss(id);
  }, [isOffered, applyUpdate]);
}
