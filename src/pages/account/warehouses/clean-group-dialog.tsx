import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '#api/http/api-error.ts';
import { newIdempotencyKey } from '#api/idempotency-key.ts';
import { useCleanGroupStocks, warehouseQueries } from '#api/warehouses.ts';
import type { CleaningPreview, WarehouseGroup } from '#contract/warehouses.ts';
import { countOf } from '#lib/plurals.ts';
import { LoadProblem } from '#parts/load-problem.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { CleaningForecast, CleaningReport, LastRead } from './clean-group-texts.tsx';

/** Reads the warehouses, says in numbers what will be set to zero, does it, and says what is left. */
export function CleanGroupDialog({ group, onClose }: { group: WarehouseGroup; onClose: () => void }) {
  const stored = useQuery(warehouseQueries.cleaning(group.id));
  const now = useQuery(warehouseQueries.cleaningNow(group.id));
  const clean = useCleanGroupStocks();
  // One key until the numbers change: pressing again after a lost answer does not do it twice.
  const [idempotencyKey, setIdempotencyKey] = useState(() => newIdempotencyKey());
  const preview = now.isFetching ? undefined : now.data;

  const cleanNow = ({ rows, units }: CleaningPreview) =>
    clean.mutate(
      { groupId: group.id, expected: { rows, units }, idempotencyKey },
      {
        onError: (error) => {
          // The warehouses hold more than was said: the person is asked again with the new numbers.
          if (!(error instanceof ApiError) || error.code !== 'forbidden_transition') return;
          setIdempotencyKey(newIdempotencyKey());
          void now.refetch();
        },
      },
    );

  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      isDismissible={!clean.isPending}
      title={`Обнулить остатки: «${group.name}»`}
      footer={
        clean.data ? (
          <Button variant="primary" onClick={onClose}>
            Закрыть
          </Button>
        ) : (
          <>
            <Button onClick={onClose} disabledReason={clean.isPending ? 'Дождитесь ответа' : null}>
              Отмена
            </Button>
            <Button
              variant="danger"
              loading={clean.isPending}
              disabledReason={refusalOf(preview, now.isFetching)}
              onClick={() => preview && cleanNow(preview)}
            >
              {preview && preview.rows > 0
                ? `Обнулить ${countOf(preview.rows, ['строку', 'строки', 'строк'])}`
                : 'Обнулить'}
            </Button>
          </>
        )
      }
    >
      {clean.data ? <CleaningReport result={clean.data} /> : <Forecast now={now} lastRead={stored.data} />}
    </Dialog>
  );
}

interface ForecastProps {
  now: UseQueryResult<CleaningPreview>;
  lastRead: CleaningPreview | undefined;
}

function Forecast({ now, lastRead }: ForecastProps) {
  if (now.isFetching) {
    return lastRead ? <LastRead preview={lastRead} /> : <Skeleton className="h-16 w-full" />;
  }
  if (now.data) return <CleaningForecast preview={now.data} />;
  return <LoadProblem error={now.error} onRetry={() => void now.refetch()} />;
}

function refusalOf(preview: CleaningPreview | undefined, isReading: boolean): string | null {
  if (isReading) return 'Читаем остатки на складах';
  if (preview === undefined) return 'Остатки не прочитаны';
  return preview.rows === 0 ? 'Обнулять нечего' : null;
}
