import { useQuery } from '@tanstack/react-query';
import { downloadImportErrors, importQueries } from '#api/imports.ts';
import type { CardImport } from '#contract/imports.ts';
import { countOf } from '#lib/plurals.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { downloads } from '#parts/downloads/downloads.ts';
import { isStuck } from '#parts/is-stuck.ts';
import { LoadProblem } from '#parts/load-problem.tsx';
import { Button } from '#ui/button.tsx';
import { Panel } from '#ui/panel.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { ImportCauseItem } from './import-cause-item.tsx';
import { CAUSE_FORMS, OFFLINE_TEXT, ONLINE_ONLY } from './import-texts.ts';

/** Why rows take no part, cause by cause, with the rows behind each; row by row they are a file. */
export function ImportErrors({ table }: { table: CardImport }) {
  const { id, headings, counts } = table;
  const query = useQuery({ ...importQueries.causes(id, counts), enabled: counts.refused > 0 });
  const offline = useOnlineOnly()(ONLINE_ONLY);
  const { data: causes } = query;
  if (counts.refused === 0) return null;
  const restCount = causes ? causes.causeCount - causes.results.length : 0;
  return (
    <Panel
      isFlush
      title="Строки с ошибками"
      actions={
        <Button
          icon="download"
          disabledReason={offline}
          onClick={() => downloads.start((hooks) => downloadImportErrors({ id, format: 'xlsx' }, hooks))}
        >
          Скачать с ошибками
        </Button>
      }
    >
      <p className="px-4 pb-3 text-sm text-muted md:px-5">
        Скачайте их, исправьте и загрузите этот файл: остальные строки повторять не нужно. Если у карточки
        несколько строк, с ошибкой в одной не берётся ни одна.
      </p>
      {causes === undefined && isStuck(query) ? (
        <LoadProblem error={query.error} onRetry={() => void query.refetch()} offlineText={OFFLINE_TEXT} />
      ) : null}
      {causes === undefined && !isStuck(query) ? <Skeleton className="mx-4 mb-4 h-24" /> : null}
      <ul aria-label="Строки с ошибками">
        {causes?.results.map((cause) => (
          <ImportCauseItem
            key={cause.id}
            importId={id}
            cause={cause}
            heading={cause.column === null ? null : (headings[cause.column] ?? '')}
          />
        ))}
      </ul>
      {restCount > 0 ? (
        <p className="border-t border-line-soft px-4 py-2 text-muted md:px-5">
          …и ещё {countOf(restCount, CAUSE_FORMS)}: все строки — в файле
        </p>
      ) : null}
    </Panel>
  );
}
