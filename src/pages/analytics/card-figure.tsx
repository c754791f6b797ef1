import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { analyticsQueries } from '#api/analytics.ts';
import type { Profit } from '#contract/analytics.ts';
import type { ProfileShop } from '#contract/users.ts';
import { isStuck } from '#parts/is-stuck.ts';
import { LoadProblem } from '#parts/load-problem.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { FigureDialog } from './figure-dialog.tsx';
import { figures, type FigureName } from './figure-names.ts';
import type { PartsQuery } from './parts-query.ts';
import type { CardOfFigure } from './profit-address.ts';
import { profitCardTitle } from './profit-card-title.ts';

interface CardFigureProps {
  name: FigureName;
  isEffect: boolean;
  card: CardOfFigure;
  query: PartsQuery;
  shops: ReadonlyMap<number, ProfileShop>;
  note: ReactNode;
  sources: NonNullable<Profit['sources']>;
  hrefOfShop: string;
  onOpen: (name: FigureName, isEffect: boolean) => void;
  onClose: () => void;
}

/** The same figure of one card. An address may name a card that is on no page of the list: it is found by its number. */
export function CardFigure(props: CardFigureProps) {
  const { name, isEffect, card, query, shops, note, sources, hrefOfShop, onOpen, onClose } = props;
  const { shopId, nmId } = card;
  const ofShop = { ...query, shop: [String(shopId)] };
  const found = useQuery(analyticsQueries.profitCard({ ...ofShop, search: String(nmId) }, card));
  if (found.data) {
    const title = profitCardTitle(found.data);
    const shop = shops.get(shopId)?.name;
    return (
      <FigureDialog
        name={name}
        isEffect={isEffect}
        totals={found.data.totals}
        query={{ ...ofShop, nmId: String(nmId) }}
        shops={shops}
        note={
          <>
            {[title, shop].filter(Boolean).join(' · ')} · {note}
          </>
        }
        sources={sources}
        hrefOfShop={hrefOfShop}
        onOpen={onOpen}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={figures[name].title}
      footer={<Button onClick={onClose}>Закрыть</Button>}
    >
      {found.data === null ? (
        <p className="text-muted">За эти дни у карточки нет ни заказов, ни продаж.</p>
      ) : null}
      {found.data === undefined && isStuck(found) ? (
        <LoadProblem
          error={found.error}
          onRetry={() => void found.refetch()}
          offlineText="Деньги не хранятся на устройстве. Цифры появятся, когда будет связь."
        />
      ) : null}
      {found.data === undefined && !isStuck(found) ? <Skeleton className="h-24 w-full" /> : null}
    </Dialog>
  );
}
