import {
  useInfiniteQuery,
  useQuery,
  type InfiniteData,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { heldPriceQueries, useReadHeldPrices } from '#api/held-prices.ts';
import { priceWatchQueries } from '#api/price-watch.ts';
import { userQueries } from '#api/users.ts';
import type { EndpointResponse } from '#contract/endpoint.ts';
import type { listHeldPricesEndpoint } from '#contract/held-prices.ts';
import { formatAsOf } from '#lib/dates.ts';
import { NBSP } from '#lib/numbers.ts';
import { countOf } from '#lib/plurals.ts';
import { inQuotes } from '#lib/text.ts';
import { canReachServer, useConnectivity } from '#offline/connection/connectivity.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { DataAgeNote } from '#parts/data-age-note.tsx';
import { NoShops } from '#parts/no-shops.tsx';
import { ProblemOrSkeleton } from '#parts/problem-or-skeleton.tsx';
import { ShopProblemDetail } from '#parts/shop-problem-detail.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Notice } from '#ui/notice.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { useMediaQuery } from '#ui/use-media-query.ts';
import { useNothingAsOf } from './as-of.ts';
import { HeldPriceExport, HeldPriceList, HeldPriceTable } from './held-price-table.tsx';
import { PriceWatchTabs, watchTabs } from './price-watch-tabs.tsx';
import { BelowFloorList, PriceChangeList } from './watched-prices.tsx';

type HeldPricesPart = EndpointResponse<typeof listHeldPricesEndpoint>;

const UNAPPLIED_PRICES = ['цена не применена', 'цены не применены', 'цен не применены'] as const;

/** «Карантин цен»: new prices that the marketplace has not applied, and what to do about them. */
export function HeldPricesPage() {
  const query = useInfiniteQuery(heldPriceQueries.list());
  const read = useReadHeldPrices();
  const offlineReason = useOnlineOnly()('Карантин читается на Wildberries: нужна связь');
  const [first] = query.data?.pages ?? [];
  const [searchParams] = useSearchParams();
  const tab = watchTabs.find((one) => one === searchParams.get('tab')) ?? 'held';
  const { data: profile } = useQuery(userQueries.me());
  const hasShops = profile?.shops.length !== 0;
  const readAt = tab === 'held' ? readText(first?.readAt) : <WatchedAge tab={tab} />;
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title="Карантин цен"
        note={first && first.count > 0 ? String(first.count) : null}
        subtitle={hasShops ? readAt : null}
        actions={
          hasShops ? (
            <Button loading={read.isPending} disabledReason={offlineReason} onClick={() => read.mutate()}>
              Обновить
            </Button>
          ) : null
        }
      />
      <PriceWatchTabs current={tab} heldCount={first?.count} />
      {hasShops ? (
        <>
          {tab === 'below' ? <BelowFloorList /> : null}
          {tab === 'changed' ? <PriceChangeList /> : null}
          {tab === 'held' ? <HeldPrices query={query} /> : null}
        </>
      ) : (
        <NoShops text="За ценами станет видно, когда вы добавите магазин с токеном категории «Цены и скидки»." />
      )}
    </div>
  );
}

function WatchedAge({ tab }: { tab: 'below' | 'changed' }) {
  const below = useInfiniteQuery(priceWatchQueries.belowFloor());
  const changed = useInfiniteQuery(priceWatchQueries.changes());
  return <DataAgeNote query={tab === 'below' ? below : changed} />;
}

function HeldPrices({ query }: { query: UseInfiniteQueryResult<InfiniteData<HeldPricesPart>> }) {
  const [first] = query.data?.pages ?? [];
  const held = query.data?.pages.flatMap((page) => page.results);
  const isTable = useMediaQuery('(min-width: 1024px)');
  const isReachable = canReachServer(useConnectivity());
  const asOf = useNothingAsOf(query);
  return (
    <>
      {first?.problems.map(({ shopId, shopName, detail, retryAt }) => (
        <Notice key={shopId} tone="warning" title={`${inQuotes(shopName)} не прочитан`}>
          <ShopProblemDetail detail={detail} retryAt={retryAt} />
        </Notice>
      ))}
      {held ? null : <ProblemOrSkeleton query={query} skeleton={<Skeleton className="h-40 w-full" />} />}
      {held?.length === 0 && first?.readAt === null ? (
        <EmptyState
          icon="clock"
          title="Карантин прочитан не весь"
          text={
            isReachable
              ? 'Там, где прочитан, ничего нет. Магазины читаются раз в час; «Обновить» спросит Wildberries сейчас.'
              : 'Там, где прочитан, ничего не было; остальные прочитаются, когда появится связь.'
          }
        />
      ) : null}
      {held?.length === 0 && first?.readAt !== null ? (
        <EmptyState
          icon="check"
          title={asOf('В карантине ничего нет')}
          text="Сюда попадают новые цены, которые со скидкой втрое ниже прежних или ещё ниже: Wildberries их не применяет, пока вы не подтвердите."
        />
      ) : null}
      {held && held.length > 0 ? (
        <>
          <Notice tone="info" title={countOf(first?.count ?? 0, UNAPPLIED_PRICES)}>
            Покупатели видят прежнюю цену. Если новая верна, подтвердите её в кабинете Wildberries: «Цены и
            скидки» → «Ценовой карантин». Если это ошибка, поправьте цену в карточке и отправьте её снова: за
            один раз она может стать ниже не больше чем втрое.
          </Notice>
          {isTable ? <HeldPriceTable held={held} /> : <HeldPriceList held={held} />}
        </>
      ) : null}
      {held && held.length > 0 ? (
        <div className="flex flex-wrap justify-center gap-2">
          {query.hasNextPage ? (
            <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              Показать ещё
            </Button>
          ) : null}
          <HeldPriceExport />
        </div>
      ) : null}
    </>
  );
}

function readText(readAt: string | null | undefined): string {
  // The line keeps its place while nothing is known, so that the page does not jump.
  if (readAt === undefined) return NBSP;
  return readAt === null ? 'Прочитаны ещё не все магазины' : `По данным Wildberries ${formatAsOf(readAt)}`;
}
