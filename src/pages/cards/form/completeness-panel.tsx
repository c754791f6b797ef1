import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { directoryQueries } from '#api/card-form.ts';
import { classNames } from '#lib/class-names.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { isStuck } from '#parts/is-stuck.ts';
import { Panel } from '#ui/panel.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { completenessOf, type Gap } from './completeness.ts';
import { useCardForm } from './form-context.ts';
import { focusField } from './use-focus-field.ts';

/** The rest is one press away: on a phone the panel stands above the form. */
const GAPS_SHOWN = 4;

/** How much of the card is filled, and what is missing: each line leads to its field. */
export function CompletenessPanel() {
  const { values } = useCardForm();
  const query = useQuery({
    ...directoryQueries.characteristics(values.subjectId),
    enabled: values.subjectId !== 0,
  });
  const definitions = query.data;
  const [isWhole, setWhole] = useState(false);
  // A number that jumps when the characteristics come would be believed before it is right.
  if (values.subjectId !== 0 && !definitions) {
    return isStuck(query) ? null : (
      <Panel title="Заполнено">
        <Skeleton className="h-24 w-full" />
      </Panel>
    );
  }
  const { percent, gaps } = completenessOf(values, values.subjectId === 0 ? [] : (definitions ?? []));
  const shown = isWhole ? gaps : gaps.slice(0, GAPS_SHOWN);
  return (
    <Panel title={`Заполнено ${percent}\u00a0%`}>
      <ProgressBar
        label="Заполнено, %"
        done={percent}
        total={100}
        tone={gaps.some((gap) => gap.isRequired) ? 'orange' : 'green'}
      />
      {gaps.length > 0 ? (
        <ul aria-label="Чего не хватает" className="-mx-2 mt-2">
          {shown.map((gap) => (
            <li key={gap.field}>
              <GapButton gap={gap} />
            </li>
          ))}
        </ul>
      ) : null}
      {gaps.length > shown.length ? (
        <Button size="sm" variant="ghost" className="-ml-2.5" onClick={() => setWhole(true)}>
          Ещё {gaps.length - shown.length}
        </Button>
      ) : null}
      <p className="mt-2 text-sm text-muted">
        {gaps.length === 0 ? 'Всё заполнено. ' : ''}Это наша оценка, а не Wildberries.
      </p>
    </Panel>
  );
}

function GapButton({ gap }: { gap: Gap }) {
  return (
    <button
      type="button"
      onClick={() => focusField(gap.field)}
      className="flex min-h-8 w-full items-center gap-2 rounded-lg px-2 py-1 text-left hover:bg-hover pointer-coarse:min-h-11"
    >
      <Icon
        name={gap.isRequired ? 'error' : 'info'}
        size={14}
        className={classNames('shrink-0', gap.isRequired ? 'text-red' : 'text-faint')}
      />
      <span className="min-w-0 break-words">
        {gap.isRequired ? <span className="sr-only">Обязательно: </span> : null}
        {gap.text}
      </span>
    </button>
  );
}
