import { useState } from 'react';
import { ApiError } from '#api/http/api-error.ts';
import { saveFile } from '#lib/save-file.ts';
import { formatInteger } from '#lib/numbers.ts';
import { countOf } from '#lib/plurals.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { Button } from '#ui/button.tsx';
import { showToast } from '#ui/toast-store.ts';
import { IncompleteRowsError } from './every-row.ts';

interface ExportButtonProps {
  fileName: string;
  /** Of every row of the period, not only those on the screen ({@link everyRow}). */
  makeCsv: () => Promise<string>;
}

/** Saves a table whole, or says that it is not. */
export function ExportButton({ fileName, makeCsv }: ExportButtonProps) {
  const onlineOnly = useOnlineOnly();
  const [isBusy, setBusy] = useState(false);

  const save = async () => {
    setBusy(true);
    try {
      saveFile(new Blob([await makeCsv()], { type: 'text/csv' }), fileName);
    } catch (error) {
      showToast({ type: 'error', text: failureText(error) });
    } finally {
      setBusy(false);
    }
  };

  return (
    <Button
      icon="download"
      loading={isBusy}
      onClick={() => void save()}
      disabledReason={onlineOnly('Выгрузить таблицу можно только при связи')}
    >
      Экспорт
    </Button>
  );
}

function failureText(error: unknown): string {
  if (error instanceof IncompleteRowsError) {
    const count = countOf(error.count, ['строки', 'строк', 'строк']);
    return `Файл не сохранён: пришло ${formatInteger(error.received)} из ${count}. Данные обновились во время выгрузки — повторите её`;
  }
  const detail = error instanceof ApiError ? error.detail : [];
  return detail.join(' ') || 'Не удалось выгрузить таблицу';
}
