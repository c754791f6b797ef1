import { useState, type ReactNode } from 'react';
import { foldForSearch } from '#lib/text.ts';
import { SearchInput } from '#ui/search-input.tsx';
import { useOwnEscape } from '#ui/use-own-escape.ts';

/** So many are found by eye. */
const FEW_CHOICES = 12;

interface ChoiceSearch<Choice> {
  shown: readonly Choice[];
  /** Above the list; nothing above a short one. */
  field: ReactNode;
  /** What the list does not show by itself; nothing of most lists. */
  note: ReactNode;
}

interface Choices<Choice> {
  title: string;
  choices: readonly Choice[];
  /** There may be more of them. */
  isCut: boolean;
  textOf: (choice: Choice) => string;
  onEnter: (choice: Choice) => void;
}

/** A field above a long list of what can be chosen, which leaves those with the typed text. Enter chooses the only one. */
export function useChoiceSearch<Choice>({
  title,
  choices,
  isCut,
  textOf,
  onEnter,
}: Choices<Choice>): ChoiceSearch<Choice> {
  const [typed, setTyped] = useState('');
  const fieldRef = useOwnEscape<HTMLInputElement>(typed === '' ? null : () => setTyped(''));
  const wanted = foldForSearch(typed);
  const shown = choices.filter((choice) => foldForSearch(textOf(choice)).includes(wanted));
  const [only] = shown;
  const notes = [
    shown.length === 0 && wanted !== '' ? 'Ничего не нашлось' : '',
    isCut ? `Показаны первые ${choices.length}` : '',
  ].filter(Boolean);
  return {
    shown,
    field:
      choices.length > FEW_CHOICES ? (
        <SearchInput
          ref={fieldRef}
          label={`Найти: ${title}`}
          placeholder="Найти"
          value={typed}
          onChange={setTyped}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // It may stand in a form, which has more to it.
            event.preventDefault();
            if (only !== undefined && shown.length === 1) onEnter(only);
          }}
        />
      ) : null,
    note: <output className="block text-sm text-muted">{notes.join('. ')}</output>,
  };
}
