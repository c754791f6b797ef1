import { use, useState } from 'react';
import { errorTexts } from '#api/http/api-error.ts';
import { isExpired } from '#api/selections.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { FreezeAgainContext } from './freeze-again.ts';

interface LostChoiceProps {
  /** A refusal of the choice (`isChoiceLost`). */
  error: unknown;
  /** Cards of the archive cannot be taken here. */
  withoutArchived?: boolean;
  onFrozen?: () => void;
}

/** The chosen cards are not there as they were: says what has become of them, and offers to take what there is now. */
export function LostChoice({ error, withoutArchived = false, onFrozen }: LostChoiceProps) {
  const freezeAgain = use(FreezeAgainContext);
  const [isFreezing, setFreezing] = useState(false);
  const freeze = async () => {
    if (isFreezing) return;
    setFreezing(true);
    await freezeAgain?.(error, { withoutArchived });
    setFreezing(false);
    onFrozen?.();
  };
  return (
    <Notice
      tone="error"
      action={
        freezeAgain ? (
          <Button size="sm" loading={isFreezing} onClick={() => void freeze()}>
            {isExpired(error) ? 'Выбрать снова' : 'Продолжить без них'}
          </Button>
        ) : null
      }
    >
      {errorTexts(error, 'Выбор изменился').join(' ')}
    </Notice>
  );
}
