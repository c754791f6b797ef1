import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { promotionQueries } from '#api/promotions.ts';
import { userQueries } from '#api/users.ts';
import { MAX_APPLIED_CARDS } from '#contract/promotion-applications.ts';
import type { Promotion, PromotionCard } from '#contract/promotions.ts';
import { pluralForm } from '#contract/plurals.ts';
import { countOf } from '#lib/plurals.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { ExportButton } from '#parts/exports/export-button.tsx';
import { ProblemOrSkeleton } from '#parts/problem-or-skeleton.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Field } from '#ui/field.tsx';
import { NumberInput } from '#ui/number-input.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { changeRefusal } from './change-refusal.ts';
import { chosenIn, countChosen, withChosen, type ChosenCards } from './chosen-cards.ts';
import { isSuitable } from './promotion-profit.ts';
import { promotionCardColumns } from './promotion-card-columns.ts';
import { PromotionCardTable } from './promotion-card-table.tsx';
import { ApplyDialog } from './apply-dialog.tsx';
import type { AskedGuards } from './promotions-address.ts';

const CARDS = ['карточка', 'карточки', 'карточек'] as const;
const IN_SHOPS = ['магазине', 'магазинах', 'магазинах'] as const;

export interface PromotionCardsProps {
  promotion: Promotion;
  /** The same promotion in every shop that has it. */
  inShops: readonly Promotion[];
  asked: AskedGuards;
  onAskedChange: (asked: Partial<AskedGuards>) => void;
  /** In all shops: another tab of the promotion keeps what was chosen in this one. */
  chosen: ChosenCards;
  onChosenChange: (chosen: ChosenCards) => void;
}

/** Choosing cards that are to join a promotion, or to leave it, with what each would bring at the planned price. */
export function PromotionCards(props: PromotionCardsProps) {
  const { promotion, chosen, onChosenChange } = props;
  const query = useQuery(promotionQueries.cards(promotion));
  const cards = query.data;

  if (!cards) {
    return (
      <ProblemOrSkeleton
        query={query}
        shopId={promotion.shopId}
        offlineText="Цены акции не хранятся на устройстве: по старым ценам нельзя решать. Они появятся, когда будет связь."
        skeleton={<LoadingCards />}
      />
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
  const inAction = cards.filter((card) => card.isInAction);
  const shown = chosen.kind === 'LEAVE' ? inAction : cards.filter((card) => !card.isInAction);
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <Segmented
          label="Карточки"
          value={chosen.kind}
          onChange={(kind) => onChosenChange({ kind, byPromotion: new Map() })}
          options={[
            { value: 'JOIN', label: `Можно добавить ${cards.length - inAction.length}` },
            {
              value: 'LEAVE',
              label: `${pluralForm(inAction.length, ['Участвует', 'Участвуют', 'Участвует'])} ${inAction.length}`,
            },
          ]}
        />
        <ExportButton
          size="sm"
          fileName={`${promotion.name}, ${promotion.shopName}`}
          sheet="Карточки акции"
          columns={promotionCardColumns}
          readRows={() => cards}
        />
      </div>
      <Toolbar {...props} cards={shown} />
      <p className="mt-2 mb-3 text-sm text-muted">
        Прибыль — оценка «≈»: что останется с одной штуки по цене акции после комиссии, логистики, хранения,
        прочих удержаний, себестоимости и налога, по отчётам о продажах; «Прочие расходы» сюда не входят.
        Маржа — её доля в цене.
      </p>
      <PromotionCardTable
        cards={shown}
        chosen={chosenIn(chosen, promotion)}
        onChosenChange={(nmIds) => onChosenChange(withChosen(chosen, promotion, nmIds))}
      />
    </>
  );
}

function Toolbar({
  promotion,
  inShops,
  asked,
  onAskedChange,
  chosen,
  onChosenChange,
  cards,
}: PromotionCardsProps & { cards: readonly PromotionCard[] }) {
  const [isAsking, setAsking] = useState(false);
  const onlineOnly = useOnlineOnly();
  const isJoining = chosen.kind === 'JOIN';
  const minProfitKopecks = asked.minProfitRub === null ? null : asked.minProfitRub * 100;
  const suitable = cards.filter((card) =>
    isSuitable(card, { minMarginPercent: asked.minMargin, minProfitKopecks }),
  );
  const { cards: count, shops } = countChosen(chosen);
  const verb = isJoining ? 'Добавить в акцию' : 'Вывести из акции';
  const { data: profile } = useQuery(userQueries.me());
  const toChange = count === 0 ? [promotion] : inShops.filter((one) => chosenIn(chosen, one).size > 0);
  const refusals = toChange.flatMap(
    ({ shopId }) => changeRefusal(profile?.shops.find(({ id }) => id === shopId)) ?? [],
  );
  const tooMany = count > MAX_APPLIED_CARDS ? `За один раз — не больше ${MAX_APPLIED_CARDS} карточек` : null;
  return (
    <div className="flex flex-wrap items-end gap-3" data-print="hide">
      {isJoining ? (
        <>
          <Field label="Маржа не меньше" className="w-34">
            <NumberInput
              value={asked.minMargin}
              onChange={(value) => onAskedChange({ minMargin: Math.max(-99, Math.min(99, value ?? 0)) })}
              unit="%"
              canBeNegative
            />
          </Field>
          <Field label="Прибыль не меньше" className="w-38">
            <NumberInput
              value={asked.minProfitRub}
              onChange={(value) =>
                onAskedChange({
                  minProfitRub: value === null ? null : Math.max(-999_999, Math.min(999_999, value)),
                })
              }
              unit="₽"
              canBeNegative
            />
          </Field>
          <Button
            onClick={() =>
              onChosenChange(withChosen(chosen, promotion, new Set(suitable.map((card) => card.nmId))))
            }
            disabledReason={suitable.length === 0 ? 'Нет карточек, которые приносят столько' : null}
          >
            Выбрать подходящие ({suitable.length})
          </Button>
        </>
      ) : null}
      <Button
        variant="primary"
        className="ml-auto"
        onClick={() => setAsking(true)}
        disabledReason={
          onlineOnly(`${verb} можно только при связи`) ??
          refusals[0] ??
          (count === 0 ? 'Выберите карточки' : tooMany)
        }
      >
        {verb}
        {count > 0 ? ` (${count})` : ''}
      </Button>
      {shops > 1 ? (
        <p className="w-full text-sm text-muted">
          Выбрано: {countOf(count, CARDS)} в {countOf(shops, IN_SHOPS)}.
        </p>
      ) : null}
      {isAsking ? (
        <ApplyDialog
          promotion={promotion}
          inShops={inShops}
          chosen={chosen}
          guards={
            isJoining
              ? { minMarginPercent: asked.minMargin, minProfitKopecks }
              : { minMarginPercent: null, minProfitKopecks: null }
          }
          onClose={() => setAsking(false)}
          onStarted={() => onChosenChange({ ...chosen, byPromotion: new Map() })}
        />
      ) : null}
    </div>
  );
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
