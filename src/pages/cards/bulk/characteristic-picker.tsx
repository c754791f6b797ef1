import { useId, useState } from 'react';
import type { SelectedCharacteristic } from '#contract/bulk-edits.ts';
import { formatInteger } from '#lib/numbers.ts';
import { countOf } from '#lib/plurals.ts';
import { foldForSearch } from '#lib/text.ts';
import { SearchInput } from '#ui/search-input.tsx';
import { AT_CARD_FORMS } from './edit-state.ts';

interface CharacteristicPickerProps {
  characteristics: readonly SelectedCharacteristic[];
  cardTotal: number;
  onChoose: (chosen: SelectedCharacteristic) => void;
}

/** One of those that the chosen cards can have, found by its name. */
export function CharacteristicPicker({ characteristics, cardTotal, onChoose }: CharacteristicPickerProps) {
  const [typed, setTyped] = useState('');
  const listId = useId();
  const words = foldForSearch(typed).split(' ');
  const found = characteristics.filter(({ name }) =>
    words.every((word) => foldForSearch(name).includes(word)),
  );
  const [first] = found;
  return (
    <div>
      <SearchInput
        data-autofocus
        label="Найти характеристику"
        placeholder="Найти характеристику"
        value={typed}
        onChange={setTyped}
        aria-controls={listId}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || typed.trim() === '' || !first) return;
          event.preventDefault();
          onChoose(first);
        }}
      />
      <ul id={listId} aria-label="Характеристики" className="mt-2 flex max-h-64 flex-col overflow-y-auto">
        {found.map((one) => (
          <li key={one.id}>
            <button
              type="button"
              onClick={() => onChoose(one)}
              className="flex w-full min-w-0 items-baseline justify-between gap-3 rounded-control px-3 py-2 text-left hover:bg-hover"
            >
              <span className="min-w-0 wrap-anywhere">
                {one.unit === '' ? one.name : `${one.name}, ${one.unit}`}
              </span>{' '}
              <span className="shrink-0 text-sm text-muted">{coverage(one.cardCount, cardTotal)}</span>
            </button>
          </li>
        ))}
      </ul>
      <p aria-live="polite" className={found.length === 0 ? 'p-3 text-muted' : 'sr-only'}>
        {found.length === 0 ? 'У выбранных карточек нет такой характеристики' : null}
      </p>
    </div>
  );
}

/** «у всех», «у 12 карточек из 40». */
export function coverage(cardCount: number, cardTotal: number): string {
  if (cardCount === cardTotal) return 'у всех';
  return `у ${countOf(cardCount, AT_CARD_FORMS)} из ${formatInteger(cardTotal)}`;
}
