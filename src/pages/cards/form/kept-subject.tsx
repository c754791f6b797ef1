import { keptSubjectText } from '#contract/kept-subject.ts';
import { hrefTo } from '#lib/paths.ts';
import { inQuotes } from '#lib/text.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Link } from '#ui/link.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { useCardForm } from './form-context.ts';
import type { KeptThere } from './kept-there.ts';

/** The subject of a card that the marketplace has: it is read, and an edit of before the publication is taken back. */
export function KeptSubject({ kept, subjectName }: { kept: KeptThere; subjectName: string }) {
  const { values, change, errors } = useCardForm();
  const { subject, savedSubjectId, characteristics, cardId } = kept;
  const isOther = values.subjectId !== subject.id;
  const otherName = values.subjectId === savedSubjectId ? subjectName : 'Другой';
  return (
    <Field
      label="Предмет"
      isRequired
      error={isOther ? keptSubjectText(subject.name) : errors['subjectId']}
      hint={
        <>
          {isOther ? null : 'Карточка уже на Wildberries: предмет не сменить. '}Для другого —{' '}
          <Link
            to={hrefTo.copiesOf({ id: cardId })}
            className="rounded-sm text-accent-ink underline underline-offset-2"
          >
            сделайте копию
          </Link>
        </>
      }
    >
      <TextInput readOnly data-field-control value={isOther ? otherName : subject.name} onChange={ignore} />
      {isOther ? (
        <Button
          size="sm"
          isWrapping
          className="mt-1.5 self-start"
          onClick={() => change({ subjectId: subject.id, characteristics })}
        >
          Вернуть {inQuotes(subject.name)}
        </Button>
      ) : null}
    </Field>
  );
}

/** It is only read. */
function ignore() {}
