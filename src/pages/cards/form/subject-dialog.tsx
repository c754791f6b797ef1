import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { directoryQueries } from '#api/card-form.ts';
import type { Subject } from '#contract/subjects.ts';
import { classNames } from '#lib/class-names.ts';
import { ProblemOrSkeleton } from '#parts/problem-or-skeleton.tsx';
import { useDebouncedText } from '#parts/use-debounced-text.ts';
import { Dialog } from '#ui/dialog.tsx';
import { SearchInput } from '#ui/search-input.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

const SEARCH_DELAY_MS = 200;

interface SubjectDialogProps {
  onClose: () => void;
  onChoose: (id: number, name: string) => void;
  /** What it is chosen for. */
  description?: string;
}

/** Found by its name; before anything is typed, the subjects of the newest cards come first. */
export function SubjectDialog({
  onClose,
  onChoose,
  description = 'Характеристики карточки зависят от предмета',
}: SubjectDialogProps) {
  const [search, setSearch] = useState('');
  const [typed, setTyped] = useDebouncedText(search, setSearch, SEARCH_DELAY_MS);
  const query = useQuery(directoryQueries.subjects(search));
  const found = query.data;
  const { data: recent } = useQuery(directoryQueries.recentSubjects());
  const subjects = search === '' ? recentFirst(recent ?? [], found) : found;
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
    // Of what was found by typing, the only one needs no pointing at.
    const only = search !== '' && count === 1 ? subjects?.[0] : undefined;
    const chosen = subjects?.[active] ?? only;
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
            <span className="text-right text-sm text-muted">
              {search === '' && recent?.some(({ id }) => id === subject.id) ? 'недавний · ' : ''}
              {subject.parentName}
            </span>
          </div>
        ))}
      </div>
      {subjects === undefined ? (
        <ProblemOrSkeleton
          query={query}
          skeleton={<Skeleton className="h-40 w-full" />}
          offlineText="Предметов на этом устройстве ещё нет: они загрузятся, когда появится связь."
        />
      ) : null}
      <p aria-live="polite" className={subjects?.length === 0 ? 'p-3 text-muted' : 'sr-only'}>
        {subjects?.length === 0 ? 'Такого предмета нет' : null}
      </p>
    </Dialog>
  );
}

function recentFirst(recent: readonly Subject[], found: readonly Subject[] | undefined) {
  if (!found) return undefined;
  return [...recent, ...found.filter(({ id }) => recent.every((one) => one.id !== id))];
}
