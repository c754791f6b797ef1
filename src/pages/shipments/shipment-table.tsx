import { useNavigate } from 'react-router-dom';
import type { ShipmentRow } from '#contract/shipments.ts';
import { formatAgo, formatDateTime } from '#lib/dates.ts';
import { formatInteger } from '#lib/numbers.ts';
import { countOf } from '#lib/plurals.ts';
import { Cell, DataTable, HeadCell, Row } from '#ui/data-table.tsx';
import { Link } from '#ui/link.tsx';
import { Skeleton, SkeletonRows } from '#ui/skeleton.tsx';
import { ShipmentStatusTag } from './shipment-status.tsx';
import { shipmentsSearch, type ShipmentsState } from './shipments-address.ts';
import { useChangedStatuses } from './use-changed-statuses.ts';

const ROW_HEIGHT_PX = 44;
const FIRST_LOAD_ROWS = 9;
/** Beside the chosen shipment there is no room for everything. */
const WHEN_ROOMY = 'lg:max-xl:hidden';
const CARDS = ['карточка', 'карточки', 'карточек'] as const;

interface ShipmentTableProps {
  rows: readonly ShipmentRow[] | undefined;
  /** The shipment shown beside the list. */
  shownId: number | null;
  state: ShipmentsState;
}

/** For a phone and an upright tablet: the same facts, a shipment under a shipment, with the shops’ names whole. */
export function ShipmentRows({ rows, state }: Omit<ShipmentTableProps, 'shownId'>) {
  return (
    <ul aria-label="Отправки" className="overflow-clip rounded-panel border border-line bg-panel">
      {rows?.map((shipment) => (
        <li key={shipment.id} className="not-last:border-b not-last:border-line-soft">
          <Link
            to={{ search: shipmentsSearch({ ...state, id: shipment.id }) }}
            className="flex flex-col gap-1 px-4 py-3 active:bg-sunken"
          >
            <span className="flex items-center justify-between gap-3">
              <span className="font-medium">№{shipment.id}</span>
              <ShipmentStatusTag status={shipment.status} />
            </span>
            <span className="truncate text-sm text-ink-2">{shopNames(shipment)}</span>
            <span className="flex justify-between gap-3 text-sm text-muted">
              <span>{countOf(shipment.cards, CARDS)}</span>
              <span>{formatAgo(shipment.createdAt)}</span>
            </span>
          </Link>
        </li>
      )) ??
        Array.from({ length: FIRST_LOAD_ROWS }, (_, index) => (
          <li key={index} className="h-23 px-4 py-3 not-last:border-b not-last:border-line-soft">
            <Skeleton className="h-5 w-full" />
            <Skeleton className="mt-2.5 h-4 w-2/3" />
          </li>
        ))}
    </ul>
  );
}

export function ShipmentTable({ rows, shownId, state }: ShipmentTableProps) {
  const navigate = useNavigate();
  const changed = useChangedStatuses(rows);
  const addressOf = (id: number) => ({ search: shipmentsSearch({ ...state, id }) });
  return (
    <DataTable label="Отправки" className="table-fixed">
      <colgroup>
        <col className="w-22 lg:max-xl:w-20" />
        <col />
        <col className="w-26" />
        <col className="w-58 lg:max-xl:w-54" />
        <col className={`w-26 ${WHEN_ROOMY}`} />
      </colgroup>
      <thead>
        <tr>
          <HeadCell>Отправка</HeadCell>
          <HeadCell>Магазины</HeadCell>
          <HeadCell align="end">Карточки</HeadCell>
          <HeadCell>Статус</HeadCell>
          <HeadCell align="end" className={WHEN_ROOMY}>
            Создана
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {rows?.map((shipment) => (
          <Row
            key={shipment.id}
            isSelected={shipment.id === shownId}
            {...(shipment.id === shownId ? { 'aria-current': true } : {})}
            onOpen={() => void navigate(addressOf(shipment.id))}
            className="h-11"
          >
            <Cell>
              <Link to={addressOf(shipment.id)} className="font-medium hover:text-accent-ink">
                №{shipment.id}
              </Link>
            </Cell>
            <Cell className="truncate" title={shopNames(shipment)}>
              {shopNames(shipment)}
            </Cell>
            <Cell align="end">{formatInteger(shipment.cards)}</Cell>
            <Cell>
              {changed.has(shipment.id) ? (
                <span key={shipment.status} data-changed className="animate-news rounded-control">
                  <ShipmentStatusTag status={shipment.status} />
                  <span className="sr-only">: статус изменился</span>
                </span>
              ) : (
                <ShipmentStatusTag status={shipment.status} />
              )}
            </Cell>
            <Cell
              align="end"
              className={`text-muted ${WHEN_ROOMY}`}
              title={formatDateTime(shipment.createdAt)}
            >
              {formatAgo(shipment.createdAt)}
            </Cell>
          </Row>
        )) ?? (
          <SkeletonRows
            count={FIRST_LOAD_ROWS}
            columns={[{}, {}, {}, {}, { className: WHEN_ROOMY, align: 'end' }]}
            rowHeightPx={ROW_HEIGHT_PX}
          />
        )}
      </tbody>
    </DataTable>
  );
}

export function shopNames(shipment: Pick<ShipmentRow, 'shops'>): string {
  return shipment.shops.map(({ name, isSandbox }) => (isSandbox ? `${name} (песочница)` : name)).join(', ');
}
