import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useCreateTableEdit } from '#api/bulk-edits.ts';
import { hrefTo } from '#lib/paths.ts';
import { countOf } from '#lib/plurals.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { unreadLinesText } from '#parts/unread-lines-text.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Notice } from '#ui/notice.tsx';
import { ROW_FORMS } from './edit-state.ts';
import { rememberMeanings } from './remembered-meanings.ts';
import { TableColumns } from './table-columns.tsx';
import { TableProblems } from './table-problems.tsx';
import { headingLineOf, hintLinesOf, rowsOf } from './table-rows.ts';
import { TableSheets } from './table-sheets.tsx';
import { TableSource } from './table-source.tsx';
import { UnmatchedRows, type TableEdit } from './unmatched-rows.tsx';
import type { TableFrom } from './workbook-table.ts';

/**
 * Prices and costs from a table that the seller has already: pasted or from a file, its columns named, then looked at as any
 * bulk edit. Nothing changes before that.
 */
export function TableEditDialog({ onClose }: { onClose: () => void }) {
  const [from, setFrom] = useState<TableFrom>();
  const table = from?.table;
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
          rememberMeanings(table);
          if (response.unmatched.length === 0) open(response);
          else setMade(response);
        },
      },
    );
  };

  if (made) return <UnmatchedRows made={made} onClose={onClose} onOpen={() => open(made)} />;
  if (!table || !read) return <TableSource onClose={onClose} onTable={setFrom} />;
  const hintLines = hintLinesOf(table);
  const unread = unreadLinesText(headingLineOf(table), hintLines);
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={prepare}
      isDismissible={!create.isPending}
      size="xl"
      title={`В таблице ${countOf(table.rowCount - hintLines.length, ROW_FORMS)}`}
      description="Укажите, что в каком столбце. Пустая ячейка оставит значение как есть."
      footer={
        <>
          <Button
            onClick={() => setFrom(undefined)}
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
      <TableSheets from={from} onChange={setFrom} />
      {unread === null ? null : (
        <div className="mb-3">
          <Notice tone="info">{unread}</Notice>
        </div>
      )}
      <TableColumns table={table} onChange={(changed) => setFrom({ ...from, table: changed })} />
      <p className="mt-3 text-sm text-muted">{problem ?? `Прочитано: ${countOf(rowCount, ROW_FORMS)}`}</p>
      {'problem' in read ? null : <TableProblems problems={read.problems} count={read.problemCount} />}
    </Dialog>
  );
}
