import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSendCardStocks } from '#api/card-sending.ts';
import { newIdempotencyKey } from '#api/idempotency-key.ts';
import { oneCardQueries } from '#api/one-card.ts';
import { warehouseQueries } from '#api/warehouses.ts';
import { MAX_STOCK_AMOUNT } from '#contract/stock-amount.ts';
import type { StockSendResult } from '#contract/warehouses.ts';
import { formatInteger } from '#lib/numbers.ts';
import { countOf } from '#lib/plurals.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { isStuck } from '#parts/is-stuck.ts';
import { LoadProblem } from '#parts/load-problem.tsx';
import { Button } from '#ui/button.tsx';
import { Cell, DataTable, HeadCell, Row } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Notice } from '#ui/notice.tsx';
import { NumberInput } from '#ui/number-input.tsx';
import { Panel } from '#ui/panel.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { StockSendResultNotice } from '#parts/stock-send-result.tsx';
import { ClearStocksDialog, SendStocksDialog } from './stock-dialogs.tsx';
import { stockLines, unitsOf, type StockChange } from './stock-lines.ts';

const TITLE = 'Остатки на складах';
const AMOUNTS = ['остаток', 'остатка', 'остатков'] as const;

/** Amounts by warehouse and size. They go to the marketplace at once and are never queued. */
export function StocksPanel({ cardId }: { cardId: number }) {
  const inShops = useQuery(oneCardQueries.inShops(cardId));
  const warehouses = useQuery(warehouseQueries.list());
  const [typed, setTyped] = useState<ReadonlyMap<string, number | null>>(new Map());
  const [question, setQuestion] = useState<'send' | 'clear' | null>(null);
  const [result, setResult] = useState<StockSendResult & { wasClearing: boolean }>();
  const send = useSendCardStocks();
  const onlineOnly = useOnlineOnly();
  const lines = stockLines(inShops.data ?? [], warehouses.data ?? []);
  const changes = lines.flatMap((line): StockChange[] => {
    const amount = typed.get(line.key);
    return amount == null || amount === line.known ? [] : [{ line, amount }];
  });
  const offline = onlineOnly('Остатки отправляются только при связи');

  const sendAmounts = (amounts: readonly StockChange[]) =>
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
          setResult({ ...sent, wasClearing: question === 'clear' });
          setTyped(new Map());
        },
        onSettled: () => setQuestion(null),
      },
    );

  // What has not come is not «none».
  const lacking = [inShops, warehouses].find(({ data }) => data === undefined);
  if (lacking) {
    return (
      <Panel title={TITLE}>
        {isStuck(lacking) ? (
          <LoadProblem error={lacking.error} onRetry={() => void lacking.refetch()} />
        ) : (
          <Skeleton className="h-40 w-full" />
        )}
      </Panel>
    );
  }
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
      title={TITLE}
      actions={
        <>
          <Button size="sm" onClick={() => setQuestion('clear')} disabledReason={offline}>
            Обнулить
          </Button>
          <Button
            size="sm"
            variant="primary"
            onClick={() => setQuestion('send')}
            disabledReason={problemOf(typed, changes) ?? offline}
          >
            {changes.length === 0 ? 'Отправить остатки' : `Отправить ${countOf(changes.length, AMOUNTS)}`}
          </Button>
        </>
      }
    >
      <DataTable label="Остатки" className="table-fixed max-[22rem]:block">
        <colgroup>
          <col />
          <col className="w-18 md:w-32" />
          <col className="w-26 md:w-44" />
        </colgroup>
        <thead className="max-[22rem]:sr-only">
          <tr>
            <HeadCell>Склад</HeadCell>
            <HeadCell>Размер</HeadCell>
            <HeadCell align="end">Остаток</HeadCell>
          </tr>
        </thead>
        {/* On the narrowest screens a row's warehouse stands above its size and amount. */}
        <tbody className="max-[22rem]:block">
          {lines.map((line) => (
            <Row
              key={line.key}
              className="max-[22rem]:grid max-[22rem]:grid-cols-[1fr_6rem] max-[22rem]:items-center"
            >
              <Cell className="max-[22rem]:col-span-2 max-[22rem]:h-auto max-[22rem]:border-b-0">
                <div className="break-words">{line.warehouse.name}</div>
                <div className="text-sm break-words text-muted">{line.shopName}</div>
              </Cell>
              <Cell className="truncate max-[22rem]:content-center max-[22rem]:pr-0">
                {line.techSize || '—'}
              </Cell>
              <Cell align="end">
                <NumberInput
                  aria-label={`Остаток: ${line.warehouse.name}, ${line.techSize || 'без размера'}`}
                  value={typed.get(line.key) ?? line.known}
                  onChange={(amount) => setTyped(new Map(typed).set(line.key, amount))}
                  isInvalid={(typed.get(line.key) ?? 0) > MAX_STOCK_AMOUNT}
                  className="ml-auto max-w-28"
                />
              </Cell>
            </Row>
          ))}
        </tbody>
      </DataTable>
      {result ? <StockSendResultNotice result={result} /> : null}
      {result?.wasClearing && unitsOf(lines) > 0 ? (
        <p aria-live="polite" className="mt-2 text-sm text-orange">
          На складах осталось {formatInteger(unitsOf(lines))}&nbsp;шт.
        </p>
      ) : null}
      {lines.some((line) => line.warehouse.isProcessing) ? (
        <Notice tone="info" className="mt-4">
          Один из складов маркетплейс сейчас обрабатывает: его остатки можно будет изменить через несколько
          минут.
        </Notice>
      ) : null}
      {question === 'send' ? (
        <SendStocksDialog
          changes={changes}
          isSending={send.isPending}
          onConfirm={() => sendAmounts(changes)}
          onClose={() => setQuestion(null)}
        />
      ) : null}
      {question === 'clear' ? (
        <ClearStocksDialog
          cardId={cardId}
          lines={lines}
          isSending={send.isPending}
          onConfirm={sendAmounts}
          onClose={() => setQuestion(null)}
        />
      ) : null}
    </Panel>
  );
}

function problemOf(
  typed: ReadonlyMap<string, number | null>,
  changes: readonly StockChange[],
): string | null {
  const isWrong = [...typed.values()].some((amount) => amount !== null && amount > MAX_STOCK_AMOUNT);
  if (isWrong) return 'Остаток — от 0 до 100 000';
  return changes.length === 0 ? 'Измените хотя бы один остаток' : null;
}
