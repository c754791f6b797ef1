import type { UpdateStore } from '#offline/release/app-update.ts';
import { showToast } from '#ui/toast-store.ts';

/** Drafts are kept by the update; of what cannot be kept the user is told first. */
export async function askToUpdate(applyUpdate: UpdateStore['apply']): Promise<void> {
  if (await applyUpdate()) return;
  showToast({
    type: 'warning',
    text: 'На странице есть несохранённое, и при обновлении оно пропадёт. Сохраните его и обновите',
    action: { label: 'Обновить всё равно', onClick: () => void applyUpdate({ isForced: true }) },
  });
}
