import { useState } from 'react';
import type { RowDensity } from '#contract/card-list.ts';
import { Button } from '#ui/button.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { useMediaQuery } from '#ui/use-media-query.ts';
import { isSameLook, USUAL_LOOK, type CardListLook } from './card-list-look.ts';
import { ColumnChoice } from './column-choice.tsx';
import { keepLook } from './keep-look.ts';

interface LookChoiceProps {
  look: CardListLook;
  onChange: (look: CardListLook) => void;
}

const densities: readonly { value: RowDensity; label: string }[] = [
  { value: 'usual', label: 'Обычные' },
  { value: 'compact', label: 'Плотные' },
];

/** Every choice is seen in the list at once. */
export function LookChoice({ look, onChange }: LookChoiceProps) {
  const choose = (chosen: CardListLook) => {
    keepLook(chosen);
    onChange(chosen);
  };
  /** The order of the columns begins anew. */
  const [resets, setResets] = useState(0);
  // A phone has rows of its own, without columns.
  const hasColumns = useMediaQuery('(min-width: 48rem)');
  return (
    <div className="flex flex-col gap-4 p-4">
      <Segmented
        label="Строки"
        isLabelShown
        value={look.density}
        onChange={(density) => choose({ ...look, density })}
        options={densities}
        className="justify-between"
      />
      {hasColumns ? (
        <ColumnChoice
          key={resets}
          chosen={look.columns}
          onChange={(columns) => choose({ ...look, columns })}
        />
      ) : null}
      <Button
        size="sm"
        icon="undo"
        className="self-start"
        disabledReason={isSameLook(look, USUAL_LOOK) ? 'Список и так выглядит как обычно' : null}
        onClick={() => {
          choose(USUAL_LOOK);
          setResets(resets + 1);
        }}
      >
        Как было
      </Button>
    </div>
  );
}
