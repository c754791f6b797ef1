import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { promotionQueries } from '#api/promotions.ts';
import { userQueries } from '#api/users.ts';
import { promotionPeriods, type Promotion } from '#contract/promotions.ts';
import { DataAgeNote } from '#parts/data-age-note.tsx';
import { ExportButton } from '#parts/exports/export-button.tsx';
import { useShopLabel } from '#parts/exports/use-shop-label.ts';
import { isStuck } from '#parts/is-stuck.ts';
import { LoadProblem } from '#parts/load-problem.tsx';
import { NoShops } from '#parts/no-shops.tsx';
import { ShopChoice } from '#parts/shop-choice.tsx';
import { ShopProblems } from '#parts/shop-problems.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Panel } from '#ui/panel.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { useMediaQuery } from '#ui/use-media-query.ts';
import { ChangedPricesNotice } from './changed-prices-notice.tsx';
import { groupPromotions } from './group-promotions.ts';
import { promotionColumns } from './promotion-columns.ts';
import { PromotionDetail } from './promotion-detail.tsx';
import { PromotionList } from './promotion-list.tsx';
import { PromotionTimeline } from './promotion-timeline.tsx';
import { parsePromotionsState, promotionsSearch, type PromotionsState } from './promotions-address.ts';

const PERIOD_LABELS: Record<Promotion['period'], string> = {
  current: 'Идут',
  upcoming: 'Скоро',
  past: 'Прошли',
};

/** The marketplace's calendar of each shop: what is on, what it pays, which cards to join with. */
export function PromotionsPage() {
  const [searchParams, setSearchParams] = useSearchParams();
  const state = useMemo(() => parsePromotionsState(searchParams), [searchParams]);
  const change = (changed: Partial<PromotionsState>) =>
    setSearchParams(promotionsSearch({ ...state, ...changed }), { replace: true, preventScrollReset: true });

  const { data: profile } = useQuery(userQueries.me());
  const shopLabel = useShopLabel();
  const query = useQuery(promotionQueries.list({ shop: state.shopIds.map(String) }));
  const all = query.data?.promotions;
  const groupsOf = (period: Promotion['period']) =>
    all && groupPromotions(all.filter((promotion) => promotion.period === period));
  const groups = groupsOf(state.period);
  const isWide = useMediaQuery('(min-width: 1024px)');
  const chosen = all?.find((promotion) => promotion.id === state.id);
  // Beside the list when there is room for both; else the promotion takes the page.
  const shown = chosen ?? (isWide && state.id === null ? groups?.[0]?.inShops[0] : undefined);
  const isEmpty = groups?.length === 0;
  const isFailed = !all && isStuck(query);

  /** A narrow screen has the promotion alone, or the list. One tree for both: a tablet that is turned keeps what was chosen. */
  const isAlone = !isWide && state.id !== null && !isFailed;
  const detail = shown ? (
    <PromotionDetail
      key={shown.wbPromotionId}
      promotion={shown}
      inShops={sameInShops(all ?? [], shown)}
      searchOf={({ id }) => promotionsSearch({ ...state, id })}
      asked={state}
      onAskedChange={change}
      onChosen={() => {
        if (state.id === null) change({ id: shown.id });
      }}
    />
  ) : (
    <MissingDetail isLoading={all === undefined} />
  );

  return (
    <>
      {isAlone ? (
        <>
          {/* What stands alone names itself in sight; screen readers look for the name of the page as well. */}
          <h1 className="sr-only">Акции</h1>
          <LinkButton
            to={{ search: promotionsSearch({ ...state, id: null }) }}
            variant="ghost"
            size="sm"
            icon="arrow-left"
            className="mb-3 -ml-2 w-fit"
          >
            Все акции
          </LinkButton>
        </>
      ) : (
        <>
          <PageHeader
            title="Акции"
            subtitle={<DataAgeNote query={query} />}
            actions={
              <>
                <ShopChoice
                  shops={profile?.shops ?? []}
                  chosen={state.shopIds}
                  onChange={(shopIds) => change({ shopIds, id: null })}
                />
                {all && all.length > 0 ? (
                  <ExportButton
                    fileName="Акции"
                    sheet="Акции"
                    columns={promotionColumns(shopLabel)}
                    readRows={() => all}
                  />
                ) : null}
              </>
            }
          />
          <Tabs
            label="Период акций"
            className="mt-4"
            isReplacing
            items={promotionPeriods.map((period) => ({
              key: period,
              label: PERIOD_LABELS[period],
              count: groupsOf(period)?.length,
              isCurrent: state.period === period,
              to: { search: promotionsSearch({ ...state, period, id: null }) },
            }))}
          />
        </>
      )}
      <div className={isAlone ? '' : 'mt-4 flex flex-col gap-4'}>
        {isAlone ? null : (
          <>
            <ChangedPricesNotice />
            <ShopProblems
              title="Акции не всех магазинов удалось прочитать"
              problems={query.data?.problems ?? []}
            />
            {isFailed ? <LoadProblem error={query.error} onRetry={() => void query.refetch()} /> : null}
            {isEmpty ? (
              <NoPromotions hasShops={(profile?.shops.length ?? 1) > 0} period={state.period} />
            ) : null}
            {isWide && state.period === 'upcoming' && groups && !isEmpty ? (
              <PromotionTimeline groups={groups} shownId={shown?.id ?? null} state={state} />
            ) : null}
          </>
        )}
        {isFailed || (isEmpty && !isAlone) ? null : (
          <div className={isAlone ? '' : 'grid items-start gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]'}>
            {isAlone ? null : <PromotionList groups={groups} shownId={shown?.id ?? null} state={state} />}
            {isWide || isAlone ? detail : null}
          </div>
        )}
      </div>
    </>
  );
}

/** A promotion may have begun in one shop's calendar and not yet in another's: it is one all the same. */
function sameInShops(all: readonly Promotion[], { wbPromotionId }: Promotion): readonly Promotion[] {
  const [group] = groupPromotions(all.filter((promotion) => promotion.wbPromotionId === wbPromotionId));
  return group?.inShops ?? [];
}

function NoPromotions({ hasShops, period }: { hasShops: boolean; period: Promotion['period'] }) {
  if (!hasShops) {
    return <NoShops text="Акции появятся, когда вы добавите магазин с токеном категории «Цены и скидки»." />;
  }
  return (
    <EmptyState
      icon="calendar"
      title={period === 'past' ? 'Прошедших акций нет' : 'Акций нет'}
      text="В календаре Wildberries за это время у выбранных магазинов ничего нет."
    />
  );
}

function MissingDetail({ isLoading }: { isLoading: boolean }) {
  return (
    <Panel>
      {isLoading ? (
        <>
          <Skeleton className="h-6 w-1/2" />
          <Skeleton className="mt-3 h-4 w-3/4" />
          <Skeleton className="mt-5 h-96 w-full" />
        </>
      ) : (
        <EmptyState
          icon="calendar"
          title="Акция не найдена"
          text="Её больше нет в календаре Wildberries, или она другого магазина."
        />
      )}
    </Panel>
  );
}
