import { LEAVE_HERE, LOGOUT_ERROR } from '#api/auth.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';

/** Asked when the server does not hear the sign-out: it will, once this app sees it again. */
export function SilentServerDialog({ onClose, onLeave }: { onClose: () => void; onLeave: () => void }) {
  return (
    <ConfirmDialog open onClose={onClose} onConfirm={onLeave} title={LOGOUT_ERROR} confirmLabel={LEAVE_HERE}>
      <p>
        Сервер не отвечает. Можно выйти только на этом устройстве: данные с него удалятся сейчас, а сеанс на
        сервере завершится, как только Прилавок, открытый здесь, снова его увидит, — даже если браузер
        закрыть.
      </p>
    </ConfirmDialog>
  );
}
