import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ApiError } from '#api/http/api-error.ts';
import { LEAVE_HERE, LOGOUT_ERROR, signOutOnThisDevice, useLogout } from '#api/auth.ts';
import { useOutbox } from '#offline/outbox/use-outbox.ts';
import { loadQuietly } from '#lib/load-quietly.ts';
import type { ButtonVariant } from '#ui/button-styles.ts';
import { Button } from '#ui/button.tsx';
import { showToast } from '#ui/toast-store.ts';
import { paths } from '#lib/paths.ts';
import type { LeaveQuestion } from './leave-questions.ts';

/** Comes when it is needed: everybody pays for the first screen. Who has counted has these files already. */
const loadQuestions = () => loadQuietly(() => import('./leave-questions.ts'));

interface LogoutButtonProps {
  variant?: ButtonVariant;
  className?: string;
}

export function LogoutButton({ variant = 'on-dark', className = '' }: LogoutButtonProps) {
  const [question, setQuestion] = useState<{ Dialog: LeaveQuestion; onLeave: () => void } | null>(null);
  const { mutateAsync: logOut, isPending } = useLogout();
  const { total: unsent } = useOutbox();
  const navigate = useNavigate();

  // Whoever leaves on purpose is not brought back to this page: the next to sign in may be somebody else.
  const goToLogin = () => navigate(paths.login, { replace: true, state: null });

  const askAndLeave = async (hasUnsentChanges: boolean) => {
    try {
      const { questionBeforeLeaving } = await loadQuestions();
      const Dialog = await questionBeforeLeaving(hasUnsentChanges);
      if (Dialog) {
        setQuestion({ Dialog, onLeave: () => void (hasUnsentChanges ? askAndLeave(false) : leave()) });
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
      if (error instanceof ApiError && (error.isNetworkError || error.isServerError)) await askToLeaveHere();
    }
  };

  const askToLeaveHere = async () => {
    const onLeave = () => void leaveHere();
    try {
      const { questionOfSilence } = await loadQuestions();
      setQuestion({ Dialog: questionOfSilence, onLeave });
    } catch {
      const action = { label: LEAVE_HERE, onClick: onLeave };
      showToast({ type: 'warning', text: LOGOUT_ERROR, action });
    }
  };

  const leaveHere = async () => {
    setQuestion(null);
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
      {question ? <question.Dialog onClose={() => setQuestion(null)} onLeave={question.onLeave} /> : null}
    </>
  );
}
