import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ApiError } from '#api/http/api-error.ts';
import { LOGOUT_ERROR, signOutOnThisDevice, useLogout } from '#api/auth.ts';
import { useOutbox } from '#offline/outbox/use-outbox.ts';
import type { ButtonVariant } from '#ui/button-styles.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { showToast } from '#ui/toast-store.ts';
import { paths } from '#lib/paths.ts';
import type { LeaveQuestion } from './leave-questions.ts';

interface LogoutButtonProps {
  variant?: ButtonVariant;
  className?: string;
}

export function LogoutButton({ variant = 'on-dark', className = '' }: LogoutButtonProps) {
  const [isLocalAsked, setLocalAsked] = useState(false);
  const [question, setQuestion] = useState<{ Dialog: LeaveQuestion; isOfChanges: boolean } | null>(null);
  const { mutateAsync: logOut, isPending } = useLogout();
  const { total: unsent } = useOutbox();
  const navigate = useNavigate();

  // Whoever leaves on purpose is not brought back to this page: the next to sign in may be somebody else.
  const goToLogin = () => navigate(paths.login, { replace: true, state: null });

  const askAndLeave = async (hasUnsentChanges: boolean) => {
    try {
      // Comes when it is needed: everybody pays for the first screen. Who has counted has these files already.
      const { questionBeforeLeaving } = await import('./leave-questions.ts');
      const Dialog = await questionBeforeLeaving(hasUnsentChanges);
      if (Dialog) {
        setQuestion({ Dialog, isOfChanges: hasUnsentChanges });
        return;
      }
    } catch {
      if (hasUnsentChanges) {
        showToast({ type: 'error', text: LOGOUT_ERROR });
        return;
      }
    }
    await leave();
  };

  const leave = async () => {
    setQuestion(null);
    try {
      await logOut();
      await goToLogin();
    } catch (error) {
      // The failure itself is shown as a notification by the query client.
      const isServerSilent = error instanceof ApiError && (error.isNetworkError || error.isServerError);
      setLocalAsked(isServerSilent);
    }
  };

  const leaveHere = async () => {
    setLocalAsked(false);
    await signOutOnThisDevice();
    await goToLogin();
  };

  return (
    <>
      <Button
        variant={variant}
        className={className}
        loading={isPending}
        onClick={() => void askAndLeave(unsent > 0)}
      >
        Выйти
      </Button>
      {question ? (
        <question.Dialog
          onClose={() => setQuestion(null)}
          onLeave={() => void (question.isOfChanges ? askAndLeave(false) : leave())}
        />
      ) : null}
      <ConfirmDialog
        open={isLocalAsked}
        onClose={() => setLocalAsked(false)}
        onConfirm={() => void leaveHere()}
        title={LOGOUT_ERROR}
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
