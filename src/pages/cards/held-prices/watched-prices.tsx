import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { priceWatchQueries, useMarkPriceChangesSeen } from '#api/price-watch.ts';
import type { PriceChange } from '#contract/price-watch.ts';
import { formatDateTime } from '#lib/dates.ts';
import { formatKopecks, formatRoubles } from '#lib/money.ts';
import { about, formatChange } from '#lib/numbers.ts';
import { countOf } from '#lib/plurals.ts';
import { everyRow } from '#parts/exports/every-row.ts';
import { ExportButton } from '#parts/exports/export-button.tsx';
import { useShopLabel } from '#parts/exports/use-shop-label.ts';
import { ProblemOrSkeleton } from '#parts/problem-or-skeleton.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Notice } from '#ui/notice.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { useNothingAsOf } from './as-of.ts';
import { WatchedLine } from './watched-line.tsx';
import { belowFloorColumns, priceChangeColumns } from './watched-price-columns.ts';

/** Cards that shops sell below their floor now. */
export function BelowFloorList() {
  const query = useInfiniteQuery(priceWatchQueries.belowFloor());
  const queryClient = useQueryClient();
  const shopLabel = useShopLabel();
  const asOf = useNothingAsOf(query);
  const rows = query.data?.pages.flatMap((page) => page.results);
  if (!rows) return <ProblemOrSkeleton query={query} skeleton={<Skeleton className="h-40 w-full" />} />;
  if (rows.length === 0) {
    return (
      <EmptyState
        icon="check"
        title={asOf('Ниже минимальной не продаётся ничего')}
        text="Минимальную цену задают в карточке, на вкладке «Цены»: ниже неё Прилавок ничего не отправит."
      />
    );
  }
  return (
    <>
      <Notice tone="info" title="Эти цены стоят на Wildberries">
        Поднимите цену в карточке и отправьте её, выведите карточку из акции или измените минимальную цену.
      </Notice>
      <List
        label="Ниже минимальной цены"
        query={query}
        download={
          <ExportButton
            fileName="Ниже минимальной цены"
            sheet="Ниже минимальной цены"
            columns={belowFloorColumns(shopLabel)}
            readRows={() =>
              everyRow(
                (offset) => queryClient.fetchQuery(priceWatchQueries.belowFloorPage(offset)),
                ({ shopId, nmId }) => `${shopId}:${nmId}`,
              )
            }
          />
        }
      >
        {rows.map((row) => (
          <WatchedLine
            key={`${row.shopId}-${row.nmId}`}
            card={row.card}
            nmId={row.nmId}
            note={row.shopName}
            prices={
              <>
                <span className="block font-medium text-red">{formatKopecks(row.priceKopecks)}</span>
                <span className="block text-sm text-muted">
                  минимальная {formatKopecks(row.lowestKopecks)}
                </span>
              </>
            }
          />
        ))}
      </List>
    </>
  );
}

/** Prices that have become others at the marketplace though nothing was sent from here. */
export function PriceChangeList() {
  const query = useInfiniteQuery(priceWatchQueries.changes());
  const queryClient = useQueryClient();
  const shopLabel = useShopLabel();
  const mark = useMarkPriceChangesSeen();
  const asOf = useNothingAsOf(query);
  const rows = query.data?.pages.flatMap((page) => page.results);
  const newest = rows?.[0];
  if (!rows) return <ProblemOrSkeleton query={query} skeleton={<Skeleton className="h-40 w-full" />} />;
  if (!newest) {
    return (
      <EmptyState
        icon="check"
        title={asOf('Цены никто не менял')}
        text="Раз в час цены читаются на Wildberries. Сюда попадают те, что изменились не из Прилавка: автоакция, кабинет Wildberries, другая программа."
      />
    );
  }
  return (
    <>
      <Notice
        tone="info"
        title="Эти цены изменились не из Прилавка"
        action={
          rows.some(({ isSeen }) => !isSeen) ? (
            <Button size="sm" loading={mark.isPending} onClick={() => mark.mutate(newest.id)}>
              Отметить просмотренными
            </Button>
          ) : null
        }
      >
        Их поставили автоакция, кабинет Wildberries или другая программа. Чтобы вернуть свою цену, отправьте
        карточку; из автоакции товар исключают в кабинете: «Цены и скидки» → «Календарь акций».
      </Notice>
      <List
        label="Изменения цен"
        query={query}
        download={
          <ExportButton
            fileName="Изменения цен"
            sheet="Изменения цен"
            columns={priceChangeColumns(shopLabel)}
            readRows={() =>
              everyRow(
                (offset) => queryClient.fetchQuery(priceWatchQueries.changesPage(offset)),
                ({ id }) => String(id),
              )
            }
          />
        }
      >
        {rows.map((row) => (
          <WatchedLine
            key={row.id}
            card={row.card}
            nmId={row.nmId}
            note={`${row.shopName} · замечено ${formatDateTime(row.noticedAt)}`}
            badges={
              <>
                {row.isSeen ? null : <Badge tone="accent">новое</Badge>}
                {row.autoPromotions.length > 0 && final(row) < finalBefore(row) ? (
                  <Badge tone="orange" isWrapping>
                    возможно, автоакция: {row.autoPromotions.join(', ')}
                  </Badge>
                ) : null}
                {row.isOver ? <Badge>уже другая цена</Badge> : null}
              </>
            }
            prices={<ChangedPrice change={row} />}
          />
        ))}
      </List>
    </>
  );
}

const final = ({ priceKopecks, discount }: PriceChange) => (priceKopecks * (100 - discount)) / 100;
const finalBefore = ({ beforePriceKopecks, beforeDiscount }: PriceChange) =>
  (beforePriceKopecks * (100 - beforeDiscount)) / 100;

function ChangedPrice({ change }: { change: PriceChange }) {
  const [before, after] = [finalBefore(change), final(change)];
  return (
    <>
      <span className="block whitespace-nowrap">
        <span className="text-muted">{formatKopecks(before)} → </span>
        <span className={`font-medium ${after < before ? 'text-red' : ''}`}>{formatKopecks(after)}</span>
      </span>
      <Cost change={change} aPiece={before - after} />
      <span className="block text-sm text-muted">
        {before > 0 ? `${formatChange((after - before) / before, 0)}, ` : ''}скидка {change.beforeDiscount} →{' '}
        {change.discount}&nbsp;%
      </span>
    </>
  );
}

/** What a lower price has taken so far, and a day: what was ordered since, at the price that it had before. */
function Cost({ change: { ordersSince }, aPiece }: { change: PriceChange; aPiece: number }) {
  if (!ordersSince || ordersSince.count === 0 || aPiece <= 0) return null;
  const { count, dayCount } = ordersSince;
  const whole = count * aPiece;
  return (
    <span className="block text-sm text-red">
      {about(formatRoubles(-whole / dayCount))} в день: {countOf(count, ['заказ', 'заказа', 'заказов'])} за{' '}
      {countOf(dayCount, ['день', 'дня', 'дней'])}
    </span>
  );
}

interface Paged {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
}

interface ListProps {
  label: string;
  query: Paged;
  download: ReactNode;
  children: ReactNode;
}

function List({ label, query, download, children }: ListProps) {
  return (
    <>
      <ul aria-label={label} className="rounded-panel border border-line bg-panel">
        {children}
      </ul>
      <div className="flex flex-wrap justify-center gap-2">
        {query.hasNextPage ? (
          <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Показать ещё
          </Button>
        ) : null}
        {download}
      </div>
    </>
  );
}
