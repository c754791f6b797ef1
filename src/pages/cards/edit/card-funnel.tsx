import { useQuery } from '@tanstack/react-query';
import { cardFunnelQueries, useAskFunnelAgain } from '#api/card-funnel.ts';
import type { CardFunnel as Funnel, FunnelSteps } from '#contract/card-funnel.ts';
import { formatRoubles } from '#lib/money.ts';
import { formatInteger, formatPercent } from '#lib/numbers.ts';
import { ExportButton } from '#parts/exports/export-button.tsx';
import { useShopLabel } from '#parts/exports/use-shop-label.ts';
import { isStuck } from '#parts/is-stuck.ts';
import { LoadProblem } from '#parts/load-problem.tsx';
import { Cell, DataTable, HeadCell, Row } from '#ui/data-table.tsx';
import { Panel } from '#ui/panel.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { funnelColumns } from './card-funnel-columns.ts';
import { FunnelProblems } from './card-funnel-problems.tsx';

type ShopOfFunnel = Funnel['shops'][number];
type KnownShop = ShopOfFunnel & { steps: FunnelSteps };

interface CardFunnelProps {
  cardId: number;
  from: string;
  to: string;
}

/** From a look at the card to its buy-out, as the marketplace counts it, by shop. */
export function CardFunnel(props: CardFunnelProps) {
  return (
    <Panel title="Воронка Wildberries">
      <FunnelOfCard {...props} />
    </Panel>
  );
}

function FunnelOfCard({ cardId, from, to }: CardFunnelProps) {
  const query = useQuery(cardFunnelQueries.ofPeriod(cardId, from, to));
  const askAgain = useAskFunnelAgain(cardId, from, to);
  const shopLabel = useShopLabel();
  if (!query.data) {
    return isStuck(query) ? (
      <LoadProblem
        error={query.error}
        onRetry={() => void query.refetch()}
        offlineText="Воронку показывает Wildberries: она появится, когда будет связь."
      />
    ) : (
      <Skeleton className="h-40 w-full" />
    );
  }
  const { shops } = query.data;
  if (shops.length === 0) {
    return <p className="text-muted">Карточки ещё нет ни в одном магазине Wildberries.</p>;
  }
  const known = shops.filter(isKnown);
  const unknown = shops.filter((shop) => !isKnown(shop));
  return (
    <>
      {unknown.length > 0 ? (
        <FunnelProblems
          shops={unknown}
          isAll={known.length === 0}
          answeredAtMs={query.dataUpdatedAt}
          isAsking={askAgain.isPending}
          onAskAgain={(shopIds) => askAgain.mutate(shopIds)}
        />
      ) : null}
      {known.length > 0 ? (
        <>
          <FunnelBars steps={sumOf(known.map(({ steps }) => steps))} />
          <FunnelTable shops={known} />
          <div className="mt-2 flex flex-wrap items-center gap-3">
            <p className="min-w-0 flex-1 basis-48 text-sm text-muted">
              Считает Wildberries: выкупы и отмены — тех заказов, что сделаны в этом периоде, поэтому с
              продажами ниже они сходятся не сразу.
            </p>
            <ExportButton
              size="sm"
              fileName={`Воронка карточки ${from} — ${to}`}
              sheet="Воронка по магазинам"
              columns={funnelColumns(shopLabel)}
              readRows={() => shops}
            />
          </div>
        </>
      ) : null}
    </>
  );
}

function isKnown(shop: ShopOfFunnel): shop is KnownShop {
  return shop.steps !== null;
}

function FunnelBars({ steps }: { steps: FunnelSteps }) {
  const bars = [
    { name: 'Открыли карточку', count: steps.opens, before: null },
    { name: 'Положили в корзину', count: steps.carts, before: steps.opens },
    { name: 'Заказали', count: steps.orders, before: steps.carts },
    { name: 'Выкупили', count: steps.buyouts, before: steps.orders },
  ];
  const most = Math.max(1, ...bars.map(({ count }) => count));
  return (
    <ul aria-label="Шаги воронки" className="mb-4 flex flex-col gap-2">
      {bars.map(({ name, count, before }) => (
        <li
          key={name}
          className="grid grid-cols-[9rem_minmax(0,1fr)_9rem] items-center gap-3 max-md:grid-cols-2"
        >
          <span className="text-sm text-ink-2">{name}</span>
          <span className="text-right tabular-nums md:order-last">
            {formatInteger(count)}
            {/* A margin alone is not heard and not copied: 53 and 6,7 % were 536,7 %. */}
            {before === null ? null : (
              <span className="text-sm text-muted">
                {' · '}
                {before === 0 ? '—' : formatPercent(count / before)}
              </span>
            )}
          </span>
          <span aria-hidden className="h-3 rounded-control bg-hover max-md:col-span-2">
            <span
              className="block h-full rounded-control bg-accent"
              style={{ width: `${(count / most) * 100}%` }}
            />
          </span>
        </li>
      ))}
    </ul>
  );
}

function FunnelTable({ shops }: { shops: readonly KnownShop[] }) {
  return (
    <DataTable label="Воронка по магазинам" scroll="inside">
      <thead>
        <tr>
          <HeadCell>Магазин</HeadCell>
          <HeadCell align="end">Открытия</HeadCell>
          <HeadCell align="end">Корзины</HeadCell>
          <HeadCell align="end">Заказы</HeadCell>
          <HeadCell align="end">Выкупы</HeadCell>
          <HeadCell align="end">Отмены</HeadCell>
        </tr>
      </thead>
      <tbody>
        {shops.map(({ shopId, shopName, steps }) => (
          <Row key={shopId}>
            <Cell>{shopName}</Cell>
            <Cell align="end">{formatInteger(steps.opens)}</Cell>
            <Cell align="end">{formatInteger(steps.carts)}</Cell>
            <Cell align="end">{withMoney(steps.orders, steps.ordersKopecks)}</Cell>
            <Cell align="end">{withMoney(steps.buyouts, steps.buyoutsKopecks)}</Cell>
            <Cell align="end">{withMoney(steps.cancels, steps.cancelsKopecks)}</Cell>
          </Row>
        ))}
      </tbody>
    </DataTable>
  );
}

function withMoney(count: number, kopecks: number) {
  return (
    <>
      {formatInteger(count)}
      {count === 0 ? null : <span className="block text-sm text-muted">{formatRoubles(kopecks)}</span>}
    </>
  );
}

function sumOf(all: readonly FunnelSteps[]): FunnelSteps {
  const sum = (pick: (steps: FunnelSteps) => number) => all.reduce((total, steps) => total + pick(steps), 0);
  return {
    opens: sum((steps) => steps.opens),
    carts: sum((steps) => steps.carts),
    orders: sum((steps) => steps.orders),
    ordersKopecks: sum((steps) => steps.ordersKopecks),
    buyouts: sum((steps) => steps.buyouts),
    buyoutsKopecks: sum((steps) => steps.buyoutsKopecks),
    cancels: sum((steps) => steps.cancels),
    cancelsKopecks: sum((steps) => steps.cancelsKopecks),
  };
}
