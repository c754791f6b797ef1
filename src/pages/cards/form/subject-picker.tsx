import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { cardQueries } from '#api/cards.ts';
import { useDebouncedText } from '#pages/use-debounced-text.ts';
import { Dialog } from '#ui/dialog.tsx';
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
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="flex h-control w-full min-w-0 items-center justify-between gap-2 rounded-control border border-line bg-panel px-3 text-left hover:border-line-strong"
      >
        <span className={`truncate ${subjectId === 0 ? 'text-muted' : ''}`}>
          {subjectId === 0 ? 'Выберите предмет' : name}
        </span>
        <Icon name="chevron-down" size={14} className="text-faint" />
      </button>
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

interface SubjectDialogProps {
  onClose: () => void;
  onChoose: (id: number, name: string) => void;
}

function SubjectDialog({ onClose, onChoose }: SubjectDialogProps) {
  const [search, setSearch] = useState('');
  const [typed, setTyped] = useDebouncedText(search, setSearch, SEARCH_DELAY_MS);
  const { data: subjects, error } = useQuery(cardQueries.subjects(search));
  return (
    <Dialog
      open
      onClose={onClose}
      title="Предмет"
      description="Характеристики карточки зависят от предмета"
      size="sm"
    >
      <SearchInput label="Поиск предмета" placeholder="Например, кружки" value={typed} onChange={setTyped} />
      <ul className="mt-3 flex max-h-80 flex-col overflow-y-auto">
        {subjects?.map((subject) => (
          <li key={subject.id}>
            <button
              type="button"
              onClick={() => onChoose(subject.id, subject.name)}
              className="flex w-full justify-between gap-3 rounded-control px-3 py-2 text-left hover:bg-hover focus-visible:-outline-offset-2"
            >
              <span>{subject.name}</span>
              <span className="text-sm text-muted">{subject.parentName}</span>
            </button>
          </li>
        )) ??
          (error ? (
            <li className="p-3 text-muted">Не удалось загрузить предметы</li>
          ) : (
            <Skeleton className="h-40 w-full" />
          ))}
        {subjects?.length === 0 ? <li className="p-3 text-muted">Такого предмета нет</li> : null}
      </ul>
    </Dialog>
  );
}
