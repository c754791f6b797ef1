import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { cardQueries, useSendCards } from '#api/cards.ts';
import { newIdempotencyKey } from '#api/idempotency-key.ts';
import { userQueries } from '#api/users.ts';
import type { CardCheck, CardSelection } from '#contract/cards.ts';
import { countOf } from '#lib/plurals.ts';
import { useOnlineOnly } from '#offline/online-only.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Notice } from '#ui/notice.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { showToast } from '#ui/toast-store.ts';
import { ShopBadge } from './shop-badges.tsx';

const CARDS = ['карточку', 'карточки', 'карточек'] as const;
const SHOPS = ['магазин', 'магазина', 'магазинов'] as const;
const SHOWN_PROBLEMS = 5;

interface SendCardsDialogProps {
  selection: CardSelection;
  cardCount: number;
  onClose: () => void;
  onSent: () => void;
}

/** Which shops and what to send; says in numbers what will happen before it happens. */
export function SendCardsDialog({ selection, cardCount, onClose, onSent }: SendCardsDialogProps) {
  const { data: profile } = useQuery(userQueries.me());
  const [shopIds, setShopIds] = useState<number[]>([]);
  const [options, setOptions] = useState({ withPrices: true, withDiscounts: true, withImages: true });
  // One key for one intention: a second press of the button cannot make a second shipment.
  const [idempotencyKey] = useState(newIdempotencyKey);
  const check = useQuery({ ...cardQueries.check(selection, shopIds), enabled: shopIds.length > 0 });
  const send = useSendCards();
  const onlineOnly = useOnlineOnly();
  const navigate = useNavigate();

  const isChoosing = shopIds.length === 0;
  const label = isChoosing
    ? `Отправить ${countOf(cardCount, CARDS)}`
    : `Отправить ${countOf(cardCount, CARDS)} в ${countOf(shopIds.length, SHOPS)}`;

  const submit = () => {
    if (isChoosing || send.isPending) return;
    send.mutate(
      { body: { selection, shopIds, options }, idempotencyKey },
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
      description={`${countOf(cardCount, ['карточка', 'карточки', 'карточек'])} — в каждый выбранный магазин`}
      footer={
        <>
          <Button onClick={onClose} disabledReason={send.isPending ? 'Отправка создаётся' : null}>
            Отмена
          </Button>
          <Button
            type="submit"
            variant="primary"
            loading={send.isPending}
            disabledReason={
              isChoosing ? 'Выберите магазин' : onlineOnly('Отправка доступна только при связи')
            }
          >
            {label}
          </Button>
        </>
      }
    >
      <fieldset className="flex flex-col gap-1">
        <legend className="mb-1.5 font-medium">Магазины</legend>
        {profile?.shops.map((shop) => (
          <Checkbox
            key={shop.id}
            checked={shopIds.includes(shop.id)}
            onChange={(isOn) =>
              setShopIds(isOn ? [...shopIds, shop.id] : shopIds.filter((id) => id !== shop.id))
            }
            label={
              <span className="flex items-center gap-2">
                <ShopBadge shop={shop} />
                {shop.name}
              </span>
            }
            className="rounded-control px-2 py-1 hover:bg-hover"
          />
        ))}
      </fieldset>
      <fieldset className="mt-4 flex flex-wrap gap-x-6 gap-y-1">
        <legend className="mb-1.5 font-medium">Вместе с карточкой</legend>
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
      </fieldset>
      <div className="mt-4 min-h-16" aria-live="polite">
        {isChoosing ? null : check.data ? (
          <CheckSummary
            check={check.data}
            shopNames={new Map(profile?.shops.map((shop) => [shop.id, shop.name]))}
          />
        ) : check.error ? (
          <Notice tone="warning">
            Проверить карточки не удалось. Отправить можно и так: ошибки покажет отправка.
          </Notice>
        ) : (
          <p className="flex items-center gap-2 text-muted">
            <Spinner /> Проверяем карточки…
          </p>
        )}
      </div>
    </Dialog>
  );
}

function CheckSummary({ check, shopNames }: { check: CardCheck; shopNames: ReadonlyMap<number, string> }) {
  const errors = check.problems.filter((problem) => problem.kind === 'error');
  const warnings = check.problems.filter((problem) => problem.kind === 'warning');
  const shown = groupByDetail([...errors, ...warnings]).slice(0, SHOWN_PROBLEMS);
  return (
    <div className="flex flex-col gap-3">
      <ul className="flex flex-col gap-1 text-sm">
        {check.shops.map((shop) => (
          <li key={shop.shopId}>
            <span className="font-medium">{shopNames.get(shop.shopId)}</span>
            {shop.problem ? (
              <span className="text-red"> — {shop.problem}</span>
            ) : (
              <span className="text-muted">
                {` — новых ${shop.toCreate}, обновится ${shop.toUpdate}`}
                {shop.quota === null ? '' : `, лимит карточек: ${shop.quota}`}
              </span>
            )}
          </li>
        ))}
      </ul>
      {check.problems.length === 0 ? (
        <Notice tone="success">Замечаний нет.</Notice>
      ) : (
        <Notice
          tone={errors.length > 0 ? 'error' : 'warning'}
          title={
            errors.length > 0
              ? `${countOf(errors.length, ['ошибка', 'ошибки', 'ошибок'])}: эти карточки маркетплейс не примет`
              : countOf(warnings.length, ['замечание', 'замечания', 'замечаний'])
          }
        >
          <ul className="mt-1 list-disc pl-4 text-sm">
            {shown.map(({ detail, cards }) => (
              <li key={detail}>
                {detail}
                {cards > 1 ? ` (${countOf(cards, ['карточка', 'карточки', 'карточек'])})` : ''}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  );
}

function groupByDetail(problems: CardCheck['problems']): { detail: string; cards: number }[] {
  const cardsByDetail = new Map<string, Set<number>>();
  for (const { detail, cardId } of problems) {
    const cards = cardsByDetail.get(detail) ?? new Set();
    cardsByDetail.set(detail, cards.add(cardId));
  }
  return [...cardsByDetail]
    .map(([detail, cards]) => ({ detail, cards: cards.size }))
    .sort((a, b) => b.cards - a.cards);
}
