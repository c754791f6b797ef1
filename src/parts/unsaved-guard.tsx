import { useEffect } from 'react';
import { useBlocker, type Location } from 'react-router-dom';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';

interface UnsavedGuardProps {
  isDirty: boolean;
  /** False on a foreign device, and where the device does not keep drafts. */
  isKeptAsDraft: boolean;
  /** What is on its way and would not arrive, as a sentence; null: nothing. */
  underWay?: string | null;
}

/** Another of these in the address is another thing on the same page. */
const NAMES_OF_THINGS = ['id', 'nmId', 'shop'];

/** Asks before leaving, but only while something is unsaved. */
export function UnsavedGuard({ isDirty, isKeptAsDraft, underWay = null }: UnsavedGuardProps) {
  const isLosing = isDirty || underWay !== null;
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isLosing && isLeaving(currentLocation, nextLocation),
  );

  // Saved while the question was open: there is nothing left to ask.
  useEffect(() => {
    if (!isLosing && blocker.state === 'blocked') blocker.proceed();
  }, [isLosing, blocker]);

  useEffect(() => {
    if (!isLosing) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => {
      window.removeEventListener('beforeunload', warn);
    };
  }, [isLosing]);

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
      {underWay === null ? null : `${underWay}: если уйти, загрузка прервётся. `}
      {isDirty ? unsavedText(isKeptAsDraft) : null}
    </ConfirmDialog>
  );
}

function unsavedText(isKeptAsDraft: boolean): string {
  return isKeptAsDraft
    ? 'Изменения не сохранены. Они останутся черновиком на этом устройстве.'
    : 'Изменения не сохранены и пропадут.';
}

function isLeaving(current: Location, next: Location): boolean {
  if (current.pathname !== next.pathname) return true;
  const [from, to] = [new URLSearchParams(current.search), new URLSearchParams(next.search)];
  return NAMES_OF_THINGS.some((name) => from.get(name) !== to.get(name));
}
