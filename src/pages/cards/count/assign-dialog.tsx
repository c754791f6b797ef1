import { useState } from 'react';
import type { CountedCard } from '#offline/counts/count-document.ts';
import { Dialog } from '#ui/dialog.tsx';
import { CardFinder } from './card-finder.tsx';
import { countedCardOf } from './found-cards.ts';

interface AssignDialogProps {
  barcode: string;
  onPick: (card: CountedCard) => void;
  onClose: () => void;
}

/** Whose a code is that no card has. */
export function AssignDialog({ barcode, onPick, onClose }: AssignDialogProps) {
  const [typed, setTyped] = useState('');
  return (
    <Dialog
      open
      onClose={onClose}
      title="Указать карточку"
      description={`${barcode === '' ? 'Эта строка' : `Баркод ${barcode}`} — какой это товар? Карточка с одним размером сверится и без своего баркода; сам баркод в карточку не записывается.`}
    >
      <div className="min-h-80">
        <CardFinder
          label="Название или артикул"
          placeholder="Название или артикул"
          typed={typed}
          onType={setTyped}
          onPick={(card) => onPick(countedCardOf(card))}
        />
      </div>
    </Dialog>
  );
}
