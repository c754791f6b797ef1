import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useCreateTableEdit } from '#api/bulk-edits.ts';
import { MAX_TABLE_ROWS } from '#contract/bulk-edits.ts';
import { formatInteger } from '#lib/numbers.ts';
import { hrefTo } from '#lib/paths.ts';
import { countOf } from '#lib/plurals.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { ROW_FORMS } from './edit-state.ts';
import { TableColumns } from './table-columns.tsx';
import { TableProblems } from './table-problems.tsx';
import { MAX_COLUMNS, rowsOf, tableOf, type Table } from './table-rows.ts';
import { cellsOf, readTableFile } from './table-text.ts';
import { UnmatchedRows, type TableEdit } from './unmatched-rows.tsx';

/**
 * Prices and costs from a table that the seller has already: pasted or from a file, its columns named, then looked at as any
 * bulk edit. Nothing changes before that.
 */
export function TableEditDialog({ onClose }: { onClose: () => void }) {
  const [table, setTable] = useState<Table>();
  const [made, setMade] = useState<TableEdit>();
  const create = useCreateTableEdit();
  const navigate = useNavigate();
  const onlineOnly = useOnlineOnly();
  const read = table && rowsOf(table);
  const problem = read && 'problem' in read ? read.problem : null;
  const rowCount = read && 'rows' in read ? read.rows.length : 0;

  const open = ({ edit }: TableEdit) => {
    onClose();
    if (edit) void navigate(hrefTo.bulkEdit({ id: edit.id }));
  };
  const prepare = () => {
    if (!read || 'problem' in read || create.isPending) return;
    create.mutate(
      { key: read.key, rows: read.rows },
      {
        onSuccess: (response) => {
          if (response.unmatched.length === 0) open(response);
          else setMade(response);
        },
      },
    );
  };

  if (made) return <UnmatchedRows made={made} onClose={onClose} onOpen={() => open(made)} />;
  if (!table || !read) return <TableSource onClose={onClose} onTable={setTable} />;
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={prepare}
      isDismissible={!create.isPending}
      size="xl"
      title={`В таблице ${countOf(table.rowCount, ROW_FORMS)}`}
      description="Укажите, что в каком столбце. Пустая ячейка оставит значение как есть."
      footer={
        <>
          <Button
            onClick={() => setTable(undefined)}
            disabledReason={create.isPending ? 'Карточки просматриваются' : null}
          >
            Другая таблица
          </Button>
          <Button
            type="submit"
            variant="primary"
            loading={create.isPending}
            disabledReason={
              onlineOnly('Карточки меняются сразу у многих только при связи') ??
              problem ??
              (rowCount === 0 ? 'Нет ни одной строки без ошибок' : null)
            }
          >
            Посмотреть изменения
          </Button>
        </>
      }
    >
      <TableColumns table={table} onChange={setTable} />
      <p className="mt-3 text-sm text-muted">{problem ?? `Прочитано: ${countOf(rowCount, ROW_FORMS)}`}</p>
      {'problem' in read ? null : <TableProblems problems={read.problems} count={read.problemCount} />}
    </Dialog>
  );
}

interface TableSourceProps {
  onClose: () => void;
  onTable: (table: Table) => void;
}

/** Where the table comes from. What is pasted is read at once: nobody edits it here. */
function TableSource({ onClose, onTable }: TableSourceProps) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const take = (source: string) => {
    const table = tableOf(cellsOf(source));
    if (table.columnCount < 2) setProblem('Нужно хотя бы два столбца: артикул или баркод и новое значение');
    else if (table.columnCount > MAX_COLUMNS)
      setProblem(`Столбцов больше ${MAX_COLUMNS}: оставьте только нужные`);
    else onTable(table);
  };
  const takeFile = async (file: File) => {
    const read = await readTableFile(file);
    if ('problem' in read) setProblem(read.problem);
    else take(read.text);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={() => take(text)}
      size="lg"
      title="Изменить по таблице"
      description="Сначала покажем, что станет с каждой карточкой. До подтверждения ничего не изменится."
      footer={
        <>
          <Button icon="upload" onClick={() => input.current?.click()}>
            Выбрать файл CSV
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
        hint={`Артикул продавца, артикул WB или баркод — и новая цена, скидка, скидка WB Клуба или себестоимость. До ${formatInteger(MAX_TABLE_ROWS)} строк.`}
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
            take(pasted);
          }}
        />
      </Field>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Файл таблицы"
        accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
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
