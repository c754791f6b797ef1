import { useState } from 'react';
import type { Subject } from '#contract/subjects.ts';
import { classNames } from '#lib/class-names.ts';
import { useFieldControl } from '#ui/field-context.ts';
import { Field } from '#ui/field.tsx';
import { Icon } from '#ui/icon.tsx';
import { SubjectDialog } from './subject-dialog.tsx';

export type NamedSubject = Pick<Subject, 'id' | 'name'>;

interface SubjectPickerProps {
  /** 0 while nothing is chosen. */
  subjectId: number;
  /** What is known by its name: it may be another one by now, and the first one again. */
  known: NamedSubject;
  onChange: (subject: NamedSubject) => void;
  error?: string | undefined;
}

/** A subject decides which characteristics a card has, so it is chosen from the marketplace's list. */
export function SubjectPicker({ subjectId, known, onChange, error }: SubjectPickerProps) {
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState<NamedSubject | null>(null);
  const named = [chosen, known].find((subject) => subject?.id === subjectId && subject.name !== '');
  // A draft or an edit that waits may name one by its number alone.
  const name = named?.name ?? 'Другой предмет';
  return (
    <Field label="Предмет" isRequired error={error}>
      <SubjectButton name={subjectId === 0 ? null : name} onClick={() => setOpen(true)} />
      {isOpen ? (
        <SubjectDialog
          onClose={() => setOpen(false)}
          onChoose={(id, newName) => {
            setChosen({ id, name: newName });
            onChange({ id, name: newName });
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
