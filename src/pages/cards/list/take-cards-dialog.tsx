import { useMemo } from 'react';
import { TakeDialog } from '#parts/takings/take-dialog.tsx';
import type { TakingQuestion } from '#parts/takings/use-taking-look.ts';

const SOURCE = { kind: 'cards' } as const;

interface TakeCardsDialogProps {
  selection: { id: string };
  onClose: () => void;
}

/** The chosen cards are taken along. */
export function TakeCardsDialog({ selection, onClose }: TakeCardsDialogProps) {
  const question = useMemo((): TakingQuestion => ({ kind: 'cards', selection }), [selection]);
  return <TakeDialog question={question} source={SOURCE} onClose={onClose} />;
}
