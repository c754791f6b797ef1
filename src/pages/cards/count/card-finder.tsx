import type { KeyboardEvent } from 'react';
import type { CardRow } from '#contract/card-list.ts';
import { SearchInput } from '#ui/search-input.tsx';
import { searchQuery, useCardSearch, type CardSearch } from '#parts/cards/use-card-search.ts';
import { useSearchSuggestion } from '#parts/cards/use-search-suggestion.ts';
import { Button } from '#ui/button.tsx';

interface CardFinderProps {
  label: string;
  placeholder: string;
  typed: string;
  onType: (typed: string) => void;
  onPick: (card: CardRow) => void;
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
}

/** Finds a card by what is typed: on this device with the server dead, too. */
export function CardFinder({ label, placeholder, typed, onType, onPick, onKeyDown }: CardFinderProps) {
  const { search, found, state } = useCardSearch(typed, { withArchived: true });
  // Of an earlier text there is nothing to pick.
  const cards = state === 'answered' && found ? found.results : [];
  const isInVain = state === 'answered' && found?.count === 0;
  const suggestion = useSearchSuggestion(isInVain ? searchQuery(search, true) : null);
  return (
    <div>
      <SearchInput
        label={label}
        placeholder={placeholder}
        value={typed}
        onChange={onType}
        {...(onKeyDown && { onKeyDown })}
        className="[&_input]:h-12 [&_input]:text-lg"
      />
      {cards.length > 0 ? (
        <ul aria-label="Найденные карточки" className="mt-2 overflow-clip rounded-control border border-line">
          {cards.map((card) => (
            <li key={card.id} className="not-last:border-b not-last:border-line-soft">
              <button
                type="button"
                onClick={() => onPick(card)}
                className="flex min-h-12 w-full flex-wrap items-baseline gap-x-3 px-3 py-2 text-left hover:bg-hover"
              >
                <span className="min-w-0 wrap-anywhere">{card.title || 'Без названия'}</span>
                <span className="text-sm text-muted">{card.vendorCode}</span>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <output className="text-sm text-muted">{said(cards.length, state)}</output>
      {suggestion === undefined ? null : (
        <Button size="sm" className="ml-2" onClick={() => onType(suggestion)}>
          Искать «{suggestion}»
        </Button>
      )}
    </div>
  );
}

function said(count: number, state: CardSearch['state']): string {
  if (state === 'searching') return 'Ищем…';
  if (state === 'unanswered')
    return 'Без связи поиск ответит, когда весь список карточек будет на устройстве. Сканировать можно и так.';
  return state === 'answered' && count === 0 ? 'Ничего не найдено' : '';
}
