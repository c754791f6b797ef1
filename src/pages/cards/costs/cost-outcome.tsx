import { useQuery } from '@tanstack/react-query';
import { bulkEditQueries } from '#api/bulk-edits.ts';
import { ApiError } from '#api/http/api-error.ts';
import type { BulkEdit } from '#contract/bulk-edits.ts';
import type { EndpointResponse } from '#contract/endpoint.ts';
import type { createCostTableEndpoint } from '#contract/cost-tables.ts';
import type { Column } from '#contract/table-columns.ts';
import { formatInteger } from '#lib/numbers.ts';
import { ChangesNotice } from '#parts/changes-notice.tsx';
import { ExportButton } from '#parts/exports/export-button.tsx';
import { hintLinesText } from '#parts/unread-lines-text.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { Panel } from '#ui/panel.tsx';
import { StatTile } from '#ui/stat-tile.tsx';
import type { CostFile } from './choose-cost-file.tsx';

const MAX_LISTED = 100;

interface CostOutcomeProps {
  file: CostFile;
  /** Which of its lines are no rows. */
  hintLines: readonly number[];
  looked: EndpointResponse<typeof createCostTableEndpoint>;
  onColumns: () => void;
  /** Looks at the same rows again. */
  onCheck: () => void;
  isChecking: boolean;
  offline: string | null;
}

/** What the rows come to, in figures, and the way on. */
export function CostOutcome({ file, hintLines, looked, onColumns, ...check }: CostOutcomeProps) {
  const { edit, changedCount, sameCount, refused } = looked;
  const hints = hintLinesText(hintLines);
  return (
    <>
      {hints === null ? null : <p className="text-muted">{hints}</p>}
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-3">
        <StatTile label="Изменят" value={formatInteger(changedCount)} note="покажем заранее" />
        <StatTile label="Без изменений" value={formatInteger(sameCount)} note="уже такие" />
        <StatTile label="С ошибками" value={formatInteger(refused.length)} note="ничего не изменят" />
      </div>
      {edit ? <CostChanges edit={edit} {...check} /> : null}
      {!edit && refused.length === 0 ? (
        <Notice tone="success" title="Менять нечего">
          Вся себестоимость таблицы уже такая, как в ней.
        </Notice>
      ) : null}
      <RefusedRows file={file} refused={refused} />
      <div>
        <Button onClick={onColumns}>Столбцы</Button>
      </div>
    </>
  );
}

/** They may have been applied in another tab, or by somebody else, and are forgotten when nobody has. */
function CostChanges({
  edit,
  onCheck,
  isChecking,
  offline,
}: { edit: BulkEdit } & Pick<CostOutcomeProps, 'onCheck' | 'isChecking' | 'offline'>) {
  const { data: now = edit, error } = useQuery({ ...bulkEditQueries.one(edit.id), staleTime: 0 });
  if (error instanceof ApiError && error.status === 404) {
    return (
      <Notice
        tone="warning"
        title="Изменения не сохранились"
        action={
          <Button variant="primary" loading={isChecking} disabledReason={offline} onClick={onCheck}>
            Проверить строки ещё раз
          </Button>
        }
      >
        Неприменённые изменения хранятся сутки. Проверьте строки ещё раз, и они подготовятся заново.
      </Notice>
    );
  }
  return <ChangesNotice id={now.id} state={now.state} appliedCount={now.counts.applied} isMain />;
}

interface RefusedRow {
  line: number;
  text: string;
  cells: readonly string[];
}

/** Rows that take no part, each with the reason; all of them as a file to be mended and given back. */
function RefusedRows({
  file: { headings, lines },
  refused,
}: {
  file: CostFile;
  refused: CostOutcomeProps['looked']['refused'];
}) {
  if (refused.length === 0) return null;
  const cellsOf = new Map(lines.map(({ line, cells }) => [line, cells]));
  const rows = refused.map(({ line, text }) => ({ line, text, cells: cellsOf.get(line) ?? [] }));
  const columns: Column<RefusedRow>[] = headings.map((title, at) => ({
    title,
    width: 18,
    value: ({ cells }) => cells[at] ?? '',
  }));
  columns.push({ title: 'Ошибка', width: 60, value: ({ line, text }) => `Строка ${line}. ${text}` });
  return (
    <Panel
      isFlush
      title="Строки с ошибками"
      actions={
        <ExportButton fileName="Строки с ошибками" sheet="Ошибки" columns={columns} readRows={() => rows} />
      }
    >
      <p className="px-4 pb-3 text-sm text-muted md:px-5">
        Скачайте их, исправьте и загрузите этот файл: остальные строки повторять не нужно.
      </p>
      <ul aria-label="Строки с ошибками">
        {rows.slice(0, MAX_LISTED).map(({ line, text, cells }) => (
          <li key={line} className="border-t border-line-soft px-4 py-2 md:px-5">
            <p className="text-sm text-muted wrap-anywhere">
              Строка {formatInteger(line)} · {cells.filter((cell) => cell !== '').join(' · ')}
            </p>
            <p className="wrap-anywhere">{text}</p>
          </li>
        ))}
      </ul>
      {rows.length > MAX_LISTED ? (
        <p className="border-t border-line-soft px-4 py-2 text-muted md:px-5">
          …и ещё {formatInteger(rows.length - MAX_LISTED)}: все они в файле
        </p>
      ) : null}
    </Panel>
  );
}
