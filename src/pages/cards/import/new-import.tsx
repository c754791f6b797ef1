import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { errorTexts } from '#api/http/api-error.ts';
import { useUploadImport } from '#api/imports.ts';
import { TABLE_FILE_LIMITS } from '#contract/table-files.ts';
import { hrefTo } from '#lib/paths.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Panel } from '#ui/panel.tsx';
import { AboutTable } from './about-table.tsx';
import { rememberFile } from './chosen-file.ts';
import { ONLINE_ONLY } from './import-texts.ts';
import { TemplateButton } from './template-button.tsx';

const MEBIBYTE = 1024 * 1024;

/** The file goes to the server and is read there: nothing else changes. */
export function NewImport() {
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const upload = useUploadImport();
  const navigate = useNavigate();
  const offline = useOnlineOnly()(ONLINE_ONLY);
  const take = (file: File) => {
    setProblem(null);
    if (file.size > TABLE_FILE_LIMITS.bytes) {
      setProblem(
        `Файл больше ${TABLE_FILE_LIMITS.bytes / MEBIBYTE} МБ: оставьте в нём только нужные столбцы`,
      );
      return;
    }
    upload.mutate(
      { file },
      {
        onSuccess: ({ id }) => {
          rememberFile(id, file);
          void navigate(hrefTo.cardImport({ id }));
        },
        onError: (error) => setProblem(errorTexts(error, 'Не удалось загрузить файл').join('. ')),
      },
    );
  };
  return (
    <>
      <PageHeader
        title="Карточки из файла"
        subtitle="Новые карточки и изменения тех, что уже есть, — из таблицы Excel или CSV"
        actions={
          <>
            <TemplateButton />
            <Button
              variant="primary"
              icon="upload"
              loading={upload.isPending}
              disabledReason={offline}
              onClick={() => input.current?.click()}
            >
              Выбрать файл
            </Button>
          </>
        }
      />
      {problem === null ? null : (
        <Notice tone="error" title="Файл не прочитан">
          {problem}
        </Notice>
      )}
      <Panel>
        <AboutTable />
        {upload.isPending ? (
          <output className="mt-3 block text-muted">Файл загружается и читается…</output>
        ) : null}
      </Panel>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Файл с карточками"
        accept=".xlsx,.csv,.tsv,.txt,.xls,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
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
