import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { newIdempotencyKey } from '#api/idempotency-key.ts';
import { useCleanGroupStocks, warehouseQueries } from '#api/warehouses.ts';
import type { StockSendResult, WarehouseGroup } from '#contract/warehouses.ts';
import { formatInteger } from '#lib/numbers.ts';
import { countOf } from '#lib/plurals.ts';
import { LoadProblem } from '#pages/load-problem.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Notice } from '#ui/notice.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

const ROWS = ['строка', 'строки', 'строк'] as const;

/** Says in numbers what will be set to zero, does it, and says what came of it. */
export function CleanGroupDialog({ group, onClose }: { group: WarehouseGroup; onClose: () => void }) {
  const preview = useQuery(warehouseQueries.cleaning(group.id));
  const clean = useCleanGroupStocks();
  // One key for the dialog: pressing again after a lost answer does not do it twice.
  const [idempotencyKey] = useState(() => newIdempotencyKey());
  const rows = preview.data?.rows ?? 0;

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
              disabledReason={
                preview.data === undefined ? 'Считаем остатки' : rows === 0 ? 'Обнулять нечего' : null
              }
              onClick={() => clean.mutate({ groupId: group.id, idempotencyKey })}
            >
              {rows > 0 ? `Обнулить ${countOf(rows, ['строку', 'строки', 'строк'])}` : 'Обнулить'}
            </Button>
          </>
        )
      }
    >
      {clean.data ? (
        <CleaningResult result={clean.data} />
      ) : preview.data ? (
        rows === 0 ? (
          <p>На складах группы и так нет остатков.</p>
        ) : (
          <p>
            Остатки станут нулевыми сразу на Wildberries: {countOf(rows, ROWS)}&nbsp;—{' '}
            {countOf(preview.data.cards, ['карточка', 'карточки', 'карточек'])} на{' '}
            {countOf(preview.data.warehouses, ['складе', 'складах', 'складах'])}, всего{' '}
            {formatInteger(preview.data.units)}&nbsp;шт. Отменить это нельзя: прежние остатки придётся вводить
            заново.
          </p>
        )
      ) : preview.isPending && preview.fetchStatus !== 'paused' ? (
        <Skeleton className="h-16 w-full" />
      ) : (
        <LoadProblem error={preview.error} onRetry={() => void preview.refetch()} />
      )}
    </Dialog>
  );
}

function CleaningResult({ result }: { result: StockSendResult }) {
  const { sent, failed, errors } = result;
  return (
    <div aria-live="polite" className="flex flex-col gap-3">
      {sent > 0 ? <Notice tone="success">Обнулено: {countOf(sent, ROWS)}</Notice> : null}
      {failed > 0 ? (
        <Notice tone="error" title={`Не обнулено: ${countOf(failed, ROWS)}`}>
          <ul className="mt-1 flex flex-col gap-1">
            {errors.map(({ warehouseName, vendorCode, detail }) => (
              <li key={`${warehouseName} ${vendorCode} ${detail}`}>
                {vendorCode}, {warehouseName}: {detail}
              </li>
            ))}
          </ul>
        </Notice>
      ) : null}
    </div>
  );
}
