import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import {
  isRunning,
  shipmentEnded,
  shipmentQueries,
  useRepeatShipment,
  useRetryShipment,
} from '#api/shipments.ts';
import { useNavigate } from 'react-router-dom';
import { confirmedStatuses, type Shipment } from '#contract/shipments.ts';
import { formatDateTime, formatTimeWithSeconds } from '#lib/dates.ts';
import { countOf } from '#lib/plurals.ts';
import { useOnlineOnly } from '#offline/online-only.ts';
import { DataAgeNote } from '#pages/data-age-note.tsx';
import { LoadProblem } from '#pages/load-problem.tsx';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Panel } from '#ui/panel.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { showToast } from '#ui/toast-store.ts';
import { ShipmentErrors } from './shipment-errors.tsx';
import { ShipmentProgress } from './shipment-progress.tsx';
import { ShipmentStatusTag } from './shipment-status.tsx';
import { ShipmentStocksDialog } from './shipment-stocks-dialog.tsx';
import { shopNames } from './shipment-table.tsx';

const CARDS = ['карточка', 'карточки', 'карточек'] as const;

export function ShipmentDetail({ id }: { id: number }) {
  const query = useQuery(shipmentQueries.one(id));
  const shipment = query.data;
  useRefreshWhenEnded(shipment);
  if (!shipment) {
    return (
      <Panel>
        {query.fetchStatus === 'paused' || (query.error && !query.isFetching) ? (
          <LoadProblem error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <LoadingDetail />
        )}
      </Panel>
    );
  }
  return (
    <Panel aria-label={`Отправка №${shipment.id}`}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-lg">Отправка №{shipment.id}</h2>
        <ShipmentStatusTag status={shipment.status} />
      </div>
      <p className="mt-1 text-sm text-muted">
        {formatDateTime(shipment.createdAt)} · {shopNames(shipment)} · {countOf(shipment.cards, CARDS)}
        {shipment.repeatOf === null ? '' : ` · повтор отправки №${shipment.repeatOf}`}
      </p>
      <div className="text-sm">
        <DataAgeNote query={query} />
      </div>
      <ShipmentProgress shipment={shipment} />
      <ShipmentActions shipment={shipment} />
      {shipment.failedItems > 0 ? <ShipmentErrors shipment={shipment} /> : null}
      <h3 className="mt-5 mb-2 text-base">Ход отправки</h3>
      <ol className="flex flex-col gap-1 text-sm">
        {shipment.events.map((event) => (
          <li key={event.id} className="flex gap-3">
            <time
              dateTime={event.at}
              className="shrink-0 text-muted tabular-nums"
              title={formatDateTime(event.at)}
            >
              {formatTimeWithSeconds(event.at)}
            </time>
            <span className="min-w-0 break-words text-ink-2">{event.text}</span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function ShipmentActions({ shipment }: { shipment: Shipment }) {
  const [dialog, setDialog] = useState<'retry' | 'repeat' | 'stocks' | null>(null);
  const retry = useRetryShipment();
  const repeat = useRepeatShipment();
  const onlineOnly = useOnlineOnly();
  const navigate = useNavigate();
  const close = () => setDialog(null);
  const running = isRunning(shipment.status);
  const isConfirmed = confirmedStatuses.some((status) => status === shipment.status);
  const busyReason = running ? 'Отправка ещё выполняется' : null;

  return (
    <div className="mt-4 flex flex-wrap gap-2" data-print="hide">
      {shipment.failedItems > 0 ? (
        <Button
          variant="primary"
          size="sm"
          onClick={() => setDialog('retry')}
          disabledReason={busyReason ?? onlineOnly('Повторить можно только при связи')}
        >
          Повторить с ошибками ({shipment.failedItems})
        </Button>
      ) : null}
      <Button
        size="sm"
        onClick={() => setDialog('repeat')}
        disabledReason={busyReason ?? onlineOnly('Повторить можно только при связи')}
      >
        Повторить всё
      </Button>
      <Button
        size="sm"
        onClick={() => setDialog('stocks')}
        disabledReason={
          isConfirmed || shipment.stages[0]?.done
            ? null
            : 'Остатки появятся, когда маркетплейс примет карточки'
        }
      >
        Остатки
      </Button>
      <ConfirmDialog
        open={dialog === 'retry'}
        onClose={close}
        loading={retry.isPending}
        title="Повторить карточки с ошибками?"
        confirmLabel={`Повторить ${shipment.failedItems}`}
        onConfirm={() =>
          retry.mutate(shipment.id, {
            onSuccess: () => showToast({ type: 'success', text: 'Отправка продолжена' }),
            onSettled: close,
          })
        }
      >
        Снова уйдёт только то, что не получилось:{' '}
        {countOf(shipment.failedItems, ['позиция', 'позиции', 'позиций'])}, с сегодняшними данными карточек.
        Принятое маркетплейсом не отправляется ещё раз.
      </ConfirmDialog>
      <ConfirmDialog
        open={dialog === 'repeat'}
        onClose={close}
        loading={repeat.isPending}
        title="Повторить отправку целиком?"
        confirmLabel={`Отправить ${countOf(shipment.cards, ['карточку', 'карточки', 'карточек'])}`}
        onConfirm={() =>
          repeat.mutate(shipment.id, {
            onSuccess: (created) => {
              showToast({ type: 'success', text: `Отправка №${created.id} создана` });
              void navigate(`/home/shipments?id=${created.id}`);
            },
            onSettled: close,
          })
        }
      >
        Будет создана новая отправка: {countOf(shipment.cards, CARDS)} в{' '}
        {countOf(shipment.shops.length, ['магазин', 'магазина', 'магазинов'])}, с теми же настройками и
        сегодняшними данными карточек.
      </ConfirmDialog>
      {dialog === 'stocks' ? <ShipmentStocksDialog shipment={shipment} onClose={close} /> : null}
    </div>
  );
}

/** The server finishes a shipment by itself: once seen, what the screens know of its cards is old. */
function useRefreshWhenEnded(shipment: Shipment | undefined): void {
  const queryClient = useQueryClient();
  const wasRunning = useRef(false);
  const running = shipment !== undefined && isRunning(shipment.status);
  useEffect(() => {
    if (wasRunning.current && !running && shipment !== undefined) void shipmentEnded(queryClient);
    wasRunning.current = running;
  }, [running, shipment, queryClient]);
}

function LoadingDetail() {
  return (
    <>
      <Skeleton className="h-6 w-1/2" />
      <Skeleton className="mt-3 h-4 w-3/4" />
      <Skeleton className="mt-5 h-10 w-full" />
      <Skeleton className="mt-5 h-8 w-2/3" />
      <Skeleton className="mt-5 h-24 w-full" />
    </>
  );
}
