import { useInfiniteQuery } from '@tanstack/react-query';
import { stockMoneyQueries } from '#api/stock-money.ts';
import type { StockOfCard } from '#contract/stock-money.ts';
import { hrefTo } from '#lib/paths.ts';
import type { Days } from '#parts/period/period-problem.ts';
import { ProblemOrSkeleton } from '#parts/problem-or-skeleton.tsx';
import { Button } from '#ui/button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TextLink } from '#ui/text-link.tsx';
import type { CardOfFigure } from './profit-address.ts';
import { piecesText } from './stock-texts.ts';

/** Where the pieces of a card that were sold, or came back, open. */
export type HrefOfSold = (card: CardOfFigure, days: Days, figure: 'BUYOUTS' | 'RETURNS') => string;

interface SoldCardsProps {
  shopId: number;
  name: string;
  /** null: nothing is known of what the shop has sold. */
  days: Days | null;
  hrefOfSold: HrefOfSold;
}

/** The cards of a shop of which there is anything, and what each was sold of: together what the shop has sold of them. */
export function SoldCards({ shopId, name, days, hrefOfSold }: SoldCardsProps) {
  const found = useInfiniteQuery(stockMoneyQueries.list({ shop: [String(shopId)] }));
  const cards = found.data?.pages.flatMap((page) => page.results);
  if (!cards) {
    return (
      <ProblemOrSkeleton
        query={found}
        offlineText="Деньги не хранятся на устройстве. Остатки появятся, когда будет связь."
        skeleton={<Skeleton className="h-24 w-full" />}
      />
    );
  }
  if (cards.length === 0) return <p className="text-muted">На складах этого магазина пусто.</p>;
  return (
    <>
      <ul aria-label={`Карточки: ${name}`} className="rounded-control border border-line-soft bg-panel">
        {cards.map((card) => (
          <SoldCard key={card.cardId} card={card} days={days} hrefOfSold={hrefOfSold} />
        ))}
      </ul>
      {found.hasNextPage ? (
        <div className="mt-2">
          <Button loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
            Показать ещё
          </Button>
        </div>
      ) : null}
    </>
  );
}

type SoldCardProps = Pick<SoldCardsProps, 'days' | 'hrefOfSold'> & { card: StockOfCard };

function SoldCard({ card, days, hrefOfSold }: SoldCardProps) {
  const { shopId, nmId, soldUnits } = card;
  return (
    <li className="border-b border-line-soft px-3 py-1.5 last:border-b-0">
      <div className="flex items-baseline gap-3">
        <span className="min-w-0 grow truncate">
          <TextLink isAlone to={hrefTo.card({ id: card.cardId, tab: 'STATISTICS' })}>
            {card.title || card.vendorCode}
          </TextLink>
        </span>
        <span className="shrink-0 whitespace-nowrap tabular-nums">
          <span className="text-sm text-muted">продано </span>
          {days ? piecesText(soldUnits) : '—'}
        </span>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
        <span className="min-w-0 grow break-words">
          {card.vendorCode} · остаток {piecesText(card.units)}
        </span>
        {days && nmId !== null && soldUnits !== 0 ? (
          <span className="flex shrink-0 gap-3">
            <TextLink to={hrefOfSold({ shopId, nmId }, days, 'BUYOUTS')}>Выкупы</TextLink>
            <TextLink to={hrefOfSold({ shopId, nmId }, days, 'RETURNS')}>Возвраты</TextLink>
          </span>
        ) : null}
      </div>
    </li>
  );
}
