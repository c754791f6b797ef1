import type { ComponentType } from 'react';
import { unsentCounts } from '#offline/counts/user-counts.ts';
import { SilentServerDialog } from './silent-server-dialog.tsx';
import { UnsentChangesDialog } from './unsent-changes-dialog.tsx';
import { WaitingCountsDialog } from './waiting-counts-dialog.tsx';

export type LeaveQuestion = ComponentType<{ onClose: () => void; onLeave: () => void }>;

/** What is asked before a sign-out deletes what waits on this device: changes first, then counts; null: nothing waits. */
export async function questionBeforeLeaving(hasUnsentChanges: boolean): Promise<LeaveQuestion | null> {
  if (hasUnsentChanges) return UnsentChangesDialog;
  return (await unsentCounts()) > 0 ? WaitingCountsDialog : null;
}

/** Asked when the server does not hear the sign-out. */
export const questionOfSilence: LeaveQuestion = SilentServerDialog;
