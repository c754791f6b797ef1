import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { analyticsQueries } from '#api/analytics.ts';
import { ApiError } from '#api/api-error.ts';
import type { ProfileShop } from '#contract/users.ts';
import { saveFile } from '#lib/download.ts';
import { useOnlineOnly } from '#offline/online-only.ts';
import { Button } from '#ui/button.tsx';
import { showToast } from '#ui/toast-store.ts';
import { profitCsv } from './profit-csv.ts';

interface ExportButtonProps {
  query: Parameters<typeof analyticsQueries.profitCards>[0];
  shops: ReadonlyMap<number, ProfileShop>;
}

/** Far more cards than anybody sells; a list that never ends must not keep the browser for ever. */
const MAX_PAGES = 2_000;

/** Saves every card of the period, not only those on the screen. */
export function ExportButton({ query, shops }: ExportButtonProps) {
  const queryClient = useQueryClient();
  const onlineOnly = useOnlineOnly();
  const [isBusy, setBusy] = useState(false);

  const save = async () => {
    setBusy(true);
    try {
      const { pages } = await queryClient.fetchInfiniteQuery({
        ...analyticsQueries.profitCards(query),
        pages: MAX_PAGES,
      });
      const csv = profitCsv(
        pages.flatMap((page) => page.results),
        (shopId) => shops.get(shopId)?.name ?? String(shopId),
      );
      saveFile(new Blob([csv], { type: 'text/csv' }), `Прибыль ${query.from} — ${query.to}.csv`);
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
