import { useQuery } from '@tanstack/react-query';
import { importQueries, useRemoveImport } from '#api/imports.ts';
import { formatDateTime } from '#lib/dates.ts';
import { hrefTo } from '#lib/paths.ts';
import { countOf } from '#lib/plurals.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { isStuck } from '#parts/is-stuck.ts';
import { LoadProblem } from '#parts/load-problem.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { importCountsText, importStateText, OFFLINE_TEXT, ONLINE_ONLY, ROW_FORMS } from './import-texts.ts';

/** What was begun within a week: whoever had to leave goes on here. */
export function ImportList() {
  const query = useQuery(importQueries.list());
  const remove = useRemoveImport();
  const offline = useOnlineOnly()(ONLINE_ONLY);
  const { data: imports } = query;
  if (!imports) {
    return isStuck(query) ? (
      <LoadProblem error={query.error} onRetry={() => void query.refetch()} offlineText={OFFLINE_TEXT} />
    ) : (
      <Skeleton className="h-40 w-full" />
    );
  }
  if (imports.length === 0) {
    return (
      <EmptyState
        icon="table"
        title="Таблиц пока нет"
        text="Здесь будут загруженные файлы: к каждому можно вернуться в течение недели."
      />
    );
  }
  return (
    <section>
      <h2 className="mb-2 text-lg">Загружены за неделю</h2>
      <ul aria-label="Таблицы" className="overflow-clip rounded-panel border border-line bg-panel">
        {imports.map((one) => (
          <li
            key={one.id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 px-4 py-3 not-last:border-b not-last:border-line-soft"
          >
            <div className="min-w-0 grow basis-72">
              <TextLink to={hrefTo.cardImport({ id: one.id })} className="wrap-anywhere">
                {one.fileName}
              </TextLink>
              <p className="text-sm text-muted">
                {countOf(one.rowTotal, ROW_FORMS)} · {importCountsText(one) || importStateText(one)}
              </p>
            </div>
            <p className="text-sm text-muted tabular-nums">
              {formatDateTime(one.createdAt)} · {one.userName}
            </p>
            <Button
              variant="ghost"
              aria-label={`Убрать «${one.fileName}»`}
              loading={remove.isPending && remove.variables === one.id}
              disabledReason={offline}
              onClick={() => remove.mutate(one.id)}
            >
              Убрать
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
