import { countOf } from '#lib/plurals.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { AT_CARD_FORMS } from './edit-state.ts';

interface RollBackDialogProps {
  open: boolean;
  count: number;
  onClose: () => void;
  onConfirm: () => void;
}

/** Asks before a change is taken back, whole or in part. */
export function RollBackDialog({ open, count, onClose, onConfirm }: RollBackDialogProps) {
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={`Вернуть прежние значения у ${countOf(count, AT_CARD_FORMS)}?`}
      confirmLabel="Откатить"
      onConfirm={() => {
        onClose();
        onConfirm();
      }}
    >
      Вернётся всё, что никто не изменил после: чужие правки останутся.
    </ConfirmDialog>
  );
}
