import { ConfirmDialog } from '#ui/confirm-dialog.tsx';

interface WaitingCountsDialogProps {
  onClose: () => void;
  onLeave: () => void;
}

/** Signing out deletes counts that were not sent: they are given up knowingly. */
export function WaitingCountsDialog({ onClose, onLeave }: WaitingCountsDialogProps) {
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={onLeave}
      isDangerous
      title="Есть неотправленный пересчёт"
      confirmLabel="Удалить и выйти"
    >
      <p>
        При выходе с этого устройства удаляется всё, что на нём хранится, и посчитанное тоже. Отправить его
        можно в «Пересчёте».
      </p>
    </ConfirmDialog>
  );
}
