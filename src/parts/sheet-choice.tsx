import { useState } from 'react';
import { errorTexts } from '#api/http/api-error.ts';
import { useReadTableFile } from '#api/table-files.ts';
import type { EndpointResponse } from '#contract/endpoint.ts';
import type { readTableFileEndpoint } from '#contract/table-files.ts';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';

interface SheetChoiceProps {
  file: File;
  sheets: readonly string[];
  sheet: number;
  /** Takes the sheet that was read, or says why it is no table. */
  onRead: (sheet: number, response: EndpointResponse<typeof readTableFileEndpoint>) => string | null;
  disabled?: boolean;
  className: string;
}

/** Which sheet of the workbook is meant, when it has several. */
export function SheetChoice({ file, sheets, sheet, onRead, disabled = false, className }: SheetChoiceProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const read = useReadTableFile();
  if (sheets.length < 2) return null;
  const choose = (chosen: number) => {
    setProblem(null);
    read.mutate(
      { file, sheet: chosen },
      {
        onSuccess: (response) => {
          const refusal = onRead(chosen, response);
          if (refusal !== null) setProblem(`«${sheets[chosen] ?? ''}»: ${refusal}`);
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
      className={className}
    >
      <Select
        value={String(sheet)}
        onChange={(chosen) => choose(Number(chosen))}
        options={sheets.map((name, index) => ({ value: String(index), label: name }))}
        disabled={disabled || read.isPending}
      />
    </Field>
  );
}
