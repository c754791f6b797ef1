import { useRef } from 'react';
import { errorTexts } from '#api/http/api-error.ts';
import { useReadTableFile } from '#api/table-files.ts';
import type { EndpointResponse } from '#contract/endpoint.ts';
import { HEADING_LINES, headingRowOf } from '#contract/heading-row.ts';
import { TABLE_FILE_LIMITS, type readTableFileEndpoint } from '#contract/table-files.ts';
import { Button } from '#ui/button.tsx';
import { costMeaningsOf } from './cost-columns.ts';

const MEBIBYTE = 1024 * 1024;
const TABLE_FILES =
  '.xlsx,.csv,.tsv,.txt,.xls,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** A table of which one sheet was read. */
export interface CostFile {
  /** Of each reading its own. */
  id: string;
  file: File;
  /** None for CSV. */
  sheets: readonly string[];
  sheet: number;
  headings: readonly string[];
  /** null: nothing stands above them. */
  headingLine: number | null;
  lines: readonly { line: number; cells: string[] }[];
  /** Its days that are mere numbers are counted from 1904. */
  isSince1904: boolean;
}

/** What was read, with the names of the columns and the lines under them, or why it is no table. */
export function costFileOf(
  file: File,
  sheet: number,
  { sheets, rows, isSince1904 = false }: EndpointResponse<typeof readTableFileEndpoint>,
): CostFile | { problem: string } {
  const first = rows.slice(0, HEADING_LINES);
  const at = headingRowOf(first.map(({ cells }) => ({ cells, meanings: costMeaningsOf(cells) })));
  const head = rows[at];
  const lines = rows.slice(at + 1);
  if (!head || lines.length === 0) {
    return { problem: 'В таблице нужны названия столбцов и хотя бы одна строка под ними' };
  }
  const headingLine = at === 0 ? null : head.line;
  return {
    id: crypto.randomUUID(),
    file,
    sheets,
    sheet,
    headings: head.cells,
    headingLine,
    lines,
    isSince1904,
  };
}

interface ChooseCostFileProps {
  offline: string | null;
  onFile: (file: CostFile) => void;
  onProblem: (problem: string) => void;
}

/** The file is read by the server, which keeps nothing of it. */
export function ChooseCostFile({ offline, onFile, onProblem }: ChooseCostFileProps) {
  const input = useRef<HTMLInputElement>(null);
  const read = useReadTableFile();
  const take = (file: File) => {
    if (file.size > TABLE_FILE_LIMITS.bytes) {
      onProblem(`Файл больше ${TABLE_FILE_LIMITS.bytes / MEBIBYTE} МБ: оставьте в нём только нужные столбцы`);
      return;
    }
    read.mutate(
      { file, sheet: 0 },
      {
        onSuccess: (response) => {
          const made = costFileOf(file, 0, response);
          if ('problem' in made) onProblem(made.problem);
          else onFile(made);
        },
        onError: (error) =>
          onProblem(
            errorTexts(error, 'Сервер не ответил. Проверьте связь и выберите файл ещё раз').join('. '),
          ),
      },
    );
  };
  return (
    <>
      <Button
        variant="primary"
        icon="upload"
        loading={read.isPending}
        disabledReason={offline}
        onClick={() => input.current?.click()}
      >
        Выбрать файл
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Файл с себестоимостью"
        accept={TABLE_FILES}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) take(file);
          // The same file chosen again is a new choice: it may have been mended.
          event.target.value = '';
        }}
      />
    </>
  );
}
