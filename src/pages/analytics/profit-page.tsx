import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { userQueries } from '#api/users.ts';
import { classNames } from '#lib/class-names.ts';
import { isStuck } from '#parts/is-stuck.ts';
import { LoadProblem } from '#parts/load-problem.tsx';
import { Button } from '#ui/button.tsx';
import { NothingSold } from './nothing-sold.tsx';
import { OwnCostsDialog } from './own-costs-dialog.tsx';
import { LoadingBreakdown, ProfitBreakdown } from './profit-breakdown.tsx';
import { LoadingCards, ProfitCards } from './profit-cards.tsx';
import { ProfitChart } from './profit-chart.tsx';
import { ProfitHeader } from './profit-header.tsx';
import { isMeasure } from './profit-measures.ts';
import { LoadingMeasures, ProfitMeasuresPanel } from './profit-measures-panel.tsx';
import { ProfitNotices } from './profit-notices.tsx';
import { ProfitShopsPanel } from './profit-shops-panel.tsx';
import { ProfitSide } from './profit-side.tsx';
import { isNothingSold, LoadingTiles, ProfitTiles } from './profit-tiles.tsx';
import { ProfitWindows } from './profit-windows.tsx';
import { StockPanel } from './stock-panel.tsx';
import { TaxPanel, VatNotice } from './tax-panel.tsx';
import { useProfitAddress } from './use-profit-address.ts';
import { useShownProfit } from './use-shown-profit.ts';

const OFFLINE_TEXT =
  'Деньги не хранятся на устройстве: старая прибыль обманула бы. Цифры появятся, когда будет связь.';

/** «Заказы и продажи»: a period beside the one before it, from revenue to profit, by day and by card. */
export function ProfitPage() {
  const address = useProfitAddress();
  const { state, change, open } = address;
  const { data: profile } = useQuery(userQueries.me());
  const shops = useMemo(() => new Map(profile?.shops.map((shop) => [shop.id, shop])), [profile]);
  const shown = useShownProfit(state);
  const { query, profit, marks, basis, question, cardsQuestion } = shown;
  const [areCostsShown, setCostsShown] = useState(false);
  const isFailed = !profit && isStuck(query);
  const isEmpty = profit !== undefined && isNothingSold(profit);

  return (
    <>
      <ProfitHeader state={state} change={change} shown={shown} shops={profile?.shops ?? []} />
      {isFailed ? (
        <LoadProblem error={query.error} onRetry={() => void query.refetch()} offlineText={OFFLINE_TEXT} />
      ) : null}
      {isEmpty ? <NothingSold profit={profit} hasShops={profile?.shops.length !== 0} /> : null}
      {isFailed || isEmpty ? null : (
        <div
          aria-busy={query.isPlaceholderData}
          className={classNames(
            'mt-4 flex flex-col gap-4',
            query.isPlaceholderData && 'opacity-60 transition-opacity',
          )}
        >
          <ProfitSide state={state} change={change} profit={profit} shops={shops} />
          {profit ? (
            <>
              <ProfitNotices profit={profit} />
              <VatNotice shopIds={state.shopIds} />
              <ProfitTiles
                profit={profit}
                side={state.side}
                onOpen={(figure) => open({ figure, isEffect: false })}
              />
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
              query={question}
              profit={profit}
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
            shop={shown.shop}
            shops={shops}
            onOpen={(card) => open({ stock: 'money', card })}
            onOpenDays={() => open({ stock: 'days' })}
          />
          {profit && marks ? (
            <ProfitBreakdown
              {...profit[state.side]}
              mark={marks.ofAll}
              basis={basis}
              shopIds={state.shopIds}
              onOpen={(figure) => open({ figure, isEffect: true })}
              actions={
                <Button size="sm" onClick={() => setCostsShown(true)}>
                  Прочие расходы
                </Button>
              }
            />
          ) : (
            <LoadingBreakdown />
          )}
          <TaxPanel shopIds={state.shopIds} onOpen={(taxpayerId) => open({ taxpayerId })} />
          {cardsQuestion ? (
            <ProfitCards
              query={cardsQuestion}
              totals={profit?.[state.side].totals}
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
          <ProfitWindows address={address} shown={shown} shops={shops} />
          {areCostsShown && question ? (
            <OwnCostsDialog
              period={{ from: question.from, to: question.to }}
              shops={profile?.shops ?? []}
              onClose={() => setCostsShown(false)}
            />
          ) : null}
        </div>
      )}
    </>
  );
}
