import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { isRunning, shipmentEnded, shipmentQueries } from '#api/shipments.ts';
import type { Shipment } from '#contract/shipments.ts';
import { formatDateTime } from '#lib/dates.ts';
import { formatInteger } from '#lib/numbers.ts';
import { paths } from '#lib/paths.ts';
import { countOf } from '#lib/plurals.ts';
import { DataAgeNote } from '#parts/data-age-note.tsx';
import { isStuck } from '#parts/is-stuck.ts';
import { LoadProblem } from '#parts/load-problem.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Panel } from '#ui/panel.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { ShipmentActions } from './shipment-actions.tsx';
import { ShipmentErrors } from './shipment-errors.tsx';
import { ShipmentHistory } from './shipment-history.tsx';
import { ShipmentProgress } from './shipment-progress.tsx';
import { ShipmentStatusTag } from './shipment-status.tsx';
import { shopNames } from './shipment-table.tsx';

const CARDS = ['карточка', 'карточки', 'карточек'] as const;

interface ShipmentDetailProps {
  id: number;
  /** Something was opened that the address must not lose: a screen that is turned finds the shipment by it. */
  onActing: () => void;
}

export function ShipmentDetail({ id, onActing }: ShipmentDetailProps) {
  const query = useQuery(shipmentQueries.one(id));
  const shipment = query.data;
  useRefreshWhenEnded(shipment);
  if (!shipment) {
    return (
      <Panel>
        {isStuck(query) ? (
          <LoadProblem
            error={query.error}
            onRetry={() => void query.refetch()}
            missing={
              <EmptyState
                icon="send"
                title="Отправка не найдена"
                text="Возможно, адрес из другого кабинета."
                action={<LinkButton to={paths.shipments}>Все отправки</LinkButton>}
              />
            }
          />
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
      {shipment.stocks ? (
        <p className="mt-1 text-sm text-muted">
          Остатки: по {formatInteger(shipment.stocks.amount)} шт. каждого размера, группа «
          {shipment.stocks.groupName}»
        </p>
      ) : null}
      <div className="text-sm">
        <DataAgeNote query={query} />
      </div>
      <ShipmentProgress shipment={shipment} />
      <ShipmentActions shipment={shipment} onActing={onActing} />
      {shipment.failedItems > 0 ? <ShipmentErrors shipment={shipment} /> : null}
      <ShipmentHistory events={shipment.events} />
    </Panel>
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

/** Of the size of a short shipment. */
export function LoadingDetail() {
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
