import { useRef, useState } from 'react';
import { errorTexts } from '#api/http/api-error.ts';
import { useReadTableFile } from '#api/table-files.ts';
import { MAX_IMPORT_ROWS } from '#contract/imports.ts';
import { MAX_TABLE_ROWS } from '#contract/selection-limits.ts';
import { formatInteger } from '#lib/numbers.ts';
import { paths } from '#lib/paths.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { cellsOf, readTableFile } from './table-text.ts';
import { cellsOfLines, usableTable, type TableFrom } from './workbook-table.ts';

const TABLE_FILES =
  '.xlsx,.csv,.tsv,.txt,.xls,text/csv,text/plain,text/tab-separated-values,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

interface TableSourceProps {
  onClose: () => void;
  onTable: (from: TableFrom) => void;
}

/** Where the table comes from. What is pasted is read at once: nobody edits it here. */
export function TableSource({ onClose, onTable }: TableSourceProps) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const read = useReadTableFile();
  const take = (cells: string[][], workbook: TableFrom['workbook'] = null) => {
    const usable = usableTable(cells);
    if ('problem' in usable) setProblem(usable.problem);
    else onTable({ table: usable.table, workbook });
  };
  const takeFile = async (file: File) => {
    setProblem(null);
    const local = await readTableFile(file);
    if ('problem' in local) setProblem(local.problem);
    else if ('text' in local) take(cellsOf(local.text));
    else
      read.mutate(
        { file, sheet: 0 },
        {
          onSuccess: (answered) => take(cellsOfLines(answered), { file, sheets: answered.sheets, sheet: 0 }),
          onError: (error) => setProblem(errorTexts(error, 'Не удалось прочитать файл').join('. ')),
        },
      );
  };
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={() => take(cellsOf(text))}
      size="lg"
      title="Изменить по таблице"
      description="Сначала покажем, что станет с каждой карточкой. До подтверждения ничего не изменится."
      footer={
        <>
          <Button icon="upload" loading={read.isPending} onClick={() => input.current?.click()}>
            Выбрать файл
          </Button>
          <Button
            type="submit"
            variant="primary"
            disabledReason={text.trim() === '' ? 'Вставьте таблицу или выберите файл' : null}
          >
            Дальше
          </Button>
        </>
      }
    >
      <Field
        label="Столбцы из Excel или Google Таблиц"
        hint={`Или файл Excel (.xlsx) или CSV. Артикул продавца, артикул WB или баркод — и новая цена, скидка, скидка WB Клуба или себестоимость. До ${formatInteger(MAX_TABLE_ROWS)} строк.`}
        error={problem}
      >
        <TextArea
          value={text}
          onChange={setText}
          minRows={6}
          maxRows={6}
          placeholder={'Артикул\tЦена\nKR-001\t1 290\nKR-002\t990'}
          onPaste={(event) => {
            const pasted = event.clipboardData.getData('text/plain');
            // A part that is put into what stands there already is edited on.
            if (text !== '' || !/[\t\n;]/.test(pasted.trim())) return;
            event.preventDefault();
            take(cellsOf(pasted));
          }}
        />
      </Field>
      <p className="mt-3 text-sm text-muted">
        Новые карточки или до {formatInteger(MAX_IMPORT_ROWS)} строк сразу —{' '}
        <TextLink to={paths.cardImport}>карточки из файла</TextLink>.
      </p>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Файл таблицы"
        accept={TABLE_FILES}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) void takeFile(file);
          // The same file chosen again is a new choice.
          event.target.value = '';
        }}
      />
    </Dialog>
  );
}
