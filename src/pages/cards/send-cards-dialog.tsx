import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { cardQueries, useSendCards } from '#api/cards.ts';
import { newIdempotencyKey } from '#api/idempotency-key.ts';
import { userQueries } from '#api/users.ts';
import type { CardCheck } from '#contract/card-sending.ts';
import type { CardSelection } from '#contract/cards.ts';
import { countOf } from '#lib/plurals.ts';
import { useOnlineOnly } from '#offline/online-only.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Notice } from '#ui/notice.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { showToast } from '#ui/toast-store.ts';
import { cardsWithErrors, SendProblems } from './send-problems.tsx';
import { SendShopsField } from './send-shops-field.tsx';
import { NO_STOCKS, SendStocksField, stocksOption, stocksProblem } from './send-stocks-field.tsx';

const CARDS = ['карточку', 'карточки', 'карточек'] as const;
const SHOPS = ['магазин', 'магазина', 'магазинов'] as const;

interface SendCardsDialogProps {
  selection: CardSelection;
  cardCount: number;
  onClose: () => void;
  onSent: () => void;
}

/** Which shops and what to send; says in numbers what will happen before it happens. */
export function SendCardsDialog({ selection: chosen, cardCount, onClose, onSent }: SendCardsDialogProps) {
  const { data: profile } = useQuery(userQueries.me());
  const [shopIds, setShopIds] = useState<number[]>([]);
  const [excludedIds, setExcludedIds] = useState<number[]>([]);
  const [options, setOptions] = useState({ withPrices: true, withDiscounts: true, withImages: true });
  const [stocks, setStocks] = useState(NO_STOCKS);
  // One key for one intention: a second press of the button cannot make a second shipment.
  const [idempotencyKey] = useState(newIdempotencyKey);
  const selection = withoutCards(chosen, excludedIds);
  const check = useQuery({
    ...cardQueries.check(
      selection,
      shopIds.toSorted((a, b) => a - b),
    ),
    enabled: shopIds.length > 0 && !isEmpty(selection),
    // What is known of the other shops stays in sight while one more is looked at.
    placeholderData: keepPreviousData,
  });
  const send = useSendCards();
  const onlineOnly = useOnlineOnly();
  const navigate = useNavigate();

  const count = cardCount - excludedIds.length;
  const shops = profile?.shops ?? [];
  const chosenShops = shops.filter((shop) => shopIds.includes(shop.id));
  const isChecking = check.isFetching || check.isPlaceholderData;
  const refusal =
    onlineOnly('Отправка доступна только при связи') ??
    (shopIds.length === 0 ? 'Выберите магазин' : null) ??
    (isEmpty(selection) ? 'Все карточки с ошибками: отправлять нечего' : null) ??
    stocksProblem(stocks) ??
    (isChecking ? 'Проверяем карточки' : null) ??
    blockerOf(check.data, (id) => shops.find((shop) => shop.id === id)?.name ?? '');
  const label =
    shopIds.length === 0
      ? `Отправить ${countOf(count, CARDS)}`
      : `Отправить ${countOf(count, CARDS)} в ${countOf(shopIds.length, SHOPS)}`;

  const submit = () => {
    if (refusal !== null || send.isPending) return;
    send.mutate(
      { body: { selection, shopIds, options: { ...options, ...stocksOption(stocks) } }, idempotencyKey },
      {
        onSuccess: (shipment) => {
          showToast({
            type: 'success',
            text: `Отправка №${shipment.id} создана`,
            action: { label: 'Открыть', onClick: () => void navigate(`/home/shipments?id=${shipment.id}`) },
          });
          onSent();
        },
      },
    );
  };

  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={submit}
      isDismissible={!send.isPending}
      title="Отправить в магазины"
      description={`${countOf(count, ['карточка', 'карточки', 'карточек'])} — в каждый выбранный магазин`}
      footer={
        <>
          <Button onClick={onClose} disabledReason={send.isPending ? 'Отправка создаётся' : null}>
            Отмена
          </Button>
          <Button type="submit" variant="primary" loading={send.isPending} disabledReason={refusal}>
            {label}
          </Button>
        </>
      }
    >
      <SendShopsField
        shops={shops}
        chosenIds={shopIds}
        onChange={setShopIds}
        check={check.data}
        hasCheckFailed={check.isError}
      />
      <fieldset className="mt-4">
        <legend className="mb-1.5 font-medium">Вместе с карточкой</legend>
        <div className="mb-2 flex flex-wrap gap-x-6 gap-y-1">
          <Checkbox
            label="Цены"
            checked={options.withPrices}
            onChange={(withPrices) => setOptions({ ...options, withPrices })}
          />
          <Checkbox
            label="Скидки"
            checked={options.withDiscounts}
            onChange={(withDiscounts) => setOptions({ ...options, withDiscounts })}
          />
          <Checkbox
            label="Изображения"
            checked={options.withImages}
            onChange={(withImages) => setOptions({ ...options, withImages })}
          />
        </div>
        <SendStocksField
          choice={stocks}
          onChange={setStocks}
          shops={chosenShops}
          defaultGroupId={profile?.settings.defaultWarehouseGroupId ?? null}
        />
      </fieldset>
      <div className="mt-4 min-h-16" aria-live="polite">
        {shopIds.length === 0 ? null : check.isError ? (
          <Notice tone="warning">
            Проверить карточки не удалось. Отправить можно и так: ошибки покажет отправка.
          </Notice>
        ) : check.data ? (
          <SendProblems
            check={check.data}
            excludedCount={excludedIds.length}
            onExclude={
              'ids' in chosen && chosen.ids.length > 1
                ? (isOn) => setExcludedIds(isOn && check.data ? cardsWithErrors(check.data) : [])
                : undefined
            }
          />
        ) : (
          <p className="flex items-center gap-2 text-muted">
            <Spinner /> Проверяем карточки…
          </p>
        )}
      </div>
    </Dialog>
  );
}

function withoutCards(selection: CardSelection, excludedIds: readonly number[]): CardSelection {
  if (excludedIds.length === 0 || !('ids' in selection)) return selection;
  return { ids: selection.ids.filter((id) => !excludedIds.includes(id)) };
}

function isEmpty(selection: CardSelection): boolean {
  return 'ids' in selection && selection.ids.length === 0;
}

/** The first chosen shop that nothing would get to, and what to do about it. */
function blockerOf(check: CardCheck | undefined, shopName: (id: number) => string): string | null {
  const blocked = check?.shops.find((shop) => shop.isBlocked === true);
  if (!blocked) return null;
  return `«${shopName(blocked.shopId)}»: ${blocked.problem ?? ''}. Снимите отметку с магазина или исправьте причину`;
}
