import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { shipmentQueries, useSendShipmentStocks } from '#api/shipments.ts';
import { warehouseQueries } from '#api/warehouses.ts';
import type { Shipment } from '#contract/shipments.ts';
import { formatInteger } from '#lib/numbers.ts';
import { useOnlineOnly } from '#offline/online-only.ts';
import { LoadProblem } from '#pages/load-problem.tsx';
import { StockSendResultNotice } from '#pages/stock-send-result.tsx';
import { Button } from '#ui/button.tsx';
import { Cell, DataTable, HeadCell, Row, TwoLines } from '#ui/data-table.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { NumberInput } from '#ui/number-input.tsx';
import { Select } from '#ui/select.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';

const MAX_AMOUNT = 100_000;

interface ShipmentStocksDialogProps {
  shipment: Shipment;
  onClose: () => void;
}

/** Stocks of the shipment's cards as the marketplace has them now, and one amount for a group of warehouses. */
export function ShipmentStocksDialog({ shipment, onClose }: ShipmentStocksDialogProps) {
  const stocks = useQuery(shipmentQueries.stocks(shipment.id));
  const groups = useQuery(warehouseQueries.groups());
  const [groupId, setGroupId] = useState('');
  const [amount, setAmount] = useState<number | null>(null);
  const send = useSendShipmentStocks();
  const onlineOnly = useOnlineOnly();
  const isAmountWrong = amount !== null && (amount < 0 || amount > MAX_AMOUNT || !Number.isInteger(amount));
  const missing =
    groupId === ''
      ? 'Выберите группу складов'
      : amount === null
        ? 'Укажите остаток'
        : isAmountWrong
          ? 'Остаток — от 0 до 100 000'
          : null;

  const submit = () => {
    if (missing !== null || amount === null || send.isPending) return;
    send.mutate({ id: shipment.id, body: { warehouseGroupId: Number(groupId), amount } });
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
      {stocks.data === undefined && stocks.error && !stocks.isFetching ? (
        <LoadProblem error={stocks.error} onRetry={() => void stocks.refetch()} />
      ) : stocks.data?.length === 0 ? (
        <p className="text-muted">На складах магазинов этих карточек ещё нет.</p>
      ) : (
        <DataTable label="Остатки" scroll="inside" frameClassName="max-h-72">
          <thead>
            <tr>
              <HeadCell>Карточка</HeadCell>
              <HeadCell>Склад</HeadCell>
              <HeadCell>Размер</HeadCell>
              <HeadCell align="end">Остаток</HeadCell>
            </tr>
          </thead>
          <tbody>
            {stocks.data?.map((stock) => (
              <Row key={`${stock.warehouseId}-${stock.chrtId}`}>
                <Cell>
                  <TwoLines main={stock.title} below={stock.vendorCode} />
                </Cell>
                <Cell>
                  <TwoLines main={stock.warehouseName} below={stock.shopName} />
                </Cell>
                <Cell>{stock.techSize || '—'}</Cell>
                <Cell align="end">{formatInteger(stock.amount)}</Cell>
              </Row>
            )) ?? <SkeletonRows count={4} columns={4} rowHeightPx={48} />}
          </tbody>
        </DataTable>
      )}
      <div className="mt-4 grid gap-4 sm:grid-cols-2">
        <Field label="Группа складов">
          <Select
            value={groupId}
            onChange={setGroupId}
            placeholder="Выберите группу"
            options={
              groups.data
                ?.filter((group) => group.kind === 'USER')
                .map((group) => ({ value: String(group.id), label: group.name })) ?? []
            }
          />
        </Field>
        <Field
          label="Остаток для каждого размера"
          error={isAmountWrong ? 'Остаток — от 0 до 100 000' : undefined}
        >
          <NumberInput value={amount} onChange={setAmount} />
        </Field>
      </div>
      {send.data ? <StockSendResultNotice result={send.data} /> : null}
    </Dialog>
  );
}
