import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ApiError } from '#api/api-error.ts';
import { signOutOnThisDevice, useLogout } from '#api/auth.ts';
import type { ButtonVariant } from '#ui/button-styles.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { paths } from '../paths.ts';

interface LogoutButtonProps {
  variant?: ButtonVariant;
  className?: string;
}

export function LogoutButton({ variant = 'on-dark', className = '' }: LogoutButtonProps) {
  const [isLocalOffered, setLocalOffered] = useState(false);
  const { mutateAsync: logOut, isPending } = useLogout();
  const navigate = useNavigate();

  // Whoever leaves on purpose is not brought back to this page: the next to sign in may be somebody else.
  const goToLogin = () => navigate(paths.login, { replace: true, state: null });

  const leave = async () => {
    try {
      await logOut();
      await goToLogin();
    } catch (error) {
      // The failure itself is shown as a notification by the query client.
      const isServerSilent = error instanceof ApiError && (error.isNetworkError || error.isServerError);
      if (isServerSilent) setLocalOffered(true);
    }
  };

  const leaveHere = async () => {
    setLocalOffered(false);
    await signOutOnThisDevice();
    await goToLogin();
  };

  return (
    <>
      <Button variant={variant} className={className} loading={isPending} onClick={() => void leave()}>
        Выйти
      </Button>
      <ConfirmDialog
        open={isLocalOffered}
        onClose={() => setLocalOffered(false)}
        onConfirm={() => void leaveHere()}
        title="Ошибка выхода из системы"
        confirmLabel="Выйти на этом устройстве"
      >
        <p>
          Сервер не отвечает. Можно выйти только на этом устройстве: данные с него удалятся сейчас, а сеанс на
          сервере завершится, когда появится связь.
        </p>
      </ConfirmDialog>
    </>
  );
}
