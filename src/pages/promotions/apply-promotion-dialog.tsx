import { useState } from 'react';
import { ApiError } from '#api/http/api-error.ts';
import { newIdempotencyKey } from '#api/idempotency-key.ts';
import { useApplyPromotion } from '#api/promotions.ts';
import type { Promotion, PromotionCard } from '#contract/promotions.ts';
import { formatDateTime } from '#lib/dates.ts';
import { formatChange } from '#lib/numbers.ts';
import { countOf } from '#lib/plurals.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Notice } from '#ui/notice.tsx';
import { RadioGroup } from '#ui/radio-group.tsx';
import { showToast } from '#ui/toast-store.ts';
import { summarize } from './promotion-profit.ts';

const CARDS = ['карточку', 'карточки', 'карточек'] as const;
const OF_CARDS = ['карточки', 'карточек', 'карточек'] as const;

interface ApplyPromotionDialogProps {
  promotion: Promotion;
  cards: readonly PromotionCard[];
  onClose: () => void;
  onApplied: () => void;
}

/** Says in numbers what joining means before it reaches the marketplace. */
export function ApplyPromotionDialog({ promotion, cards, onClose, onApplied }: ApplyPromotionDialogProps) {
  const isUpcoming = promotion.period === 'upcoming';
  const [moment, setMoment] = useState<'start' | 'now'>(isUpcoming ? 'start' : 'now');
  // One intention, one key: a press after a lost answer does not add the cards twice.
  const [idempotencyKey] = useState(newIdempotencyKey);
  const apply = useApplyPromotion();
  const { count, losing, withoutCost, withoutHistory, meanChange } = summarize(cards);

  const confirm = () =>
    apply.mutate(
      {
        id: promotion.id,
        nmIds: cards.map((card) => card.nmId),
        uploadNow: moment === 'now',
        idempotencyKey: `${idempotencyKey}-${moment}`,
      },
      {
        onSuccess: (response) => {
          showToast({
            type: 'success',
            text: `Заявка принята: ${countOf(response.cards, ['карточка', 'карточки', 'карточек'])}. Wildberries обработает её за несколько минут`,
          });
          onApplied();
          onClose();
        },
      },
    );

  return (
    <ConfirmDialog
      open
      onClose={onClose}
      loading={apply.isPending}
      isDangerous={losing > 0}
      title={`Добавить ${countOf(count, CARDS)} в акцию?`}
      confirmLabel={`Добавить ${countOf(count, CARDS)}`}
      onConfirm={confirm}
    >
      <p>
        «{promotion.name}», магазин «{promotion.shopName}». Цены {countOf(count, OF_CARDS)} станут ценами
        акции
        {meanChange === null ? '' : `, в среднем ${formatChange(meanChange, 0)}`}.
      </p>
      {losing > 0 ? (
        <Notice
          tone="error"
          className="mt-3"
          title={`В убыток: ${countOf(losing, ['карточка', 'карточки', 'карточек'])}`}
        >
          <p className="text-sm">По цене акции каждая продажа такой карточки, по оценке, принесёт убыток.</p>
        </Notice>
      ) : null}
      {withoutCost > 0 ? (
        <p className="mt-3 text-sm text-orange">
          У {countOf(withoutCost, OF_CARDS)} нет себестоимости: выгодна ли цена акции, неизвестно.
        </p>
      ) : null}
      {withoutHistory > 0 ? (
        <p className="mt-3 text-sm text-orange">
          У {countOf(withoutHistory, OF_CARDS)} нет данных о продажах: сколько возьмёт маркетплейс,
          неизвестно.
        </p>
      ) : null}
      {isUpcoming ? (
        <RadioGroup
          label="Когда изменить цены"
          className="mt-4"
          value={moment}
          onChange={setMoment}
          options={[
            { value: 'start', label: `Когда акция начнётся: ${formatDateTime(promotion.startsAt)}` },
            { value: 'now', label: 'Сейчас' },
          ]}
        />
      ) : (
        <p className="mt-3">Акция уже идёт: цены изменятся сразу.</p>
      )}
      {apply.error ? (
        <p role="alert" className="mt-3 text-red">
          {apply.error instanceof ApiError
            ? apply.error.detail.join(' ')
            : 'Не удалось добавить карточки в акцию'}
        </p>
      ) : null}
    </ConfirmDialog>
  );
}
