import { useEffect } from 'react';
import { useReadCardStocks } from '#api/card-sending.ts';
import { formatInteger } from '#lib/numbers.ts';
import { countOf } from '#lib/plurals.ts';
import { LoadProblem } from '#parts/load-problem.tsx';
import { useHasFailed } from '#parts/use-has-failed.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Notice } from '#ui/notice.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { unitsOf, type StockChange, type StockLine } from './stock-lines.ts';

const AMOUNTS = ['остаток', 'остатка', 'остатков'] as const;
const ON_WAREHOUSES = ['складе', 'складах', 'складах'] as const;
/** Nobody reads more of them in a question. */
const MAX_LISTED = 8;

interface SendDialogProps {
  changes: readonly StockChange[];
  isSending: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Says in numbers what «Отправить остатки» will do. */
export function SendStocksDialog({ changes, isSending, onConfirm, onClose }: SendDialogProps) {
  const warehouses = new Set(changes.map(({ line }) => line.warehouse.id)).size;
  const units = changes.reduce((sum, { amount }) => sum + amount, 0);
  const before = unitsOf(changes.map(({ line }) => line));
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={onConfirm}
      loading={isSending}
      title={`Отправить ${countOf(changes.length, AMOUNTS)} на ${countOf(warehouses, ['склад', 'склада', 'складов'])}?`}
      confirmLabel={`Отправить ${countOf(changes.length, AMOUNTS)}`}
    >
      <p>
        На Wildberries станет {formatInteger(units)}&nbsp;шт. вместо {formatInteger(before)}&nbsp;шт., сразу
        после отправки.
      </p>
      <ul className="mt-3 flex flex-col gap-1 text-sm">
        {changes.slice(0, MAX_LISTED).map(({ line, amount }) => (
          <li key={line.key} className="flex justify-between gap-3">
            <span className="min-w-0 truncate text-muted">
              {line.warehouse.name}
              {line.techSize ? `, ${line.techSize}` : ''}
            </span>
            <span className="shrink-0 tabular-nums">
              {formatInteger(line.known)} → {formatInteger(amount)}
            </span>
          </li>
        ))}
        {changes.length > MAX_LISTED ? (
          <li className="text-muted">и ещё {formatInteger(changes.length - MAX_LISTED)}</li>
        ) : null}
      </ul>
    </ConfirmDialog>
  );
}

interface ClearDialogProps {
  cardId: number;
  /** Follows what is read. */
  lines: readonly StockLine[];
  isSending: boolean;
  onConfirm: (changes: StockChange[]) => void;
  onClose: () => void;
}

/** Reads the card's stocks first: what the copy of an hour ago lacks would stay on sale. */
export function ClearStocksDialog({ cardId, lines, isSending, onConfirm, onClose }: ClearDialogProps) {
  const read = useReadCardStocks();
  const hasFailed = useHasFailed(read);
  const { mutate } = read;
  useEffect(() => mutate(cardId), [mutate, cardId]);
  const filled = lines.filter((line) => line.known > 0);
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      isDismissible={!isSending}
      title="Обнулить остатки карточки?"
      footer={
        <>
          <Button onClick={onClose} disabledReason={isSending ? 'Дождитесь ответа' : null}>
            Отмена
          </Button>
          <Button
            variant="danger"
            loading={isSending}
            disabledReason={nothingToClear(read.data !== undefined, filled)}
            onClick={() => onConfirm(filled.map((line) => ({ line, amount: 0 })))}
          >
            {read.data && filled.length > 0 ? `Обнулить ${countOf(filled.length, AMOUNTS)}` : 'Обнулить'}
          </Button>
        </>
      }
    >
      {hasFailed ? (
        <LoadProblem error={read.error} onRetry={() => mutate(cardId)} />
      ) : (
        <WhatIsCleared isRead={read.data !== undefined} filled={filled} />
      )}
      {read.data && read.data.unread.length > 0 ? (
        <Notice tone="warning" className="mt-3" title="Прочитано не всё: там могут быть и другие остатки">
          <ul className="mt-1">
            {read.data.unread.map(({ shopName, detail }) => (
              <li key={shopName}>
                {shopName}: {detail}
              </li>
            ))}
          </ul>
        </Notice>
      ) : null}
    </Dialog>
  );
}

function nothingToClear(isRead: boolean, filled: readonly StockLine[]): string | null {
  if (!isRead) return 'Читаем остатки на складах';
  return filled.length === 0 ? 'Обнулять нечего' : null;
}

/** Says in numbers what «Обнулить» will do. */
function WhatIsCleared({ isRead, filled }: { isRead: boolean; filled: readonly StockLine[] }) {
  if (!isRead) {
    return (
      <p className="flex items-center gap-2" aria-live="polite">
        <Spinner />
        Читаем остатки на складах маркетплейса…
      </p>
    );
  }
  if (filled.length === 0) return <p>На складах и так нет остатков.</p>;
  const warehouses = new Set(filled.map((line) => line.warehouse.id)).size;
  return (
    <p aria-live="polite">
      На {countOf(warehouses, ON_WAREHOUSES)} станет 0&nbsp;шт. вместо {formatInteger(unitsOf(filled))}
      &nbsp;шт.: покупатели не смогут заказать товар с этих складов.
    </p>
  );
}
