import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ApiError } from '#api/http/api-error.ts';
import { signOutOnThisDevice, useLogout } from '#api/auth.ts';
import { useOutbox } from '#offline/outbox/use-outbox.ts';
import type { ButtonVariant } from '#ui/button-styles.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { paths } from '#lib/paths.ts';
import { UnsentChangesDialog } from './unsent-changes-dialog.tsx';

interface LogoutButtonProps {
  variant?: ButtonVariant;
  className?: string;
}

export function LogoutButton({ variant = 'on-dark', className = '' }: LogoutButtonProps) {
  const [asked, setAsked] = useState<'unsent' | 'counts' | 'local' | null>(null);
  const { mutateAsync: logOut, isPending } = useLogout();
  const { total: unsent } = useOutbox();
  const navigate = useNavigate();

  // Whoever leaves on purpose is not brought back to this page: the next to sign in may be somebody else.
  const goToLogin = () => navigate(paths.login, { replace: true, state: null });

  /** Counts are work too: they go only knowingly. */
  const leaveUnlessCounting = async () => {
    // Comes when it is needed: few count, and everybody pays for the first screen.
    const unsentCounts = await import('#offline/counts/user-counts.ts').then(
      (counts) => counts.unsentCounts(),
      () => 0,
    );
    if (unsentCounts > 0) setAsked('counts');
    else await leave();
  };

  const leave = async () => {
    setAsked(null);
    try {
      await logOut();
      await goToLogin();
    } catch (error) {
      // The failure itself is shown as a notification by the query client.
      const isServerSilent = error instanceof ApiError && (error.isNetworkError || error.isServerError);
      if (isServerSilent) setAsked('local');
    }
  };

  const leaveHere = async () => {
    setAsked(null);
    await signOutOnThisDevice();
    await goToLogin();
  };

  return (
    <>
      <Button
        variant={variant}
        className={className}
        loading={isPending}
        onClick={() => (unsent > 0 ? setAsked('unsent') : void leaveUnlessCounting())}
      >
        Выйти
      </Button>
      {asked === 'unsent' ? (
        <UnsentChangesDialog onClose={() => setAsked(null)} onLeave={() => void leaveUnlessCounting()} />
      ) : null}
      <ConfirmDialog
        open={asked === 'counts'}
        onClose={() => setAsked(null)}
        onConfirm={() => void leave()}
        isDangerous
        title="Есть неотправленный пересчёт"
        confirmLabel="Удалить и выйти"
      >
        <p>
          При выходе с этого устройства удаляется всё, что на нём хранится, и посчитанное тоже. Отправить его
          можно в «Пересчёте».
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        open={asked === 'local'}
        onClose={() => setAsked(null)}
        onConfirm={() => void leaveHere()}
        title="Ошибка выхода из системы"
        confirmLabel="Выйти на этом устройстве"
      >
        <p>
          Сервер не отвечает. Можно выйти только на этом устройстве: данные с него удалятся сейчас, а сеанс на
          сервере завершится, как только Прилавок, открытый здесь, снова его увидит, — даже если браузер
          закрыть.
        </p>
      </ConfirmDialog>
    </>
  );
}
