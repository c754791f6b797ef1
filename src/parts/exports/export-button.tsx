import { useState } from 'react';
import { ApiError } from '#api/http/api-error.ts';
import type { ExportFormat } from '#contract/fields.ts';
import type { Column } from '#contract/table-columns.ts';
import { saveFile } from '#lib/save-file.ts';
import { formatInteger } from '#lib/numbers.ts';
import { countOf } from '#lib/plurals.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { Button } from '#ui/button.tsx';
import { Menu } from '#ui/menu.tsx';
import { showToast } from '#ui/toast-store.ts';
import { IncompleteRowsError } from './every-row.ts';
import { FormatItems } from './format-items.tsx';

interface ExportButtonProps<Row> {
  /** Without its ending. */
  fileName: string;
  /** What the table is called, also as a sheet: 31 signs at most. */
  sheet: string;
  columns: readonly Column<Row>[];
  /** Every row there is, not only those on the screen ({@link everyRow}). */
  readRows: () => readonly Row[] | Promise<readonly Row[]>;
  size?: 'sm' | 'md';
}

/** Saves a table whole, or says that it is not. */
export function ExportButton<Row>({
  fileName,
  sheet,
  columns,
  readRows,
  size = 'md',
}: ExportButtonProps<Row>) {
  const onlineOnly = useOnlineOnly();
  const [isBusy, setBusy] = useState(false);

  const save = async (format: ExportFormat) => {
    setBusy(true);
    try {
      const rows = await readRows();
      const { tableFile } = await import('./table-file.ts');
      saveFile(await tableFile(format, { sheet, columns, rows }), `${fileName}.${format}`);
    } catch (error) {
      showToast({ type: 'error', text: failureText(error) });
    } finally {
      setBusy(false);
    }
  };

  return (
    <Menu
      align="end"
      trigger={(props) => (
        // A screen has several of them: each says which table it means.
        <Button {...props} size={size} icon="download" loading={isBusy} aria-label={`Скачать: ${sheet}`}>
          Скачать
        </Button>
      )}
    >
      <FormatItems
        onChoose={(format) => void save(format)}
        disabledReason={onlineOnly('Скачать таблицу можно только при связи')}
      />
    </Menu>
  );
}

function failureText(error: unknown): string {
  if (error instanceof IncompleteRowsError) {
    const count = countOf(error.count, ['строки', 'строк', 'строк']);
    return `Файл не сохранён: пришло ${formatInteger(error.received)} из ${count}. Данные обновились во время выгрузки — повторите её`;
  }
  const detail = error instanceof ApiError ? error.detail : [];
  return detail.join(' ') || 'Не удалось скачать таблицу. Попробуйте ещё раз';
}
