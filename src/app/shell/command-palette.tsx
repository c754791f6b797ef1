import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { cardQueries } from '#api/cards.ts';
import { classNames } from '#lib/class-names.ts';
import { useDebouncedText } from '#pages/use-debounced-text.ts';
import { Dialog } from '#ui/dialog.tsx';
import { SearchInput } from '#ui/search-input.tsx';
import { allCardsCommand, cardCommand, type Command, findScreens } from './palette-commands.ts';

const SEARCH_DELAY_MS = 150;
const MIN_SEARCH_LENGTH = 2;
const MAX_CARDS = 8;

/** Goes to a screen, or finds a card by name, article or nmId. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const [search, setSearch] = useState('');
  const [typed, setTyped] = useDebouncedText(search, setSearch, SEARCH_DELAY_MS);
  const [activeIndex, setActiveIndex] = useState(0);
  const listId = useId();
  const navigate = useNavigate();
  const cards = useCardSearch(search.trim());

  const screens = findScreens(typed);
  const groups = [
    { label: 'Экраны', commands: screens },
    { label: 'Карточки', commands: cards.commands },
  ].filter(({ commands }) => commands.length > 0);
  const all = groups.flatMap(({ commands }) => commands);
  const active = all[Math.min(activeIndex, all.length - 1)];

  const go = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    void navigate(command.to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && all.length > 0) {
      event.preventDefault();
      setActiveIndex((Math.min(activeIndex, all.length - 1) + step + all.length) % all.length);
    }
  };

  return (
    <Dialog open onClose={onClose} title="Найти экран или карточку" onSubmit={() => go(active)}>
      <SearchInput
        label="Экран, название, артикул или nmId"
        placeholder="Экран, название, артикул или nmId"
        value={typed}
        onChange={(text) => {
          setTyped(text);
          setActiveIndex(0);
        }}
        onKeyDown={onKeyDown}
        maxLength={200}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is an <input>, of the kit
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-autocomplete="list"
        {...(active ? { 'aria-activedescendant': optionId(listId, active) } : {})}
      />
      {/* Focus stays in the field: the list is driven from there. */}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <select> cannot hold two lines and groups */}
      <div id={listId} role="listbox" aria-label="Найденное" className="mt-3 flex min-h-64 flex-col gap-1">
        {groups.map(({ label, commands }) => (
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <optgroup> lives in <select> only
          <div key={label} role="group" aria-label={label}>
            <p aria-hidden className="px-3 pt-2 pb-1 text-xs font-medium text-muted">
              {label}
            </p>
            {commands.map((command) => (
              <Option
                key={command.key}
                id={optionId(listId, command)}
                command={command}
                isActive={command === active}
                onChoose={() => go(command)}
                onPoint={() => setActiveIndex(all.indexOf(command))}
              />
            ))}
          </div>
        ))}
      </div>
      <output className="block px-3 py-2 text-muted">
        {cards.isSearching ? 'Ищем карточки…' : all.length === 0 ? 'Ничего не нашлось' : ''}
      </output>
    </Dialog>
  );
}

function useCardSearch(search: string): { commands: Command[]; isSearching: boolean } {
  const isOn = search.length >= MIN_SEARCH_LENGTH;
  const { data, isFetching } = useQuery({
    ...cardQueries.list({ search, limit: String(MAX_CARDS), ordering: '-updated_at' }),
    enabled: isOn,
    placeholderData: keepPreviousData,
  });
  if (!isOn || !data) return { commands: [], isSearching: isOn && isFetching };
  const commands = data.results.map(cardCommand);
  if (data.count > data.results.length) commands.push(allCardsCommand(search, data.count));
  return { commands, isSearching: isFetching && commands.length === 0 };
}

function optionId(listId: string, command: Command): string {
  return `${listId}-${command.key}`;
}

interface OptionProps {
  id: string;
  command: Command;
  isActive: boolean;
  onChoose: () => void;
  onPoint: () => void;
}

function Option({ id, command, isActive, onChoose, onPoint }: OptionProps) {
  return (
    // The keyboard reaches it through the field, as the pattern of a combobox has it.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <option> cannot hold two columns
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      ref={(element) => {
        if (isActive) element?.scrollIntoView({ block: 'nearest' });
      }}
      onClick={onChoose}
      onPointerMove={onPoint}
      className={classNames(
        'flex min-h-9 cursor-pointer items-baseline justify-between gap-3 rounded-control px-3 py-2',
        isActive && 'bg-accent-soft text-accent-ink',
      )}
    >
      <span className="truncate">{command.label}</span>
      <span className="shrink-0 text-sm text-muted">{command.note}</span>
    </div>
  );
}
