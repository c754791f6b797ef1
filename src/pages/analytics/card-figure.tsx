import { useQuery } from '@tanstack/react-query';
import { analyticsQueries } from '#api/analytics.ts';
import { ProblemOrSkeleton } from '#parts/problem-or-skeleton.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { figures } from './figure-names.ts';
import { FigureOrMeasure, type FigureOrMeasureProps, type OpenedName } from './figure-or-measure.tsx';
import type { CardOfFigure } from './profit-address.ts';
import { profitCardTitle } from './profit-card-title.ts';
import { measures } from './profit-measures.ts';

interface CardFigureProps extends Omit<FigureOrMeasureProps, 'totals'> {
  card: CardOfFigure;
}

/** The same of one card. An address may name a card that is on no page of the list: it is found by its number. */
export function CardFigure({ card, ...shown }: CardFigureProps) {
  const { opened, query, shops, note, onClose } = shown;
  const { shopId, nmId } = card;
  const ofShop = { ...query, shop: [String(shopId)] };
  const found = useQuery(analyticsQueries.profitCard({ ...ofShop, search: String(nmId) }, card));
  if (found.data) {
    const title = profitCardTitle(found.data);
    const shop = shops.get(shopId)?.name;
    return (
      <FigureOrMeasure
        {...shown}
        totals={found.data.totals}
        query={{ ...ofShop, nmId: String(nmId) }}
        note={
          <>
            {[title, shop].filter(Boolean).map((part) => ` · ${part}`)}
            {note}
          </>
        }
      />
    );
  }
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={titleOf(opened)}
      footer={<Button onClick={onClose}>Закрыть</Button>}
    >
      {found.data === null ? (
        <p className="text-muted">За эти дни у карточки нет ни заказов, ни продаж.</p>
      ) : null}
      {found.data === undefined ? (
        <ProblemOrSkeleton
          query={found}
          offlineText="Деньги не хранятся на устройстве. Цифры появятся, когда будет связь."
          skeleton={<Skeleton className="h-24 w-full" />}
        />
      ) : null}
    </Dialog>
  );
}

function titleOf({ figure, measure }: OpenedName): string {
  if (figure !== null) return figures[figure].title;
  return measure === null ? '' : measures[measure].title;
}
