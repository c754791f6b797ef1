import { useState } from 'react';
import { errorTexts } from '#api/http/api-error.ts';
import { useReadTableFile } from '#api/table-files.ts';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import { cellsOfLines, usableTable, type TableFrom } from './workbook-table.ts';

interface TableSheetsProps {
  from: TableFrom;
  onChange: (from: TableFrom) => void;
}

/** Which sheet of the workbook is meant, when it has several. */
export function TableSheets({ from: { workbook }, onChange }: TableSheetsProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const read = useReadTableFile();
  if (!workbook || workbook.sheets.length < 2) return null;
  const { file, sheets } = workbook;
  const choose = (sheet: number) => {
    setProblem(null);
    read.mutate(
      { file, sheet },
      {
        onSuccess: (answered) => {
          const usable = usableTable(cellsOfLines(answered));
          if ('problem' in usable) setProblem(`«${sheets[sheet] ?? ''}»: ${usable.problem}`);
          else onChange({ table: usable.table, workbook: { file, sheets, sheet } });
        },
        onError: (error) => setProblem(errorTexts(error, 'Не удалось прочитать лист').join('. ')),
      },
    );
  };
  return (
    <Field
      label="Лист"
      error={problem}
      hint={read.isPending ? 'Лист читается…' : undefined}
      className="mb-3 max-w-80"
    >
      <Select
        value={String(workbook.sheet)}
        onChange={(chosen) => choose(Number(chosen))}
        options={sheets.map((name, index) => ({ value: String(index), label: name }))}
        disabled={read.isPending}
      />
    </Field>
  );
}
