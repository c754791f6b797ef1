import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface ConfirmDialogProps {
  open: boolean;
  onClose: () => void;
  onConfirm: () => void;
  title: ReactNode;
  /** What will happen, in numbers. */
  children?: ReactNode;
  /** The verb of the deed, as «Отправить 48 карточек». */
  confirmLabel: ReactNode;
  cancelLabel?: ReactNode;
  isDangerous?: boolean;
  loading?: boolean;
}

/** Asks before something that is hard to take back. */
export function ConfirmDialog({
  open,
  onClose,
  onConfirm,
  title,
  children,
  confirmLabel,
  cancelLabel = 'Отмена',
  isDangerous = false,
  loading = false,
}: ConfirmDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      size="sm"
      isDismissible={!loading}
      footer={
        <>
          <Button onClick={onClose} disabledReason={loading ? 'Дождитесь ответа' : null}>
            {cancelLabel}
          </Button>
          <Button variant={isDangerous ? 'danger' : 'primary'} loading={loading} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
