import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { stockMoneyQueries } from '#api/stock-money.ts';
import type { StockMoney, StockOfCard } from '#contract/stock-money.ts';
import type { ProfileShop } from '#contract/users.ts';
import { formatDateTime, formatPeriod } from '#lib/dates.ts';
import { formatRoubles } from '#lib/money.ts';
import { formatInteger, NBSP } from '#lib/numbers.ts';
import { hrefTo } from '#lib/paths.ts';
import { countOf } from '#lib/plurals.ts';
import { everyRow } from '#parts/exports/every-row.ts';
import { ExportButton } from '#parts/exports/export-button.tsx';
import { useShopLabel } from '#parts/exports/use-shop-label.ts';
import { isStuck } from '#parts/is-stuck.ts';
import { LoadProblem } from '#parts/load-problem.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Panel } from '#ui/panel.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { stockColumns } from './stock-columns.ts';

const DAYS = ['день', 'дня', 'дней'] as const;
const MANY_DAYS = 365;

interface StockProps {
  /** Ids of the chosen ones; empty: all. */
  shop: string[];
  shops: ReadonlyMap<number, ProfileShop>;
}

/** What stands in the warehouses now, whatever period is shown; counted when it is opened. */
export function StockPanel(props: StockProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Panel
      title="Остатки сейчас"
      actions={
        <Button size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Свернуть остатки' : 'Показать остатки'}
        </Button>
      }
    >
      {isOpen ? <Stock {...props} /> : null}
    </Panel>
  );
}

function Stock({ shop, shops }: StockProps) {
  const list = useInfiniteQuery({ ...stockMoneyQueries.list({ shop }), placeholderData: keepPreviousData });
  const queryClient = useQueryClient();
  const shopLabel = useShopLabel();
  const [first] = list.data?.pages ?? [];
  if (!first) {
    return isStuck(list) ? (
      <LoadProblem
        error={list.error}
        onRetry={() => void list.refetch()}
        offlineText="Деньги не хранятся на устройстве. Остатки появятся, когда будет связь."
      />
    ) : (
      <Skeleton className="h-80 w-full" />
    );
  }
  const nameOf = (shopId: number) => shops.get(shopId)?.name ?? `Магазин № ${shopId}`;
  const cards = list.data?.pages.flatMap((page) => page.results) ?? [];
  return (
    <div aria-busy={list.isPlaceholderData} className="flex flex-col gap-3">
      <Totals totals={first.totals} />
      <Notes stock={first} nameOf={nameOf} />
      {cards.length === 0 ? (
        <EmptyState
          icon="table"
          title="На ваших складах пусто"
          text="Здесь появятся карточки, у которых есть остаток."
        />
      ) : (
        <ul aria-label="Остатки по карточкам" className="rounded-control border border-line-soft bg-panel">
          {cards.map((card) => (
            <CardOfStock key={`${card.shopId}-${card.cardId}`} card={card} shop={nameOf(card.shopId)} />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        {list.hasNextPage ? (
          <Button loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Показать ещё
          </Button>
        ) : null}
        <ExportButton
          fileName="Остатки и деньги в них"
          sheet="Остатки"
          columns={stockColumns(shopLabel)}
          readRows={() =>
            everyRow(
              (offset) => queryClient.fetchQuery(stockMoneyQueries.page({ shop }, offset)),
              ({ shopId, cardId }) => `${shopId}:${cardId}`,
            )
          }
        />
      </div>
    </div>
  );
}

function Totals({ totals }: Pick<StockMoney, 'totals'>) {
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-2 tabular-nums">
      <Total
        name="Деньги в остатках"
        value={formatRoubles(totals.frozenKopecks)}
        note="остаток × себестоимость на сегодня"
      />
      <Total name="Запас" value={daysText(totals.daysOfStock)} note="остаток ÷ средние продажи в день" />
      <Total name="Остаток" value={piecesText(totals.units)} note="на ваших складах" />
    </dl>
  );
}

function Total({ name, value, note }: { name: string; value: string; note: string }) {
  return (
    <div>
      <dt className="text-sm text-muted">{name}</dt>
      <dd>
        <span className="block font-heading">{value}</span>
        <span className="block text-sm text-muted">{note}</span>
      </dd>
    </div>
  );
}

interface NotesProps {
  stock: StockMoney;
  nameOf: (shopId: number) => string;
}

/** Of what moment this is, what is averaged over, and what is not known. */
function Notes({ stock: { shops, totals }, nameOf }: NotesProps) {
  const read = shops.flatMap(({ readAt }) => readAt ?? []).sort();
  const unread = shops.filter(({ readAt }) => readAt === null).map(({ shopId }) => nameOf(shopId));
  const unsold = shops.filter(({ soldDays }) => soldDays === null).map(({ shopId }) => nameOf(shopId));
  // All end with the same day; a shop that is younger than that begins later.
  const [days] = shops
    .flatMap(({ soldDays }) => soldDays ?? [])
    .sort((one, other) => (one.from < other.from ? -1 : 1));
  return (
    <div className="flex flex-col gap-1 text-sm text-muted">
      <p>
        {read[0] === undefined ? '' : `Остатки прочитаны ${formatDateTime(read[0])}. `}
        {days ? `Продажи — в среднем за ${formatPeriod(days.from, days.to)}, со всех складов. ` : ''}
        Товар на складах Wildberries сюда не входит.
        {shops.length > 1 ? ' Одна и та же вещь в остатках двух магазинов посчитана в каждом.' : ''}
      </p>
      {totals.unitsWithoutCost > 0 ? (
        <p>
          Не посчитаны деньги в {formatInteger(totals.unitsWithoutCost)}&nbsp;шт.: себестоимости нет у{' '}
          {countOf(totals.cardsWithoutCost, ['карточки', 'карточек', 'карточек'])}.
        </p>
      ) : null}
      {unread.length > 0 ? <p>Остатки ещё не прочитаны: {unread.join(', ')}.</p> : null}
      {unsold.length > 0 ? <p>Продажи неизвестны, поэтому неизвестен и запас: {unsold.join(', ')}.</p> : null}
    </div>
  );
}

function CardOfStock({ card, shop }: { card: StockOfCard; shop: string }) {
  const facts = [card.vendorCode, shop, piecesText(card.units)].filter(Boolean).join(' · ');
  return (
    <li className="border-b border-line-soft px-3 py-1.5 last:border-b-0">
      <div className="flex items-baseline gap-3">
        <span className="min-w-0 grow truncate">
          <TextLink isAlone to={hrefTo.card({ id: card.cardId, tab: 'STATISTICS' })}>
            {card.title || card.vendorCode}
          </TextLink>
        </span>
        {card.unitsWithoutCost > 0 ? <Badge tone="orange">нет себестоимости</Badge> : null}
        <span className="shrink-0 whitespace-nowrap tabular-nums">
          {card.unitsWithoutCost === card.units ? '—' : formatRoubles(card.frozenKopecks)}
        </span>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
        <span className="min-w-0 grow break-words">{facts}</span>
        <span className="shrink-0 whitespace-nowrap">
          {card.daysOfStock === null ? 'продаж нет или неизвестны' : `запас ${daysText(card.daysOfStock)}`}
        </span>
      </div>
    </li>
  );
}

function piecesText(units: number): string {
  return `${formatInteger(units)}${NBSP}шт.`;
}

/** Whole days that it certainly lasts; of more than a year their number means nothing. */
function daysText(days: number | null): string {
  if (days === null) return '—';
  if (days > MANY_DAYS) return 'больше чем на год';
  return days < 1 ? 'меньше чем на день' : `на ${countOf(Math.floor(days), DAYS)}`;
}
