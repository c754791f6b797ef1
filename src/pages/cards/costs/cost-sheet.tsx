import { useState } from 'react';
import { errorTexts } from '#api/http/api-error.ts';
import { useReadTableFile } from '#api/table-files.ts';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import { costFileOf, type CostFile } from './choose-cost-file.tsx';

interface CostSheetProps {
  file: CostFile;
  offline: string | null;
  onFile: (file: CostFile) => void;
}

/** Which sheet of the workbook is meant, when it has several. */
export function CostSheet({ file: { file, sheets, sheet }, offline, onFile }: CostSheetProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const read = useReadTableFile();
  if (sheets.length < 2) return null;
  const choose = (chosen: number) => {
    setProblem(null);
    read.mutate(
      { file, sheet: chosen },
      {
        onSuccess: (response) => {
          const made = costFileOf(file, chosen, response);
          if ('problem' in made) setProblem(`«${sheets[chosen] ?? ''}»: ${made.problem}`);
          else onFile(made);
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
      className="max-w-80"
    >
      <Select
        value={String(sheet)}
        onChange={(chosen) => choose(Number(chosen))}
        options={sheets.map((name, index) => ({ value: String(index), label: name }))}
        disabled={offline !== null || read.isPending}
      />
    </Field>
  );
}
