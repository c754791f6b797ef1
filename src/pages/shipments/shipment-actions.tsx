import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { isRunning, useRepeatShipment, useRetryShipment } from '#api/shipments.ts';
import { confirmedStatuses, type Shipment } from '#contract/shipments.ts';
import { countOf } from '#lib/plurals.ts';
import { hrefTo } from '#lib/paths.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { showToast } from '#ui/toast-store.ts';
import { ShipmentDownloads } from './shipment-downloads.tsx';
import { ShipmentStocksDialog } from './shipment-stocks-dialog.tsx';

const CARDS = ['карточка', 'карточки', 'карточек'] as const;

/** What can be done with a shipment; each deed says in numbers what it will do. */
export function ShipmentActions({ shipment, onActing }: { shipment: Shipment; onActing: () => void }) {
  const [dialog, setDialog] = useState<'retry' | 'repeat' | 'stocks' | null>(null);
  const open = (asked: 'retry' | 'repeat' | 'stocks') => {
    setDialog(asked);
    onActing();
  };
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
          isWrapping
          onClick={() => open('retry')}
          disabledReason={busyReason ?? onlineOnly('Повторить можно только при связи')}
        >
          Повторить с ошибками ({shipment.failedItems})
        </Button>
      ) : null}
      <Button
        size="sm"
        onClick={() => open('repeat')}
        disabledReason={busyReason ?? onlineOnly('Повторить можно только при связи')}
      >
        Повторить всё
      </Button>
      <Button
        size="sm"
        onClick={() => open('stocks')}
        disabledReason={
          isConfirmed || shipment.stages[0]?.done
            ? null
            : 'Остатки появятся, когда маркетплейс примет карточки'
        }
      >
        Остатки
      </Button>
      <ShipmentDownloads shipment={shipment} />
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
              void navigate(hrefTo.shipment({ id: created.id }));
            },
            onSettled: close,
          })
        }
      >
        Будет создана новая отправка: {countOf(shipment.cards, CARDS)} в{' '}
        {countOf(shipment.shops.length, ['магазин', 'магазина', 'магазинов'])}, с теми же настройками и
        сегодняшними данными карточек.
        {shipment.stocks
          ? ` Остатки — снова по ${shipment.stocks.amount} шт., группа «${shipment.stocks.groupName}».`
          : ''}
      </ConfirmDialog>
      {dialog === 'stocks' ? <ShipmentStocksDialog shipment={shipment} onClose={close} /> : null}
    </div>
  );
}
