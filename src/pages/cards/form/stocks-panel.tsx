import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSendCardStocks } from '#api/cards.ts';
import { newIdempotencyKey } from '#api/idempotency-key.ts';
import { warehouseQueries } from '#api/warehouses.ts';
import { MAX_STOCK_AMOUNT } from '#contract/card-sending.ts';
import { type ShopCard } from '#contract/cards.ts';
import type { StockSendResult, Warehouse } from '#contract/warehouses.ts';
import { countOf } from '#lib/plurals.ts';
import { useOnlineOnly } from '#offline/online-only.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Cell, DataTable, HeadCell, Row, TwoLines } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Notice } from '#ui/notice.tsx';
import { NumberInput } from '#ui/number-input.tsx';
import { Panel } from '#ui/panel.tsx';
import { StockSendResultNotice } from '#pages/stock-send-result.tsx';

const AMOUNTS = ['остаток', 'остатка', 'остатков'] as const;

interface StockLine {
  key: string;
  shopName: string;
  warehouse: Warehouse;
  chrtId: number;
  techSize: string;
  /** As the marketplace had it when last read. */
  known: number;
}

/** Amounts by warehouse and size. They go to the marketplace at once and are never queued. */
export function StocksPanel({ cardId, inShops }: { cardId: number; inShops: readonly ShopCard[] }) {
  const { data: warehouses } = useQuery(warehouseQueries.list());
  const [typed, setTyped] = useState<ReadonlyMap<string, number | null>>(new Map());
  const [isClearing, setClearing] = useState(false);
  const [result, setResult] = useState<StockSendResult>();
  const send = useSendCardStocks();
  const onlineOnly = useOnlineOnly();
  const lines = stockLines(inShops, warehouses ?? []);
  const changed = lines.filter((line) => {
    const amount = typed.get(line.key);
    return amount !== undefined && amount !== null && amount !== line.known;
  });
  const isWrong = [...typed.values()].some(
    (amount) => amount !== null && (amount < 0 || amount > MAX_STOCK_AMOUNT),
  );
  const filled = lines.filter((line) => line.known > 0);
  const offline = onlineOnly('Остатки отправляются только при связи');

  const sendAmounts = (amounts: { line: StockLine; amount: number }[]) =>
    send.mutate(
      {
        id: cardId,
        stocks: amounts.map(({ line, amount }) => ({
          warehouseId: line.warehouse.id,
          chrtId: line.chrtId,
          amount,
        })),
        idempotencyKey: newIdempotencyKey(),
      },
      {
        onSuccess: (sent) => {
          setResult(sent);
          setTyped(new Map());
        },
        onSettled: () => setClearing(false),
      },
    );

  if (lines.length === 0) {
    return (
      <Panel>
        <EmptyState
          icon="table"
          title="Остатков пока нет"
          text="Остатки появятся, когда карточка будет хотя бы в одном магазине со складом: маркетплейс принимает их по размерам созданной карточки."
        />
      </Panel>
    );
  }
  return (
    <Panel
      title="Остатки на складах"
      actions={
        <>
          <Button
            size="sm"
            variant="danger"
            onClick={() => setClearing(true)}
            disabledReason={filled.length === 0 ? 'Остатки уже нулевые' : offline}
          >
            Обнулить
          </Button>
          <Button
            size="sm"
            variant="primary"
            loading={send.isPending}
            onClick={() => sendAmounts(changed.map((line) => ({ line, amount: typed.get(line.key) ?? 0 })))}
            disabledReason={
              isWrong
                ? 'Остаток — от 0 до 100 000'
                : changed.length === 0
                  ? 'Измените хотя бы один остаток'
                  : offline
            }
          >
            {changed.length === 0 ? 'Отправить остатки' : `Отправить ${countOf(changed.length, AMOUNTS)}`}
          </Button>
        </>
      }
    >
      <DataTable label="Остатки">
        <thead>
          <tr>
            <HeadCell>Склад</HeadCell>
            <HeadCell>Размер</HeadCell>
            <HeadCell align="end">Остаток</HeadCell>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <Row key={line.key}>
              <Cell>
                <TwoLines main={line.warehouse.name} below={line.shopName} />
              </Cell>
              <Cell>{line.techSize || '—'}</Cell>
              <Cell align="end">
                <NumberInput
                  aria-label={`Остаток: ${line.warehouse.name}, ${line.techSize || 'без размера'}`}
                  value={typed.get(line.key) ?? line.known}
                  onChange={(amount) => setTyped(new Map(typed).set(line.key, amount))}
                  isInvalid={(typed.get(line.key) ?? 0) > MAX_STOCK_AMOUNT}
                  className="ml-auto w-28"
                />
              </Cell>
            </Row>
          ))}
        </tbody>
      </DataTable>
      {result ? <StockSendResultNotice result={result} /> : null}
      {lines.some((line) => line.warehouse.isProcessing) ? (
        <Notice tone="info" className="mt-4">
          Один из складов маркетплейс сейчас обрабатывает: его остатки можно будет изменить через несколько
          минут.
        </Notice>
      ) : null}
      <ConfirmDialog
        open={isClearing}
        onClose={() => setClearing(false)}
        onConfirm={() => sendAmounts(filled.map((line) => ({ line, amount: 0 })))}
        loading={send.isPending}
        isDangerous
        title="Обнулить остатки карточки?"
        confirmLabel={`Обнулить ${countOf(filled.length, AMOUNTS)}`}
      >
        На маркетплейсе станет 0 штук вместо {filled.reduce((sum, line) => sum + line.known, 0)}: покупатели
        не смогут заказать товар с этих складов.
      </ConfirmDialog>
    </Panel>
  );
}

function stockLines(inShops: readonly ShopCard[], warehouses: readonly Warehouse[]): StockLine[] {
  return inShops.flatMap((shop) =>
    shop.sizes.flatMap((size) =>
      warehouses
        .filter((warehouse) => warehouse.shopId === shop.shopId)
        .map((warehouse) => ({
          key: `${warehouse.id}-${size.chrtId}`,
          shopName: shop.shopName,
          warehouse,
          chrtId: size.chrtId,
          // «0» is how the marketplace writes goods without sizes.
          techSize: size.techSize === '0' ? '' : size.techSize,
          known: size.stocks.find((stock) => stock.warehouseId === warehouse.id)?.amount ?? 0,
        })),
    ),
  );
}
