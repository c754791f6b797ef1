import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { classNames } from '#lib/class-names.ts';
import { type Command, findScreens, type SearchCommand } from './palette-commands.ts';
import { type FoundCommands, useFoundCards } from './use-found-cards.ts';

interface PaletteResultsProps {
  listId: string;
  typed: string;
  onType: (text: string) => void;
  /** How far the arrows have gone from the first option, round the end and back. */
  position: number;
  onMove: (position: number) => void;
  onActiveIdChange: (id: string | undefined) => void;
  /** Go on as soon as what is typed has its answer. */
  isConfirmed: boolean;
  /** There is nothing to go on to. */
  onUnconfirm: () => void;
  onClose: () => void;
}

/** What the palette finds. Only the answer to the very text that is typed can be chosen; an earlier one is dimmed. */
export function PaletteResults({
  listId,
  typed,
  onType,
  position,
  onMove,
  onActiveIdChange,
  isConfirmed,
  onUnconfirm,
  onClose,
}: PaletteResultsProps) {
  const navigate = useNavigate();
  const cards = useFoundCards(typed);
  const groups = [
    { label: 'Экраны', commands: findScreens(typed), isEarlier: false },
    { label: 'Карточки', commands: cards.commands, isEarlier: cards.isEarlier },
  ].filter(({ commands }) => commands.length > 0);
  const choosable = groups.flatMap(({ commands, isEarlier }) => (isEarlier ? [] : commands));
  // The remainder of a negative position is negative: it counts from the end.
  const active = choosable.at(position % Math.max(choosable.length, 1));
  const activeId = active && optionId(listId, active);

  const go = (command: Command | SearchCommand) => {
    if ('search' in command) {
      onType(command.search);
      return;
    }
    onClose();
    void navigate(command.to);
  };
  const confirm = useEffectEvent(() => (active ? go(active) : onUnconfirm()));
  const isAnswered = active !== undefined || cards.state !== 'searching';
  useEffect(() => {
    if (isConfirmed && isAnswered) confirm();
  }, [isConfirmed, isAnswered]);

  const reportActiveId = useEffectEvent(onActiveIdChange);
  useEffect(() => reportActiveId(activeId), [activeId]);

  return (
    // As high with a few rows as with none: the answer moves nothing.
    <div className="mt-3 min-h-74">
      {/* Focus stays in the field: the list is driven from there. */}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <select> cannot hold two lines and groups */}
      <div id={listId} role="listbox" aria-label="Найденное" className="flex flex-col gap-1">
        {groups.map(({ label, commands, isEarlier }) => (
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <optgroup> lives in <select> only
          <div key={label} role="group" aria-label={label} className={isEarlier ? 'opacity-60' : ''}>
            <p aria-hidden className="px-3 pt-2 pb-1 text-xs font-medium text-muted">
              {label}
            </p>
            {commands.map((command) => (
              <Option
                key={command.key}
                id={optionId(listId, command)}
                command={command}
                isActive={command === active}
                isEarlier={isEarlier}
                onChoose={() => go(command)}
                onPoint={() => onMove(choosable.indexOf(command))}
              />
            ))}
          </div>
        ))}
      </div>
      <output className="block px-3 py-2 text-muted">{outcome(cards.state, choosable)}</output>
    </div>
  );
}

function outcome(state: FoundCommands['state'], found: FoundCommands['commands']): string {
  if (state === 'searching') return 'Ищем карточки…';
  if (state === 'unanswered') return 'Карточки сейчас не найти: сервер не отвечает. Экраны работают';
  return found.every((command) => 'search' in command) ? 'Ничего не нашлось' : '';
}

function optionId(listId: string, command: Pick<Command, 'key'>): string {
  return `${listId}-${command.key}`;
}

interface OptionProps {
  id: string;
  command: Omit<Command, 'to'>;
  isActive: boolean;
  /** Found by a text that is no longer typed. */
  isEarlier: boolean;
  onChoose: () => void;
  onPoint: () => void;
}

function Option({ id, command, isActive, isEarlier, onChoose, onPoint }: OptionProps) {
  return (
    // The keyboard reaches it through the field, as the pattern of a combobox has it.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <option> cannot hold two columns
      role="option"
      aria-selected={isActive}
      {...(isEarlier ? { 'aria-disabled': true } : { onClick: onChoose, onPointerMove: onPoint })}
      tabIndex={-1}
      ref={(element) => {
        if (isActive) element?.scrollIntoView({ block: 'nearest' });
      }}
      className={classNames(
        'flex min-h-9 items-baseline justify-between gap-3 rounded-control px-3 py-2',
        !isEarlier && 'cursor-pointer',
        isActive && 'bg-accent-soft text-accent-ink forced-colors:outline-2 forced-colors:-outline-offset-2',
      )}
    >
      <span className="truncate">{command.label}</span>
      <span className="shrink-0 text-sm text-muted">{command.note}</span>
    </div>
  );
}
