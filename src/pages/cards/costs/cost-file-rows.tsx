import { useState } from 'react';
import { errorTexts } from '#api/http/api-error.ts';
import { useCreateCostTable } from '#api/cost-tables.ts';
import type { EndpointResponse } from '#contract/endpoint.ts';
import { MAX_COST_ROWS, type createCostTableEndpoint } from '#contract/cost-tables.ts';
import { formatInteger } from '#lib/numbers.ts';
import { countOf } from '#lib/plurals.ts';
import { ColumnNaming } from '#parts/column-naming.tsx';
import { unreadLinesText } from '#parts/unread-lines-text.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import type { CostFile } from './choose-cost-file.tsx';
import {
  COST_MEANING_LABELS,
  costHintCount,
  costMeaningsOf,
  costRowsOf,
  missingMeaning,
  rememberCostMeanings,
  withCostMeaning,
} from './cost-columns.ts';
import { CostOutcome } from './cost-outcome.tsx';
import { CostSheet } from './cost-sheet.tsx';

const SHOWN_LINES = 100;
const ROW_FORMS = ['строка', 'строки', 'строк'] as const;

interface CostFileRowsProps {
  file: CostFile;
  offline: string | null;
  onFile: (file: CostFile) => void;
}

/** The columns of a file, and then what its rows come to. */
export function CostFileRows({ file, offline, onFile }: CostFileRowsProps) {
  const { headings, headingLine, isSince1904 } = file;
  const [meanings, setMeanings] = useState(() => costMeaningsOf(headings));
  const [looked, setLooked] = useState<EndpointResponse<typeof createCostTableEndpoint>>();
  const create = useCreateCostTable();
  const hintCount = costHintCount(headings, meanings, file.lines);
  const lines = file.lines.slice(hintCount);
  const hintLines = file.lines.slice(0, hintCount).map(({ line }) => line);
  const { key, rows } = costRowsOf(lines, meanings, isSince1904);
  const unread = unreadLinesText(headingLine, hintLines);
  const problem = missingMeaning(meanings) ?? rowsProblem(rows.length);
  const check = () =>
    create.mutate(
      { key, rows },
      {
        onSuccess: (response) => {
          rememberCostMeanings(headings, meanings);
          setLooked(response);
        },
      },
    );
  if (looked) {
    return (
      <CostOutcome
        file={file}
        hintLines={hintLines}
        looked={looked}
        onColumns={() => setLooked(undefined)}
        onCheck={check}
        isChecking={create.isPending}
        offline={offline}
      />
    );
  }
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (problem === null && !create.isPending) check();
      }}
    >
      <p className="wrap-anywhere">
        {file.file.name} <span className="text-muted">· {countOf(lines.length, ROW_FORMS)}</span>
      </p>
      <CostSheet file={file} offline={offline} onFile={onFile} />
      {unread === null ? null : <Notice tone="info">{unread}</Notice>}
      <ColumnNaming
        headings={headings}
        rows={lines.slice(0, SHOWN_LINES).map(({ cells }) => cells)}
        meanings={meanings}
        labels={COST_MEANING_LABELS}
        onChange={(column, meaning) => setMeanings(withCostMeaning(meanings, column, meaning))}
      />
      {create.error ? (
        <Notice tone="error" title="Строки не проверены">
          {errorTexts(create.error, 'Сервер не ответил. Проверьте связь и повторите проверку').join('. ')}
        </Notice>
      ) : null}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 basis-80 grow text-sm text-muted">
          {problem ?? readText(rows.length, lines.length)}
        </p>
        <Button
          type="submit"
          variant="primary"
          loading={create.isPending}
          disabledReason={offline ?? problem}
        >
          Проверить строки
        </Button>
      </div>
    </form>
  );
}

function readText(count: number, total: number): string {
  const read = `С себестоимостью: ${countOf(count, ROW_FORMS)}.`;
  return count < total ? `${read} Остальные ничего не изменят.` : read;
}

function rowsProblem(count: number): string | null {
  if (count === 0) return 'В столбце с себестоимостью ничего нет';
  return count > MAX_COST_ROWS
    ? `Строк с себестоимостью ${formatInteger(count)}, за раз можно ${formatInteger(MAX_COST_ROWS)}: разделите файл`
    : null;
}
