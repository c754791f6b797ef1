import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { analyticsQueries } from '#api/analytics.ts';
import { userQueries } from '#api/users.ts';
import type { AskedBasis, Profit } from '#contract/analytics.ts';
import { classNames } from '#lib/class-names.ts';
import { formatPeriod } from '#lib/dates.ts';
import { paths } from '#lib/paths.ts';
import { DataAgeNote } from '#parts/data-age-note.tsx';
import { everyRow } from '#parts/exports/every-row.ts';
import { ExportButton } from '#parts/exports/export-button.tsx';
import { useShopLabel } from '#parts/exports/use-shop-label.ts';
import { isStuck } from '#parts/is-stuck.ts';
import { LoadProblem } from '#parts/load-problem.tsx';
import { ShopChoice } from '#parts/shop-choice.tsx';
import { ShopProblemDetail } from '#parts/shop-problem-detail.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { ComparedChoice } from './compared-choice.tsx';
import { comparisonNote } from './comparison-note.ts';
import { DataSources } from './data-sources.tsx';
import type { FigureName } from './figure-names.ts';
import { OwnCostsDialog } from './own-costs-dialog.tsx';
import { PeriodChoice } from './period-choice.tsx';
import {
  comparedDays,
  NOTHING_OPEN,
  parseProfitState,
  periodDays,
  profitSearch,
  type ProfitState,
} from './profit-address.ts';
import { LoadingBreakdown, ProfitBreakdown } from './profit-breakdown.tsx';
import { LoadingCards, ProfitCards } from './profit-cards.tsx';
import { ProfitChart } from './profit-chart.tsx';
import { profitColumns } from './profit-columns.ts';
import { marksOf } from './profit-marks.ts';
import { LoadingMeasures, ProfitMeasuresPanel } from './profit-measures-panel.tsx';
import { ProfitShopsPanel } from './profit-shops-panel.tsx';
import { isMeasure } from './profit-measures.ts';
import { CoverageNote, ProfitNotices } from './profit-notices.tsx';
import { isNothingSold, LoadingTiles, ProfitTiles } from './profit-tiles.tsx';
import { StockPanel } from './stock-panel.tsx';
import { TaxPanel, VatNotice } from './tax-panel.tsx';
import { useToday } from './use-today.ts';

/** Of no use before a figure is pressed. */
const OpenedFigure = lazy(async () => ({ default: (await import('./opened-figure.tsx')).OpenedFigure }));
const StockDialog = lazy(async () => ({ default: (await import('./stock-dialog.tsx')).StockDialog }));
const StockDaysDialog = lazy(async () => ({
  default: (await import('./stock-days-dialog.tsx')).StockDaysDialog,
}));
const VatIncomeDialog = lazy(async () => ({
  default: (await import('./vat-income-dialog.tsx')).VatIncomeDialog,
}));

const OFFLINE_TEXT =
  'Деньги не хранятся на устройстве: старая прибыль обманула бы. Цифры появятся, когда будет связь.';

/** «Заказы и продажи»: a period beside the one before it, from revenue to profit, by day and by card. */
export function ProfitPage() {
  const [searchParams, setSearchParams] = useSearchParams();
  const state = useMemo(() => parseProfitState(searchParams), [searchParams]);
  const change = (changed: Partial<ProfitState>) =>
    setSearchParams(profitSearch({ ...state, ...changed }), { replace: true, preventScrollReset: true });
  /** Back closes what was opened, step by step. */
  const open = (opened: Partial<ProfitState>) =>
    setSearchParams(profitSearch({ ...state, ...NOTHING_OPEN, ...opened }), { preventScrollReset: true });
  const hrefOf = (opened: Partial<ProfitState>) =>
    `${paths.profit}?${profitSearch({ ...state, ...NOTHING_OPEN, ...opened })}`;
  const openFigure = (figure: FigureName, isEffect: boolean) => open({ figure, isEffect });

  const { data: profile } = useQuery(userQueries.me());
  const shops = useMemo(() => new Map(profile?.shops.map((shop) => [shop.id, shop])), [profile]);
  const today = useToday();
  const basis: AskedBasis = state.basis ?? 'OWN';
  const dated = state.period && periodDays(state.period, today);
  const shop = state.shopIds.map(String);
  const query = useQuery({
    ...analyticsQueries.profit({
      ...dated,
      basis,
      shop,
      ...(state.against === 'BEFORE' ? {} : { against: state.against }),
    }),
    placeholderData: keepPreviousData,
  });
  const profit = query.data;
  // Which days the reports cover, the answer says; while the next is asked for, those of the last one stand.
  const selected = dated ?? profit?.SELECTED;
  const compared = selected && comparedDays(selected, state.against);
  const shownDays = state.side === 'SELECTED' ? selected : compared;
  const cardsQuery = shownDays && {
    from: shownDays.from,
    to: shownDays.to,
    basis,
    shop,
    ordering: state.ordering,
    shopRows: true,
    ...(state.search ? { search: state.search } : {}),
    ...(state.group ? { group: state.group } : {}),
  };
  const [areCostsShown, setCostsShown] = useState(false);
  const queryClient = useQueryClient();
  const shopLabel = useShopLabel();
  const everyCard = (asked: NonNullable<typeof cardsQuery>) =>
    everyRow(
      (offset) => queryClient.fetchQuery(analyticsQueries.profitCardsPage(asked, offset)),
      ({ shopId, nmId }) => `${shopId}:${nmId}`,
    );
  const shown = profit?.[state.side];
  const marks = profit && marksOf(profit, state.side);
  const isFailed = !profit && isStuck(query);
  const isEmpty = profit !== undefined && isNothingSold(profit);

  return (
    <>
      <PageHeader
        title="Заказы и продажи"
        subtitle={<DataAgeNote query={query} />}
        actions={
          <>
            <ShopChoice
              shops={profile?.shops ?? []}
              chosen={state.shopIds}
              onChange={(shopIds) => change({ shopIds })}
            />
            <PeriodChoice
              period={state.period}
              shown={selected}
              today={today}
              reported={{
                // Not the answer's own `reportedUntil`: that one passes over shops of which there is no report at all.
                until: profit?.coverage?.report?.to,
                isChosen: state.period === null,
                onChoose: () => change({ period: null }),
              }}
              onChange={(period) => change({ period })}
            >
              <ComparedChoice against={state.against} onChange={(against) => change({ against })} />
            </PeriodChoice>
            {cardsQuery && marks && !query.isPlaceholderData ? (
              <ExportButton
                fileName={`Прибыль ${cardsQuery.from} — ${cardsQuery.to}`}
                sheet="Прибыль по карточкам"
                columns={profitColumns({
                  shopName: shopLabel,
                  isPreliminary: (shopId) => marks.ofShop(shopId).isPreliminary,
                })}
                readRows={() => everyCard(cardsQuery)}
              />
            ) : (
              <Button icon="download" disabledReason="Цифры ещё загружаются">
                Скачать
              </Button>
            )}
            <LinkButton to={paths.reports}>Сверка отчётов</LinkButton>
          </>
        }
      />
      {isFailed ? (
        <LoadProblem error={query.error} onRetry={() => void query.refetch()} offlineText={OFFLINE_TEXT} />
      ) : null}
      {isEmpty ? <NothingSold profit={profit} /> : null}
      {isFailed || isEmpty ? null : (
        <div
          aria-busy={query.isPlaceholderData}
          className={classNames(
            'mt-4 flex flex-col gap-4',
            query.isPlaceholderData && 'opacity-60 transition-opacity',
          )}
        >
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Segmented
              label="Какой период показать"
              value={state.side}
              onChange={(side) => change({ side })}
              options={[
                { value: 'SELECTED', label: 'Выбранный период' },
                { value: 'PREVIOUS', label: state.against === 'YEAR_AGO' ? 'Год назад' : 'Предыдущий' },
              ]}
            />
            <span className="min-h-5 text-sm text-muted">
              {profit ? <SideNote profit={profit} side={state.side} /> : null}
            </span>
            {profit?.sources ? <DataSources sources={profit.sources} shops={shops} /> : null}
          </div>
          {profit ? (
            <>
              <ProfitNotices profit={profit} />
              <VatNotice shopIds={state.shopIds} />
              <ProfitTiles profit={profit} side={state.side} onOpen={(figure) => openFigure(figure, false)} />
            </>
          ) : (
            <LoadingTiles />
          )}
          <ProfitChart
            profit={profit}
            metric={state.metric}
            onMetricChange={(metric) => change({ metric })}
            basis={basis}
            onBasisChange={(chosen) => change({ basis: chosen === 'OWN' ? null : chosen })}
          />
          {(state.shopIds.length || shops.size) > 1 ? (
            <ProfitShopsPanel
              query={shownDays && { from: shownDays.from, to: shownDays.to, basis, shop }}
              metric={state.metric}
              shops={shops}
              isOpen={state.isByShop}
              onOpenChange={(isByShop) => change({ isByShop })}
              onShop={(shopId) => change({ shopIds: [shopId] })}
              onDays={(days) => change({ period: days, side: 'SELECTED' })}
            />
          ) : null}
          {profit ? (
            <ProfitMeasuresPanel profit={profit} side={state.side} onOpen={(measure) => open({ measure })} />
          ) : (
            <LoadingMeasures />
          )}
          <StockPanel
            shop={shop}
            shops={shops}
            onOpen={(card) => open({ stock: 'money', card })}
            onOpenDays={() => open({ stock: 'days' })}
          />
          {state.stock === 'money' ? (
            <Suspense>
              <StockDialog shop={shop} card={state.card} shops={shops} onClose={() => change(NOTHING_OPEN)} />
            </Suspense>
          ) : null}
          {state.stock === 'days' ? (
            <Suspense>
              <StockDaysDialog
                shop={shop}
                shops={shops}
                hrefOfMoney={hrefOf({ stock: 'money' })}
                hrefOfSold={(card, days, figure) =>
                  hrefOf({ period: days, side: 'SELECTED', shopIds: [card.shopId], figure, card })
                }
                onClose={() => change(NOTHING_OPEN)}
              />
            </Suspense>
          ) : null}
          {profit && marks ? (
            <ProfitBreakdown
              {...profit[state.side]}
              mark={marks.ofAll}
              onOpen={(figure) => openFigure(figure, true)}
              actions={
                <Button size="sm" onClick={() => setCostsShown(true)}>
                  Прочие расходы
                </Button>
              }
            />
          ) : (
            <LoadingBreakdown />
          )}
          {profit && (state.figure ?? state.measure) ? (
            <Suspense>
              <OpenedFigure
                {...{ state, profit, basis, shops }}
                onOpen={open}
                onClose={() => change(NOTHING_OPEN)}
              />
            </Suspense>
          ) : null}
          <TaxPanel shopIds={state.shopIds} onOpen={(taxpayerId) => open({ taxpayerId })} />
          {state.taxpayerId === null ? null : (
            <Suspense>
              <VatIncomeDialog
                taxpayerId={state.taxpayerId}
                shops={shops}
                sources={profit?.sources ?? []}
                hrefOfMonth={({ from, to, shopId }) =>
                  hrefOf({ period: { from, to }, side: 'SELECTED', shopIds: [shopId], figure: 'REALIZED' })
                }
                onClose={() => change(NOTHING_OPEN)}
              />
            </Suspense>
          )}
          {areCostsShown && shownDays ? (
            <OwnCostsDialog
              period={{ from: shownDays.from, to: shownDays.to }}
              shops={profile?.shops ?? []}
              onClose={() => setCostsShown(false)}
            />
          ) : null}
          {cardsQuery ? (
            <ProfitCards
              query={cardsQuery}
              totals={shown?.totals}
              marks={marks}
              shops={shops}
              search={state.search}
              onSearchChange={(search) => change({ search })}
              ordering={state.ordering}
              onOrderingChange={(ordering) => change({ ordering })}
              group={state.group}
              onGroupChange={(group) => change({ group })}
              onOpen={(name, card) =>
                // A shop without a card has a row of its own, which is the shop.
                open({
                  ...(isMeasure(name) ? { measure: name } : { figure: name }),
                  ...(card?.nmId === 0 ? { shopIds: [card.shopId] } : { card }),
                })
              }
            />
          ) : (
            <LoadingCards />
          )}
        </div>
      )}
    </>
  );
}

function SideNote({ profit, side }: { profit: Profit; side: ProfitState['side'] }) {
  const { from, to } = profit[side];
  return (
    <>
      {formatPeriod(from, to)}
      {' · '}
      {side === 'SELECTED' ? `${comparisonNote(profit)} · ` : ''}
      <CoverageNote profit={profit} side={side} />
    </>
  );
}

function NothingSold({ profit }: { profit: Profit }) {
  return (
    <EmptyState
      icon="table"
      title="За этот период нет ни заказов, ни продаж"
      text={<WhyNothing profit={profit} />}
      action={profit.syncedAt === null ? <LinkButton to={paths.shops}>К магазинам</LinkButton> : null}
    />
  );
}

function WhyNothing({ profit: { problems, syncedAt } }: { profit: Profit }) {
  const problem = problems?.[0];
  if (problem) {
    return (
      <>
        {problem.shopName}: <ShopProblemDetail detail={problem.detail} retryAt={problem.retryAt} />
      </>
    );
  }
  return syncedAt === null
    ? 'Данные появятся, когда у магазина будет токен категорий «Статистика» и «Финансы»: прочитать их в первый раз занимает несколько минут.'
    : 'Выберите другой период или другие магазины.';
}
