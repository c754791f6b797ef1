import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { importQueries } from '#api/imports.ts';
import type { CardImport } from '#contract/imports.ts';
import { paths } from '#lib/paths.ts';
import { countOf } from '#lib/plurals.ts';
import { isStuck } from '#parts/is-stuck.ts';
import { LoadProblem } from '#parts/load-problem.tsx';
import { useFocusOfNewState } from '#parts/use-focus-of-new-state.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { ImportActions } from './import-actions.tsx';
import { ImportColumns } from './import-columns.tsx';
import { ImportErrors } from './import-errors.tsx';
import { ImportFresh } from './import-fresh.tsx';
import { ImportOutcome } from './import-outcome.tsx';
import { ImportSheet } from './import-sheet.tsx';
import { importStateText, OFFLINE_TEXT, ROW_FORMS } from './import-texts.ts';

/** One table: its columns, then what its rows would do, then what they have done. */
export function KnownImport({ id }: { id: number }) {
  const query = useQuery(importQueries.one(id));
  const [isNaming, setNaming] = useState(false);
  const { data: table } = query;
  useFocusOfNewState(table && `${table.state} ${isNaming}`);
  if (!table) {
    return (
      <div className="flex flex-col gap-4">
        <PageHeader title="Карточки из файла" />
        {isStuck(query) ? (
          <LoadProblem
            error={query.error}
            onRetry={() => void query.refetch()}
            offlineText={OFFLINE_TEXT}
            missing={
              <EmptyState
                icon="search"
                title="Таблица не найдена"
                text="Загруженные таблицы хранятся неделю."
                action={
                  <LinkButton to={paths.cardImport} variant="primary">
                    К загруженным таблицам
                  </LinkButton>
                }
              />
            }
          />
        ) : (
          <Skeleton className="h-40 w-full" />
        )}
      </div>
    );
  }
  const areColumnsShown = table.state === 'COLUMNS' || (table.state === 'READY' && isNaming);
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title={<span className="wrap-anywhere">{table.fileName}</span>}
        note={countOf(table.rowTotal, ROW_FORMS)}
        subtitle={
          <output>
            {importStateText(table)}
            {table.sheetName === '' ? '' : ` · лист «${table.sheetName}»`}
          </output>
        }
        actions={areColumnsShown ? null : <ImportActions table={table} onColumns={() => setNaming(true)} />}
      />
      <WorkProgress table={table} />
      {table.state === 'COLUMNS' ? <ImportSheet table={table} /> : null}
      {areColumnsShown ? <ImportColumns table={table} onChecked={() => setNaming(false)} /> : null}
      {areColumnsShown || table.state === 'CHECKING' || table.state === 'READING' ? null : (
        <>
          <ImportOutcome table={table} />
          <ImportFresh table={table} />
          <ImportErrors table={table} />
        </>
      )}
    </div>
  );
}

function WorkProgress({ table: { state, counts, checkedCount, rowTotal } }: { table: CardImport }) {
  if (state === 'CHECKING') {
    return <ProgressBar label="Проверено" done={checkedCount} total={rowTotal} hasCaption />;
  }
  const { created, fresh } = counts;
  return state === 'CREATING' ? (
    <ProgressBar label="Создано" done={created} total={created + fresh} hasCaption />
  ) : null;
}
