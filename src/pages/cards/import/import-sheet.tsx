import { useNavigate } from 'react-router-dom';
import { errorTexts } from '#api/http/api-error.ts';
import { useRemoveImport, useUploadImport } from '#api/imports.ts';
import type { CardImport } from '#contract/imports.ts';
import { hrefTo } from '#lib/paths.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import { fileOf, rememberFile } from './chosen-file.ts';
import { ONLINE_ONLY } from './import-texts.ts';

/** Which sheet of the workbook is meant, when it has several. Another one is another table: the one before is taken away. */
export function ImportSheet({ table }: { table: CardImport }) {
  const { id, sheetName, sheets = [] } = table;
  const upload = useUploadImport();
  const remove = useRemoveImport();
  const navigate = useNavigate();
  const offline = useOnlineOnly()(ONLINE_ONLY);
  const file = fileOf(id);
  if (sheets.length < 2) return null;
  const choose = (sheet: number) => {
    if (file === null) return;
    upload.mutate(
      { file, sheet },
      {
        onSuccess: (made) => {
          rememberFile(made.id, file);
          remove.mutate(id);
          void navigate(hrefTo.cardImport({ id: made.id }), { replace: true });
        },
      },
    );
  };
  return (
    <Field
      label="Лист"
      error={upload.isError ? errorTexts(upload.error, 'Не удалось прочитать лист').join('. ') : null}
      hint={upload.isPending ? 'Лист читается…' : (offline ?? hintOf(file))}
      className="max-w-80"
    >
      <Select
        value={String(Math.max(0, sheets.indexOf(sheetName)))}
        onChange={(chosen) => choose(Number(chosen))}
        options={sheets.map((name, index) => ({ value: String(index), label: name }))}
        disabled={file === null || offline !== null || upload.isPending}
      />
    </Field>
  );
}

function hintOf(file: File | null): string {
  return file === null
    ? 'Чтобы прочитать другой лист, выберите файл ещё раз'
    : 'Прочитан первый лист, столбцы которого известны, или выбранный вами';
}
