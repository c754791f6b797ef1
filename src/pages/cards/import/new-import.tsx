import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { errorTexts } from '#api/http/api-error.ts';
import { useUploadImport } from '#api/imports.ts';
import { MAX_IMPORT_ROWS } from '#contract/imports.ts';
import { TABLE_FILE_LIMITS } from '#contract/table-files.ts';
import { formatInteger } from '#lib/numbers.ts';
import { hrefTo, paths } from '#lib/paths.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Panel } from '#ui/panel.tsx';
import { TextLink } from '#ui/text-link.tsx';
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
        <p>
          Подойдёт таблица с названиями столбцов в первой строке: до {formatInteger(MAX_IMPORT_ROWS)} строк,
          до {TABLE_FILE_LIMITS.bytes / MEBIBYTE} МБ, .xlsx или .csv. Листов может быть несколько: какой
          читать, можно выбрать. Файл, который дала кнопка «Скачать» в списке карточек, тоже подойдёт.
        </p>
        <p className="mt-2 text-ink-2">
          Сначала всё проверится и ничего не изменится. Карточки, которых ещё нет, станут черновиками. У тех,
          что есть, изменится то, что в таблице другое: изменения можно посмотреть, применить и откатить.
          Пустая ячейка ничего не меняет.
        </p>
        <p className="mt-2 text-ink-2">
          Строк у карточки может быть несколько — по одной на размер, подряд или вразброс: с одним артикулом
          или «ID карточки», каждая со своим размером и баркодом. Остальное можно повторить или оставить
          пустым.
        </p>
        <p className="mt-2 text-ink-2">
          Чтобы изменить артикул, скачайте таблицу со столбцом «ID карточки»: карточка найдётся по нему.
          Размеры и баркоды таблица добавляет, а не убирает. Баркоды одного размера пишут через запятую,
          размеры разделяют точкой с запятой. Баркод и предмет карточки, которая уже на Wildberries, там не
          меняются: такие строки останутся с ошибкой.
        </p>
        <p className="mt-2 text-ink-2">
          Начать можно с шаблона: в нём столбцы выбранного предмета, обязательные отмечены звёздочкой, а
          значения выбираются из списков.
        </p>
        <p className="mt-2 text-ink-2">
          Себестоимость по магазинам, размерам и нескольким датам —{' '}
          <TextLink to={paths.costTable}>из своего файла</TextLink>.
        </p>
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
