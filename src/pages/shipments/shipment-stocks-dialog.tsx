import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { shipmentQueries, useSendShipmentStocks } from '#api/shipments.ts';
import { userQueries } from '#api/users.ts';
import { warehouseQueries } from '#api/warehouses.ts';
import type { Shipment, ShipmentStock, ShipmentStocks } from '#contract/shipments.ts';
import type { WarehouseGroup } from '#contract/warehouses.ts';
import { formatInteger } from '#lib/numbers.ts';
import { countOf } from '#lib/plurals.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { isStuck } from '#parts/is-stuck.ts';
import { LoadProblem } from '#parts/load-problem.tsx';
import { StockSendResultNotice } from '#parts/stock-send-result.tsx';
import { Button } from '#ui/button.tsx';
import { Cell, DataTable, HeadCell, Row, TwoLines } from '#ui/data-table.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { NumberInput } from '#ui/number-input.tsx';
import { Select } from '#ui/select.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { UnreadStocks } from './unread-stocks.tsx';

const MAX_AMOUNT = 100_000;
/** Nobody reads more; what is sent is not bounded by it. */
const MAX_ROWS = 500;

interface ShipmentStocksDialogProps {
  shipment: Shipment;
  onClose: () => void;
}

/** Stocks of the shipment's cards as the marketplace has them now, and one amount for a group of warehouses. */
export function ShipmentStocksDialog({ shipment, onClose }: ShipmentStocksDialogProps) {
  const stocks = useQuery(shipmentQueries.stocks(shipment.id));
  const groups = useQuery(warehouseQueries.groups());
  const { data: profile } = useQuery(userQueries.me());
  const { stocks: rows, unread = [] } = stocks.data ?? {};
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [amount, setAmount] = useState<number | null>(null);
  const send = useSendShipmentStocks();
  const onlineOnly = useOnlineOnly();
  const usable = groups.data?.filter(({ kind }) => kind === 'USER') ?? [];
  const groupId = chosenId ?? String(profile?.settings.defaultWarehouseGroupId ?? '');
  const group = usable.find(({ id }) => String(id) === groupId);
  const amountError = amount === null || isAmount(amount) ? undefined : 'Остаток — от 0 до 100 000';
  const noAmount = amount === null ? 'Укажите остаток' : null;
  const missing = group === undefined ? 'Выберите группу складов' : (amountError ?? noAmount);

  const submit = () => {
    if (missing !== null || !group || amount === null || send.isPending) return;
    send.mutate({ id: shipment.id, body: { warehouseGroupId: group.id, amount } });
  };

  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={submit}
      size="lg"
      isDismissible={!send.isPending}
      title={`Остатки отправки №${shipment.id}`}
      description="Сейчас на складах, по данным маркетплейса"
      footer={
        <>
          <Button onClick={onClose}>Закрыть</Button>
          <Button
            type="submit"
            variant="primary"
            loading={send.isPending}
            disabledReason={missing ?? onlineOnly('Остатки отправляются только при связи')}
          >
            Отправить остатки
          </Button>
        </>
      }
    >
      <Stocks query={stocks} />
      {rows && rows.length > MAX_ROWS ? (
        <p className="mt-2 text-sm text-muted">
          Показаны первые {formatInteger(MAX_ROWS)} из {formatInteger(rows.length)}.
        </p>
      ) : null}
      <UnreadStocks places={unread} isTrying={stocks.isFetching} onRetry={() => void stocks.refetch()} />
      <div className="mt-4 grid gap-4 sm:grid-cols-2">
        <Field label="Группа складов">
          <Select
            value={group ? String(group.id) : ''}
            onChange={setChosenId}
            placeholder={groups.isPending ? 'Загружаем…' : 'Выберите группу'}
            options={usable.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
        </Field>
        <Field label="Остаток для каждого размера" error={amountError}>
          <NumberInput value={amount} onChange={setAmount} unit="шт." />
        </Field>
      </div>
      {group && rows && amount !== null && isAmount(amount) && !send.data ? (
        <Forecast group={group} stocks={rows} isAll={unread.length === 0} amount={amount} />
      ) : null}
      {send.data ? <StockSendResultNotice result={send.data} /> : null}
    </Dialog>
  );
}

/** What «Отправить остатки» would do, in numbers. */
function Forecast({
  group,
  stocks,
  isAll,
  amount,
}: {
  group: WarehouseGroup;
  stocks: readonly ShipmentStock[];
  /** Those of the group may be among what could not be read. */
  isAll: boolean;
  amount: number;
}) {
  const ofGroup = new Set(group.warehouses.map(({ id }) => id));
  const places = stocks.filter(({ warehouseId }) => ofGroup.has(warehouseId));
  const warehouses = new Set(places.map(({ warehouseId }) => warehouseId)).size;
  if (places.length === 0) {
    if (!isAll) return null;
    return (
      <p className="mt-3 text-sm text-orange">В группе «{group.name}» нет складов магазинов этой отправки.</p>
    );
  }
  return (
    <p className="mt-3 text-sm text-muted" aria-live="polite">
      {countOf(places.length, ['остаток станет', 'остатка станут', 'остатков станут'])}{' '}
      {formatInteger(amount)} шт. на {countOf(warehouses, ['складе', 'складах', 'складах'])}.
    </p>
  );
}

function Stocks({ query }: { query: UseQueryResult<ShipmentStocks> }) {
  if (query.data === undefined && isStuck(query)) {
    return <LoadProblem error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (query.data?.stocks.length === 0) {
    // Why there is nothing to show is said below.
    if (query.data.unread.length > 0) return null;
    return <p className="text-muted">На складах магазинов этих карточек ещё нет.</p>;
  }
  return (
    <DataTable label="Остатки" scroll="inside" frameClassName="max-h-72" className="table-fixed">
      <colgroup>
        <col />
        <col className="w-56 max-md:hidden" />
        <col className="w-20 max-md:hidden" />
        <col className="w-24" />
      </colgroup>
      <thead>
        <tr>
          <HeadCell>Карточка</HeadCell>
          <HeadCell className="max-md:hidden">Склад</HeadCell>
          <HeadCell className="max-md:hidden">Размер</HeadCell>
          <HeadCell align="end">Остаток</HeadCell>
        </tr>
      </thead>
      <tbody>
        {query.data?.stocks.slice(0, MAX_ROWS).map((stock) => (
          <Row key={`${stock.warehouseId}-${stock.chrtId}`}>
            <Cell title={stock.title}>
              <TwoLines
                main={stock.title}
                below={
                  <>
                    {stock.vendorCode}
                    {sizeOf(stock) ? <span className="md:hidden"> · {sizeOf(stock)}</span> : null}
                  </>
                }
              />
              <div className="truncate text-sm text-muted md:hidden">{stock.warehouseName}</div>
            </Cell>
            <Cell className="max-md:hidden" title={stock.warehouseName}>
              <TwoLines main={stock.warehouseName} below={stock.shopName} />
            </Cell>
            <Cell className="truncate max-md:hidden">{sizeOf(stock) || '—'}</Cell>
            <Cell align="end">{formatInteger(stock.amount)}</Cell>
          </Row>
        )) ?? (
          <SkeletonRows
            count={4}
            columns={[{}, { className: 'max-md:hidden' }, { className: 'max-md:hidden' }, { align: 'end' }]}
            rowHeightPx={48}
          />
        )}
      </tbody>
    </DataTable>
  );
}

/** «0» is how the marketplace writes goods without sizes. */
function sizeOf({ techSize }: ShipmentStock): string {
  return techSize === '0' ? '' : techSize;
}

function isAmount(amount: number): boolean {
  return Number.isInteger(amount) && amount >= 0 && amount <= MAX_AMOUNT;
}
