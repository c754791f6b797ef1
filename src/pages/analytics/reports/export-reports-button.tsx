import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '#api/http/api-error.ts';
import { weeklyReportQueries } from '#api/weekly-reports.ts';
import type { WeeklyReport } from '#contract/weekly-reports.ts';
import { saveFile } from '#lib/save-file.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { Button } from '#ui/button.tsx';
import { showToast } from '#ui/toast-store.ts';
import { reportsCsv } from './reports-csv.ts';

type Query = Parameters<typeof weeklyReportQueries.list>[0];

/** Saves every report that was asked for, not only those on the screen. */
export function ExportReportsButton({ query }: { query: Query }) {
  const queryClient = useQueryClient();
  const onlineOnly = useOnlineOnly();
  const [isBusy, setBusy] = useState(false);

  const save = async () => {
    setBusy(true);
    try {
      const reports: WeeklyReport[] = [];
      for (let isMore = true; isMore;) {
        const page = await queryClient.fetchQuery(weeklyReportQueries.wholePage(query, reports.length));
        reports.push(...page.results);
        isMore = page.next !== null && page.results.length > 0;
      }
      saveFile(
        new Blob([reportsCsv(reports)], { type: 'text/csv' }),
        `Сверка ${query.from} — ${query.to}.csv`,
      );
    } catch (error) {
      const detail = error instanceof ApiError ? error.detail : [];
      showToast({ type: 'error', text: detail.join(' ') || 'Не удалось выгрузить таблицу' });
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
