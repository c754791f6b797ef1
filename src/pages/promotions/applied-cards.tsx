import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { applicationQueries, useTakeInByHand } from '#api/promotion-applications.ts';
import { userQueries } from '#api/users.ts';
import {
  canBeTakenIn,
  type AppliedCard,
  type PromotionApplication,
} from '#contract/promotion-applications.ts';
import { formatKopecks } from '#lib/money.ts';
import { about } from '#lib/numbers.ts';
import { everyRow } from '#parts/exports/every-row.ts';
import { ExportButton } from '#parts/exports/export-button.tsx';
import { useShopLabel } from '#parts/exports/use-shop-label.ts';
import { ProblemOrSkeleton } from '#parts/problem-or-skeleton.tsx';
import { Badge, type BadgeTone } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { appliedCardColumns } from './applied-card-columns.ts';
import { stateWord, whyLeftOut } from './applied-card-words.ts';

const TONES: Record<Exclude<AppliedCard['state'], 'LEFT_OUT'>, BadgeTone> = {
  WAITING: 'neutral',
  SENT: 'neutral',
  SCHEDULED: 'accent',
  CONFIRMED: 'green',
  REFUSED: 'red',
  UNCONFIRMED: 'orange',
};

interface AppliedCardsProps {
  application: PromotionApplication;
}

/** The cards of an application, what needs a look first; what a guard has left out can be taken in here. */
export function AppliedCards({ application }: AppliedCardsProps) {
  const query = useInfiniteQuery(applicationQueries.cards(application));
  const byHand = useTakeInByHand(application.id);
  const queryClient = useQueryClient();
  const shopLabel = useShopLabel();
  // Of all shops, and not of those that send: a card that is left out may be of another.
  const hasShops = (useQuery(userQueries.me()).data?.shops.length ?? 0) > 1;
  const cards = query.data?.pages.flatMap((page) => page.results);
  if (cards === undefined) {
    return (
      <ProblemOrSkeleton
        query={query}
        offlineText="Карточки заявки не хранятся на устройстве. Они загрузятся, когда будет связь."
        skeleton={<Skeleton className="mt-4 h-40 w-full" />}
      />
    );
  }
  const isReady = application.state === 'READY';
  return (
    <>
      {cards.length === 0 ? null : (
        <div className="mt-4 flex justify-end">
          <ExportButton
            size="sm"
            fileName={`${application.promotionName}, заявка ${application.id}`}
            sheet="Карточки заявки"
            columns={appliedCardColumns(application.kind, shopLabel)}
            readRows={() =>
              everyRow(
                (offset) => queryClient.fetchQuery(applicationQueries.cardsPage(application.id, offset)),
                ({ shopId, nmId }) => `${shopId}:${nmId}`,
              )
            }
          />
        </div>
      )}
      <ul aria-label="Карточки заявки" className="mt-3 rounded-panel border border-line">
        {cards.map((card) => (
          <li
            key={`${card.shopId}-${card.nmId}`}
            className="border-b border-line-soft px-3 py-2.5 last:border-b-0"
          >
            <div className="flex gap-3">
              <div className="min-w-0 grow">
                <div className="line-clamp-2 font-medium break-words">{nameOf(card)}</div>
                <div className="truncate text-sm text-muted">
                  {card.vendorCode || card.nmId}
                  {hasShops ? ` · ${shopLabel(card.shopId)}` : ''}
                </div>
              </div>
              {card.newPriceKopecks > 0 ? <Prices card={card} /> : null}
            </div>
            <Fate card={card} application={application} />
            {isReady && card.leftOut !== null && canBeTakenIn(card.leftOut) ? (
              <Checkbox
                className="mt-1"
                label="Всё равно отправить"
                checked={card.isByHand}
                onChange={(isByHand) =>
                  byHand.mutate({ cards: [{ shopId: card.shopId, nmId: card.nmId }], isByHand })
                }
              />
            ) : null}
          </li>
        ))}
      </ul>
      {query.hasNextPage ? (
        <div className="mt-3 flex justify-center">
          <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Показать ещё
          </Button>
        </div>
      ) : null}
    </>
  );
}

function Prices({ card: { priceKopecks, newPriceKopecks, profitKopecks } }: { card: AppliedCard }) {
  const isLoss = profitKopecks !== null && profitKopecks < 0;
  return (
    <div className="shrink-0 text-right tabular-nums">
      <div>
        <span className="text-muted">{formatKopecks(priceKopecks)} → </span>
        <span className="font-medium">{formatKopecks(newPriceKopecks)}</span>
      </div>
      <div className={`text-sm ${isLoss ? 'text-red' : 'text-muted'}`}>
        {profitKopecks === null ? 'прибыль неизвестна' : `прибыль ${about(formatKopecks(profitKopecks))}`}
      </div>
    </div>
  );
}

function Fate({
  card,
  application: { kind, state },
}: {
  card: AppliedCard;
  application: PromotionApplication;
}) {
  if (state === 'READY' && card.state === 'WAITING') {
    return card.isByHand ? (
      <p className="text-sm text-orange">Взята вопреки условию: {whyLeftOut(card, kind)}</p>
    ) : null;
  }
  if (card.state === 'LEFT_OUT')
    return <p className="text-sm text-orange">Оставлена: {whyLeftOut(card, kind)}</p>;
  return (
    <p className="mt-0.5 text-sm">
      <Badge tone={TONES[card.state]}>{stateWord(card, kind)}</Badge> {card.reason}
    </p>
  );
}

function nameOf(card: AppliedCard): string {
  return card.title || `Артикул WB ${card.nmId}`;
}
