import { Link, useNavigate } from 'react-router-dom';
import type { ShipmentRow } from '#contract/shipments.ts';
import { formatAgo, formatDateTime } from '#lib/dates.ts';
import { countOf } from '#lib/plurals.ts';
import { Cell, DataTable, HeadCell, Row } from '#ui/data-table.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { ShipmentStatusTag } from './shipment-status.tsx';
import { shipmentsSearch, type ShipmentsState } from './shipments-address.ts';
import { useChangedStatuses } from './use-changed-statuses.ts';

const ROW_HEIGHT_PX = 44;
const FIRST_LOAD_ROWS = 9;
const CARDS = ['карточка', 'карточки', 'карточек'] as const;

interface ShipmentTableProps {
  rows: readonly ShipmentRow[] | undefined;
  /** The shipment shown beside the list. */
  shownId: number | null;
  state: ShipmentsState;
}

export function ShipmentTable({ rows, shownId, state }: ShipmentTableProps) {
  const navigate = useNavigate();
  const changed = useChangedStatuses(rows);
  const addressOf = (id: number) => ({ search: shipmentsSearch({ ...state, id }) });
  return (
    <DataTable label="Отправки" className="table-fixed">
      <colgroup>
        <col className="w-22" />
        <col className="max-md:hidden" />
        <col className="w-30 max-md:w-28" />
        <col className="w-58 max-md:w-auto" />
        <col className="w-26 max-md:hidden" />
      </colgroup>
      <thead>
        <tr>
          <HeadCell>Отправка</HeadCell>
          <HeadCell className="max-md:hidden">Магазины</HeadCell>
          <HeadCell>Карточки</HeadCell>
          <HeadCell>Статус</HeadCell>
          <HeadCell align="end" className="max-md:hidden">
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
            <Cell className="truncate max-md:hidden" title={shopNames(shipment)}>
              {shopNames(shipment)}
            </Cell>
            <Cell className="whitespace-nowrap">{countOf(shipment.cards, CARDS)}</Cell>
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
            <Cell align="end" className="text-muted max-md:hidden" title={formatDateTime(shipment.createdAt)}>
              {formatAgo(shipment.createdAt)}
            </Cell>
          </Row>
        )) ?? <SkeletonRows count={FIRST_LOAD_ROWS} columns={5} rowHeightPx={ROW_HEIGHT_PX} />}
      </tbody>
    </DataTable>
  );
}

export function shopNames(shipment: Pick<ShipmentRow, 'shops'>): string {
  return shipment.shops.map((shop) => shop.name).join(', ');
}
