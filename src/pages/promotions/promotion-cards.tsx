import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { promotionQueries } from '#api/promotions.ts';
import type { Promotion, PromotionCard } from '#contract/promotions.ts';
import { pluralForm } from '#contract/plurals.ts';
import { countOf } from '#lib/plurals.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { LoadProblem } from '#parts/load-problem.tsx';
import { isStuck } from '#parts/is-stuck.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Field } from '#ui/field.tsx';
import { NumberInput } from '#ui/number-input.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { ApplyPromotionDialog } from './apply-promotion-dialog.tsx';
import { isSuitable } from './promotion-profit.ts';
import { PromotionCardTable } from './promotion-card-table.tsx';

/** What the marketplace takes in one task. */
const MAX_CARDS = 1000;
const CARDS = ['карточка', 'карточки', 'карточек'] as const;

interface PromotionCardsProps {
  promotion: Promotion;
  minMargin: number;
  onMinMarginChange: (minMargin: number) => void;
}

/** Choosing cards for a promotion, with what each would bring at the planned price. */
export function PromotionCards({ promotion, minMargin, onMinMarginChange }: PromotionCardsProps) {
  const query = useQuery(promotionQueries.cards(promotion.id));
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [isAsking, setAsking] = useState(false);
  const onlineOnly = useOnlineOnly();
  const cards = query.data;

  if (!cards) {
    return isStuck(query) ? (
      <LoadProblem
        error={query.error}
        shopId={promotion.shopId}
        onRetry={() => void query.refetch()}
        offlineText="Цены акции не хранятся на устройстве: по старым ценам нельзя решать. Они появятся, когда будет связь."
      />
    ) : (
      <LoadingCards />
    );
  }
  if (cards.length === 0) {
    return (
      <EmptyState
        icon="table"
        title="Подходящих карточек нет"
        text="Wildberries не предлагает для этой акции карточек этого магазина."
      />
    );
  }
  const suitable = cards.filter((card) => isSuitable(card, minMargin));
  const chosenCards = cards.filter((card) => chosen.has(card.nmId) && !card.isInAction);
  const tooMany = chosenCards.length > MAX_CARDS ? `За один раз — не больше ${MAX_CARDS} карточек` : null;

  return (
    <>
      <div className="flex flex-wrap items-end gap-3" data-print="hide">
        <Field label="Маржа не меньше" className="w-36">
          <NumberInput
            value={minMargin}
            onChange={(value) => onMinMarginChange(Math.max(-99, Math.min(99, value ?? 0)))}
            unit="%"
            canBeNegative
          />
        </Field>
        <Button
          onClick={() => setChosen(new Set(suitable.slice(0, MAX_CARDS).map((card) => card.nmId)))}
          disabledReason={suitable.length === 0 ? 'Нет карточек с такой маржой' : null}
        >
          Выбрать подходящие ({suitable.length})
        </Button>
        <Button
          variant="primary"
          className="ml-auto"
          onClick={() => setAsking(true)}
          disabledReason={
            onlineOnly('Добавить в акцию можно только при связи') ??
            (chosenCards.length === 0 ? 'Выберите карточки' : tooMany)
          }
        >
          Добавить в акцию{chosenCards.length > 0 ? ` (${chosenCards.length})` : ''}
        </Button>
      </div>
      <p className="mt-2 mb-3 text-sm text-muted">
        {inActionText(cards)} Прибыль — оценка «≈»: что останется с одной штуки по цене акции после комиссии,
        логистики, хранения, прочих удержаний, себестоимости и налога, по отчётам о продажах. Маржа — её доля
        в цене.
      </p>
      <PromotionCardTable cards={cards} chosen={chosen} onChosenChange={setChosen} />
      {isAsking ? (
        <ApplyPromotionDialog
          promotion={promotion}
          cards={chosenCards}
          onClose={() => setAsking(false)}
          onApplied={() => setChosen(new Set())}
        />
      ) : null}
    </>
  );
}

function inActionText(cards: readonly PromotionCard[]): string {
  const inAction = cards.filter((card) => card.isInAction).length;
  const rest = cards.length - inAction;
  return `${pluralForm(inAction, ['Участвует', 'Участвуют', 'Участвует'])} ${countOf(inAction, CARDS)}, можно добавить ещё ${rest}.`;
}

function LoadingCards() {
  return (
    <div aria-hidden>
      <Skeleton className="h-15 w-2/3" />
      <Skeleton className="mt-3 h-4 w-full" />
      <Skeleton className="mt-3 h-96 w-full" />
    </div>
  );
}
