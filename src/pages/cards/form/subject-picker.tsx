import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { directoryQueries } from '#api/card-form.ts';
import { classNames } from '#lib/class-names.ts';
import { useDebouncedText } from '#parts/use-debounced-text.ts';
import { Dialog } from '#ui/dialog.tsx';
import { useFieldControl } from '#ui/field-context.ts';
import { Field } from '#ui/field.tsx';
import { Icon } from '#ui/icon.tsx';
import { SearchInput } from '#ui/search-input.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

const SEARCH_DELAY_MS = 200;

interface SubjectPickerProps {
  /** 0 while nothing is chosen. */
  subjectId: number;
  subjectName: string;
  onChange: (subjectId: number) => void;
  error?: string | undefined;
}

/** A subject decides which characteristics a card has, so it is chosen from the marketplace's list. */
export function SubjectPicker({ subjectId, subjectName, onChange, error }: SubjectPickerProps) {
  const [isOpen, setOpen] = useState(false);
  const [chosenName, setChosenName] = useState<string | null>(null);
  const name = chosenName ?? subjectName;
  return (
    <Field label="Предмет" isRequired error={error}>
      <SubjectButton name={subjectId === 0 ? null : name} onClick={() => setOpen(true)} />
      {isOpen ? (
        <SubjectDialog
          onClose={() => setOpen(false)}
          onChoose={(id, newName) => {
            setChosenName(newName);
            onChange(id);
            setOpen(false);
          }}
        />
      ) : null}
    </Field>
  );
}

/** Tied to the field's label and error as any control; its name also says what is chosen. */
function SubjectButton({ name, onClick }: { name: string | null; onClick: () => void }) {
  const { id, 'aria-describedby': describedBy, 'aria-invalid': isInvalid } = useFieldControl({});
  return (
    <button
      id={id}
      type="button"
      data-field-control
      aria-label={`Предмет: ${name ?? 'выберите предмет'}`}
      aria-haspopup="dialog"
      aria-describedby={describedBy}
      onClick={onClick}
      className={classNames(
        'flex h-control w-full min-w-0 items-center justify-between gap-2 rounded-control border bg-panel px-3 text-left',
        isInvalid ? 'border-red-dot' : 'border-line hover:border-line-strong',
      )}
    >
      <span className={classNames('truncate', name === null && 'text-muted')}>
        {name ?? 'Выберите предмет'}
      </span>
      <Icon name="chevron-down" size={14} className="text-faint" />
    </button>
  );
}

interface SubjectDialogProps {
  onClose: () => void;
  onChoose: (id: number, name: string) => void;
  /** What it is chosen for. */
  description?: string;
}

/** Chosen from the marketplace's list, which is searched. */
export function SubjectDialog({
  onClose,
  onChoose,
  description = 'Характеристики карточки зависят от предмета',
}: SubjectDialogProps) {
  const [search, setSearch] = useState('');
  const [typed, setTyped] = useDebouncedText(search, setSearch, SEARCH_DELAY_MS);
  const { data: subjects, error } = useQuery(directoryQueries.subjects(search));
  const listId = useId();
  const [active, setActive] = useState(-1);
  const optionId = (index: number) => `${listId}-${index}`;

  const onKeyDown = (event: KeyboardEvent) => {
    const count = subjects?.length ?? 0;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && count > 0) {
      event.preventDefault();
      const next = active < 0 && step < 0 ? count - 1 : (active + step + count) % count;
      setActive(next);
      document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' });
    }
    const chosen = subjects?.[active];
    if (event.key === 'Enter' && chosen && typed === search) {
      event.preventDefault();
      onChoose(chosen.id, chosen.name);
    }
  };
  return (
    <Dialog open onClose={onClose} title="Предмет" description={description} size="sm">
      <SearchInput
        label="Поиск предмета"
        placeholder="Например, кружки"
        value={typed}
        onChange={(text) => {
          setTyped(text);
          setActive(-1);
        }}
        onKeyDown={onKeyDown}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is an <input>, of the kit
        role="combobox"
        aria-expanded={subjects !== undefined && subjects.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={subjects?.[active] ? optionId(active) : undefined}
      />
      <div
        id={listId}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <select> cannot hold two columns
        role="listbox"
        aria-label="Предметы"
        className="mt-3 flex max-h-80 flex-col overflow-y-auto"
      >
        {subjects?.map((subject, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the search field has the focus and the keys
          <div
            key={subject.id}
            id={optionId(index)}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <option> cannot hold two columns
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            onClick={() => onChoose(subject.id, subject.name)}
            className={classNames(
              'flex shrink-0 cursor-pointer justify-between gap-3 rounded-control px-3 py-2 text-left hover:bg-hover',
              index === active && 'bg-hover outline-2 -outline-offset-2 outline-accent',
            )}
          >
            <span>{subject.name}</span>
            <span className="text-sm text-muted">{subject.parentName}</span>
          </div>
        ))}
      </div>
      {subjects === undefined && !error ? <Skeleton className="h-40 w-full" /> : null}
      <p aria-live="polite" className={subjects?.length === 0 || error ? 'p-3 text-muted' : 'sr-only'}>
        {error && subjects === undefined ? 'Не удалось загрузить предметы' : null}
        {subjects?.length === 0 ? 'Такого предмета нет' : null}
      </p>
    </Dialog>
  );
}
