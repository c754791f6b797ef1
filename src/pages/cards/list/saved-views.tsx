import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { cardViewQueries, useChangeCardViews } from '#api/card-views.ts';
import { VIEW_NAME_MAX_LENGTH } from '#contract/card-views.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { isStuck } from '#parts/is-stuck.ts';
import { ProblemLine } from '#parts/problem-line.tsx';
import { Button } from '#ui/button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { SavedView } from './saved-view.tsx';
import { toView, type ShownList } from './view-state.ts';

interface SavedViewsProps {
  /** What is on the screen now. */
  shown: ShownList;
  onApply: (shown: ShownList) => void;
}

/** The person's own views: shown by a press, also from the stored copy; saved while there is a connection. */
export function SavedViews({ shown, onApply }: SavedViewsProps) {
  const views = useQuery(cardViewQueries.list());
  const change = useChangeCardViews();
  const [name, setName] = useState('');
  const offline = useOnlineOnly()('Виды сохраняются только при связи');
  return (
    <section aria-label="Сохранённые виды" className="flex flex-col gap-2">
      <h2 className="text-muted">Сохранённые виды</h2>
      {views.data?.length ? (
        <ul className="-mx-2">
          {views.data.map((view) => (
            <SavedView key={view.id} view={view} shown={shown} onApply={onApply} />
          ))}
        </ul>
      ) : null}
      {views.data?.length === 0 ? (
        <p className="text-sm text-muted">Фильтры, порядок и столбцы можно сохранить под именем.</p>
      ) : null}
      {views.data === undefined && !isStuck(views) ? <Skeleton className="h-9 w-full" /> : null}
      {views.data === undefined && isStuck(views) ? (
        <ProblemLine text="Виды не загрузились." error={views.error} onRetry={() => void views.refetch()} />
      ) : null}
      <form
        className="flex gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (offline !== null || name.trim() === '' || change.isPending) return;
          const view = { name, ...toView(shown) };
          change.mutate({ kind: 'create', view }, { onSuccess: () => setName('') });
        }}
      >
        <TextInput
          aria-label="Название нового вида"
          placeholder="Название вида"
          maxLength={VIEW_NAME_MAX_LENGTH}
          value={name}
          onChange={setName}
          className="min-w-0 grow"
        />
        <Button
          type="submit"
          loading={change.isPending}
          disabledReason={offline ?? (name.trim() === '' ? 'Сначала назовите вид' : null)}
        >
          Сохранить
        </Button>
      </form>
    </section>
  );
}
