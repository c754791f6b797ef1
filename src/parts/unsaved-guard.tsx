import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';

interface UnsavedGuardProps {
  isDirty: boolean;
  /** False on a foreign device, and where the device does not keep drafts. */
  isKeptAsDraft: boolean;
}

/** Asks before leaving, but only while something is unsaved. */
export function UnsavedGuard({ isDirty, isKeptAsDraft }: UnsavedGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname,
  );

  // Saved while the question was open: there is nothing left to ask.
  useEffect(() => {
    if (!isDirty && blocker.state === 'blocked') blocker.proceed();
  }, [isDirty, blocker]);

  useEffect(() => {
    if (!isDirty) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => {
      window.removeEventListener('beforeunload', warn);
    };
  }, [isDirty]);

  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      onConfirm={() => blocker.proceed?.()}
      isDangerous
      title="Уйти без сохранения?"
      confirmLabel="Уйти"
      cancelLabel="Остаться"
    >
      {isKeptAsDraft
        ? 'Изменения не сохранены. Они останутся черновиком на этом устройстве.'
        : 'Изменения не сохранены и пропадут.'}
    </ConfirmDialog>
  );
}
