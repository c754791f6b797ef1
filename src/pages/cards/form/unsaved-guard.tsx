import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { registerDirtySource } from '#offline/dirty-sources.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';

/** Asks before leaving, but only while something is unsaved; an update of the app waits, too. */
export function UnsavedGuard({ isDirty }: { isDirty: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname,
  );

  useEffect(() => {
    if (!isDirty) return undefined;
    const stopUpdate = registerDirtySource({ isDirty: () => true, flush: () => undefined });
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => {
      stopUpdate();
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
      Изменения карточки не сохранены и пропадут.
    </ConfirmDialog>
  );
}
