import { useState } from 'react';
import { countOf } from '#lib/plurals.ts';
import type { CountDocument } from '#offline/counts/count-document.ts';
import { userCounts } from '#offline/counts/user-counts.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { showToast } from '#ui/toast-store.ts';
import { countTitle, LINE_FORMS } from './count-texts.ts';

interface RemoveCountDialogProps {
  count: CountDocument;
  onClose: () => void;
  onRemoved: () => void;
}

export function RemoveCountDialog({ count, onClose, onRemoved }: RemoveCountDialogProps) {
  const [isRunning, setRunning] = useState(false);
  const remove = async () => {
    setRunning(true);
    try {
      await userCounts()?.remove(count.id);
      onRemoved();
    } catch {
      setRunning(false);
      showToast({ type: 'error', text: 'Пересчёт не удалился: устройство не отвечает. Повторите' });
    }
  };
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => void remove()}
      loading={isRunning}
      isDangerous
      title={`Удалить ${countTitle(count).toLowerCase()}?`}
      confirmLabel="Удалить"
    >
      <p>
        {count.sent
          ? 'Отправленное останется на Wildberries и в истории изменений, удалится только этот лист.'
          : `Посчитанное — ${countOf(count.lines.length, LINE_FORMS)} — есть только на этом устройстве. Вернуть его будет нельзя.`}
      </p>
    </ConfirmDialog>
  );
}
