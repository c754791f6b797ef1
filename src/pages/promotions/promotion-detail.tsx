import { useState } from 'react';
import type { Promotion } from '#contract/promotions.ts';
import { formatDateTime } from '#lib/dates.ts';
import { Badge } from '#ui/badge.tsx';
import { Notice } from '#ui/notice.tsx';
import { Panel } from '#ui/panel.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { ApplicationList } from './application-list.tsx';
import { NOTHING_CHOSEN, type ChosenCards } from './chosen-cards.ts';
import { PromotionCards, type PromotionCardsProps } from './promotion-cards.tsx';
import type { AskedGuards } from './promotions-address.ts';

interface PromotionDetailProps {
  promotion: Promotion;
  /** The same promotion in every shop that has it, this one among them. */
  inShops: readonly Promotion[];
  searchOf: (promotion: Promotion) => string;
  asked: AskedGuards;
  onAskedChange: (asked: Partial<AskedGuards>) => void;
  /** Cards have been chosen, or no longer. */
  onChosen: () => void;
}

/** One promotion: its terms, and the cards of one shop that take part or may; the other shops are tabs. */
export function PromotionDetail({
  promotion,
  inShops,
  searchOf,
  asked,
  onAskedChange,
  onChosen,
}: PromotionDetailProps) {
  const [chosen, setChosen] = useState<ChosenCards>(NOTHING_CHOSEN);
  return (
    <Panel>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="min-w-0 text-lg break-words">{promotion.name}</h2>
        {promotion.type === 'auto' ? <Badge tone="orange">автоакция</Badge> : null}
      </div>
      <p className="mt-1 text-sm text-muted">
        {formatDateTime(promotion.startsAt)} — {formatDateTime(promotion.endsAt)}
        {inShops.length === 1 ? ` · ${promotion.shopName}` : null}
      </p>
      {promotion.description ? <p className="mt-3 break-words">{promotion.description}</p> : null}
      {promotion.boosts.length > 0 ? (
        <ul aria-label="Что даёт акция" className="mt-3 flex flex-wrap gap-1.5">
          {promotion.boosts.map((boost) => (
            <li key={boost} className="rounded-control bg-accent-soft px-2 py-0.5 text-sm text-accent-ink">
              {boost}
            </li>
          ))}
        </ul>
      ) : null}
      {inShops.length === 1 ? null : (
        <Tabs
          label="Магазины акции"
          className="mt-4"
          isReplacing
          items={inShops.map((one) => ({
            key: String(one.shopId),
            label: one.shopName,
            isCurrent: one.id === promotion.id,
            to: { search: searchOf(one) },
            // How many could join; of an automatic promotion nobody knows, and one that is over takes nobody.
            ...(one.availableCount !== null && one.period !== 'past' && { count: one.availableCount }),
          }))}
        />
      )}
      {promotion.participationPercent === null ? null : (
        <div className="mt-4">
          <ProgressBar
            label={`${promotion.period === 'past' ? 'Участвовало' : 'Участвует'} товаров с остатком, %`}
            done={promotion.participationPercent}
            total={100}
            hasCaption
          />
        </div>
      )}
      <div className="mt-5">
        <TakingPart
          key={promotion.id}
          promotion={promotion}
          inShops={inShops}
          asked={asked}
          onAskedChange={onAskedChange}
          chosen={chosen}
          onChosenChange={(cards) => {
            setChosen(cards);
            onChosen();
          }}
        />
      </div>
      {promotion.type === 'auto' ? null : <ApplicationList wbPromotionId={promotion.wbPromotionId} />}
    </Panel>
  );
}

/** The cards, or why Wildberries does not show them. */
function TakingPart({ promotion, ...props }: PromotionCardsProps) {
  if (promotion.type === 'auto' && promotion.period === 'past') {
    return (
      <p className="text-muted">
        Автоакция закончилась. Какие карточки в ней участвовали, Wildberries не сообщает.
      </p>
    );
  }
  if (promotion.type === 'auto') {
    return (
      <Notice tone="warning" title="Автоакция: Wildberries сам добавляет товары и снижает на них цену">
        <p className="mt-1 text-sm">
          Какие карточки в ней участвуют, Wildberries не сообщает, и отсюда её не изменить. Исключить товары
          можно в кабинете Wildberries до начала акции.
        </p>
      </Notice>
    );
  }
  if (promotion.period === 'past') {
    return <p className="text-muted">Акция закончилась: её карточки Wildberries больше не показывает.</p>;
  }
  return <PromotionCards promotion={promotion} {...props} />;
}
