import { useState } from 'react';
import type { CardOrdering, RowDensity } from '#contract/card-list.ts';
import { copyText } from '#lib/clipboard.ts';
import { paths } from '#lib/paths.ts';
import { Button } from '#ui/button.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { showToast } from '#ui/toast-store.ts';
import { useMediaQuery } from '#ui/use-media-query.ts';
import { isSameLook, USUAL_LOOK, type CardListLook } from './card-list-look.ts';
import type { CardListState } from './card-list-address.ts';
import { ColumnChoice } from './column-choice.tsx';
import { keepLook } from './keep-look.ts';
import { OrderChoice } from './order-choice.tsx';
import { wholeAddress } from './same-list.ts';
import { SavedViews } from './saved-views.tsx';
import type { ShownList } from './view-state.ts';

interface LookChoiceProps {
  look: CardListLook;
  onChange: (look: CardListLook) => void;
  onOrderingChange: (ordering: CardOrdering) => void;
  state: CardListState;
  onApply: (shown: ShownList) => void;
}

const densities: readonly { value: RowDensity; label: string }[] = [
  { value: 'usual', label: 'Обычные' },
  { value: 'compact', label: 'Плотные' },
];

/** Every choice is seen in the list at once. */
export function LookChoice({ look, onChange, onOrderingChange, state, onApply }: LookChoiceProps) {
  const shown = { state, look };
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
      <SavedViews
        shown={shown}
        onApply={(applied) => {
          onApply(applied);
          setResets(resets + 1);
        }}
      />
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
      ) : (
        <OrderChoice ordering={state.ordering} onChange={onOrderingChange} />
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          icon="undo"
          disabledReason={isSameLook(look, USUAL_LOOK) ? 'Список и так выглядит как обычно' : null}
          onClick={() => {
            choose(USUAL_LOOK);
            setResets(resets + 1);
          }}
        >
          Как было
        </Button>
        <Button size="sm" icon="link" onClick={() => void copyLink(shown)}>
          Скопировать ссылку
        </Button>
      </div>
    </div>
  );
}

/** Says all, what is usual too: a colleague may have chosen another look. */
async function copyLink(shown: ShownList): Promise<void> {
  const isCopied = await copyText(`${window.location.origin}${paths.cards}?${wholeAddress(shown)}`);
  showToast(
    isCopied
      ? { type: 'success', text: 'Ссылка скопирована: по ней откроется тот же список в том же виде' }
      : { type: 'error', text: 'Не удалось скопировать: браузер не дал доступа к буферу обмена' },
  );
}
