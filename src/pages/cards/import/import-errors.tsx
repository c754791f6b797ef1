import { useQuery } from '@tanstack/react-query';
import { downloadImportErrors, importQueries } from '#api/imports.ts';
import type { CardImport } from '#contract/imports.ts';
import { formatInteger } from '#lib/numbers.ts';
import { countOf } from '#lib/plurals.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { downloads } from '#parts/downloads/downloads.ts';
import { Button } from '#ui/button.tsx';
import { Panel } from '#ui/panel.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { ONLINE_ONLY, ROW_FORMS } from './import-texts.ts';

const SHOWN_LENGTH = 60;

/** Rows that take no part, each with what is wrong in which column; all of them as a file. */
export function ImportErrors({ table }: { table: CardImport }) {
  const { id, headings, counts } = table;
  const query = useQuery({ ...importQueries.rows(id, 'REFUSED', counts), enabled: counts.refused > 0 });
  const offline = useOnlineOnly()(ONLINE_ONLY);
  const rows = query.data;
  if (counts.refused === 0) return null;
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
      {rows === undefined ? <Skeleton className="mx-4 mb-4 h-24" /> : null}
      <ul aria-label="Строки с ошибками">
        {rows?.map(({ line, cells, problems }) => (
          <li key={line} className="border-t border-line-soft px-4 py-2 md:px-5">
            <p className="text-sm text-muted">Строка {formatInteger(line)}</p>
            {problems.map(({ column, text }) => (
              <p key={`${column} ${text}`} className="wrap-anywhere">
                {column === null ? null : (
                  <span className="text-muted">
                    {headings[column]}
                    {quoted(cells[column] ?? '')}:{' '}
                  </span>
                )}
                {text}
              </p>
            ))}
          </li>
        ))}
      </ul>
      {rows && rows.length < counts.refused ? (
        <p className="border-t border-line-soft px-4 py-2 text-muted md:px-5">
          …и ещё {countOf(counts.refused - rows.length, ROW_FORMS)}: все они в файле
        </p>
      ) : null}
    </Panel>
  );
}

function quoted(cell: string): string {
  if (cell === '') return '';
  return ` «${cell.length > SHOWN_LENGTH ? `${cell.slice(0, SHOWN_LENGTH)}…` : cell}»`;
}
