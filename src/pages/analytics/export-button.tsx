import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { analyticsQueries } from '#api/analytics.ts';
import { ApiError } from '#api/http/api-error.ts';
import type { ProfileShop } from '#contract/users.ts';
import { saveFile } from '#lib/save-file.ts';
import { formatInteger } from '#lib/numbers.ts';
import { countOf } from '#lib/plurals.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { Button } from '#ui/button.tsx';
import { showToast } from '#ui/toast-store.ts';
import { everyProfitCard, IncompleteCardsError } from './every-profit-card.ts';
import { profitCsv } from './profit-csv.ts';

interface ExportButtonProps {
  query: Parameters<typeof analyticsQueries.profitCards>[0];
  shops: ReadonlyMap<number, ProfileShop>;
}

/** Saves every card of the period, not only those on the screen. */
export function ExportButton({ query, shops }: ExportButtonProps) {
  const queryClient = useQueryClient();
  const onlineOnly = useOnlineOnly();
  const [isBusy, setBusy] = useState(false);

  const save = async () => {
    setBusy(true);
    try {
      const cards = await everyProfitCard(queryClient, query);
      const csv = profitCsv(cards, (shopId) => shops.get(shopId)?.name ?? String(shopId));
      saveFile(new Blob([csv], { type: 'text/csv' }), `Прибыль ${query.from} — ${query.to}.csv`);
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
  if (error instanceof IncompleteCardsError) {
    const count = countOf(error.count, ['строки', 'строк', 'строк']);
    return `Файл не сохранён: пришло ${formatInteger(error.received)} из ${count}. Данные обновились во время выгрузки — повторите её`;
  }
  const detail = error instanceof ApiError ? error.detail : [];
  return detail.join(' ') || 'Не удалось выгрузить таблицу';
}
