import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSendCards } from '#api/card-sending.ts';
import type { CardsCheck } from '#api/check-cards.ts';
import { isChoiceLost } from '#api/selections.ts';
import { useKeyOfRequest } from '#api/use-key-of-request.ts';
import { userQueries } from '#api/users.ts';
import { MAX_SHIPMENT_CARDS } from '#contract/card-sending.ts';
import { MAX_NAMED_CARDS, type CardSelection } from '#contract/card-operations.ts';
import { countOf } from '#lib/plurals.ts';
import { inQuotes } from '#lib/text.ts';
import { hrefTo } from '#lib/paths.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { LostChoice } from '#parts/cards/lost-choice.tsx';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { showToast } from '#ui/toast-store.ts';
import { SendCheck } from './send-check.tsx';
import { SendShopsField } from './send-shops-field.tsx';
import { NO_STOCKS, SendStocksField, stocksOption, stocksProblem } from './send-stocks-field.tsx';
import { useCardsCheck } from './use-cards-check.ts';

const CARDS = ['карточку', 'карточки', 'карточек'] as const;
const NO_IDS: readonly number[] = [];
const SHOPS = ['магазин', 'магазина', 'магазинов'] as const;

interface SendCardsDialogProps {
  selection: CardSelection;
  cardCount: number;
  /** Where it most likely goes, chosen from the start: seen and taken back before anything is sent. */
  initialShopIds?: number[];
  onClose: () => void;
  onSent: () => void;
}

/** Which shops and what to send; says in numbers what will happen before it happens. */
export function SendCardsDialog({
  selection: chosen,
  cardCount,
  initialShopIds = [],
  onClose,
  onSent,
}: SendCardsDialogProps) {
  const { data: profile } = useQuery(userQueries.me());
  const [shopIds, setShopIds] = useState(initialShopIds);
  const [excluded, setExcluded] = useState<{ of: string; ids: number[] }>({ of: '', ids: [] });
  const [options, setOptions] = useState({ withPrices: true, withDiscounts: true, withImages: true });
  const [stocks, setStocks] = useState(NO_STOCKS);
  // A second press of the button cannot make a second shipment; of another choice it is another one.
  const keyOf = useKeyOfRequest();
  // What was left out of a choice was found in it: of another one nothing is.
  const excludedIds = excluded.of === frozenId(chosen) ? excluded.ids : NO_IDS;
  const selection = withoutCards(chosen, excludedIds);
  const count = cardCount - excludedIds.length;
  const running = useCardsCheck(selection, shopIds, shopIds.length > 0 && count > 0);
  const { check } = running;
  const send = useSendCards();
  /** Pressed while the cards are looked at once more: it goes out if that finds nothing new. */
  const [isWaiting, setIsWaiting] = useState(false);
  const isSending = send.isPending || isWaiting;
  const lost = isChoiceLost(send.error) ? send.error : running.lost;
  const onlineOnly = useOnlineOnly();
  const navigate = useNavigate();

  const shops = profile?.shops ?? [];
  const chosenShops = shops.filter((shop) => shopIds.includes(shop.id));
  const refusal =
    onlineOnly('Отправка доступна только при связи') ??
    (shopIds.length === 0 ? 'Выберите магазин' : null) ??
    (count > MAX_SHIPMENT_CARDS
      ? 'В одной отправке — не больше 10\u00a0000 карточек. Разделите выбор'
      : null) ??
    (count === 0 ? 'Все карточки с ошибками: отправлять нечего' : null) ??
    stocksProblem(stocks) ??
    (lost === null ? null : 'Выбор изменился: выберите карточки заново') ??
    (running.isChecking && !running.isRepeated ? 'Проверяем карточки' : null) ??
    blockerOf(check, (id) => shops.find((shop) => shop.id === id)?.name ?? '');
  const label =
    shopIds.length === 0
      ? `Отправить ${countOf(count, CARDS)}`
      : `Отправить ${countOf(count, CARDS)} в ${countOf(shopIds.length, SHOPS)}`;

  const body = { selection, shopIds, options: { ...options, ...stocksOption(stocks) } };
  const choice = JSON.stringify(body);
  /** null: the dialog is gone. */
  const latest = useRef<string | null>(choice);
  useEffect(() => {
    latest.current = choice;
    return () => void (latest.current = null);
  }, [choice]);

  const submit = async () => {
    if (refusal !== null || isSending) return;
    if (running.isRepeated) {
      setIsWaiting(true);
      const found = await running.finished();
      setIsWaiting(false);
      // What was decided on is no more: it is shown, and the seller decides again.
      if (latest.current !== choice || !isAsFoundBefore(check, found)) return;
    }
    send.mutate(
      { body, idempotencyKey: keyOf(body) },
      {
        onSuccess: (shipment) => {
          showToast({
            type: 'success',
            text: `Отправка №${shipment.id} создана`,
            action: { label: 'Открыть', onClick: () => void navigate(hrefTo.shipment({ id: shipment.id })) },
          });
          onSent();
        },
      },
    );
  };

  const leaveOut = (found: CardsCheck, isOn: boolean) =>
    setExcluded({ of: frozenId(chosen), ids: isOn ? leftOutOf(found) : [] });

  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={() => void submit()}
      isDismissible={!isSending}
      title="Отправить в магазины"
      description={`${countOf(count, ['карточка', 'карточки', 'карточек'])} — в каждый выбранный магазин`}
      footer={
        <>
          <Button onClick={onClose} disabledReason={isSending ? 'Отправка создаётся' : null}>
            Отмена
          </Button>
          <Button type="submit" variant="primary" loading={isSending} disabledReason={refusal}>
            {label}
          </Button>
        </>
      }
    >
      <SendShopsField
        shops={shops}
        chosenIds={shopIds}
        onChange={setShopIds}
        check={check}
        hasCheckFailed={running.hasFailed || running.isStopped}
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
            label="Фото и видео"
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
        {lost ? <LostChoice error={lost} withoutArchived onFrozen={send.reset} /> : null}
        {lost || shopIds.length === 0 ? null : (
          <SendCheck
            running={running}
            count={count}
            shops={shops}
            excludedCount={excludedIds.length}
            onExclude={canLeaveOut(chosen) ? leaveOut : undefined}
          />
        )}
      </div>
    </Dialog>
  );
}

function frozenId(selection: CardSelection): string {
  return 'id' in selection ? selection.id : '';
}

/** One card alone is sent or not. */
function canLeaveOut(selection: CardSelection): boolean {
  return !('ids' in selection) || selection.ids.length > 1;
}

/** A call names no more cards one by one. */
function leftOutOf(check: CardsCheck): number[] {
  return [...check.errorCardIds].slice(0, MAX_NAMED_CARDS);
}

function withoutCards(selection: CardSelection, excludedIds: readonly number[]): CardSelection {
  if (excludedIds.length === 0) return selection;
  const { expectedCount } = selection;
  const expected = expectedCount === undefined ? {} : { expectedCount: expectedCount - excludedIds.length };
  if ('ids' in selection) {
    return { ids: selection.ids.filter((id) => !excludedIds.includes(id)), ...expected };
  }
  return { ...selection, except: [...(selection.except ?? []), ...excludedIds], ...expected };
}

/** No card more has an error, and no shop less takes them. */
function isAsFoundBefore(before: CardsCheck | undefined, now: CardsCheck | undefined): boolean {
  if (!before || !now || before === now) return true;
  const isNoMore = [...now.errorCardIds].every((id) => before.errorCardIds.has(id));
  return isNoMore && !now.shops.some((shop) => shop.isBlocked === true);
}

/** The first chosen shop that nothing would get to, and what to do about it. */
function blockerOf(check: CardsCheck | undefined, shopName: (id: number) => string): string | null {
  const blocked = check?.shops.find((shop) => shop.isBlocked === true);
  if (!blocked) return null;
  return `${inQuotes(shopName(blocked.shopId))}: ${blocked.problem ?? ''}. Снимите отметку с магазина или исправьте причину`;
}
