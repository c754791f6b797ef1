import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { stockMoneyQueries } from '#api/stock-money.ts';
import type { StockMoney, StockOfCard } from '#contract/stock-money.ts';
import type { ProfileShop } from '#contract/users.ts';
import { formatDateTime, formatPeriod } from '#lib/dates.ts';
import { formatRoubles } from '#lib/money.ts';
import { formatInteger } from '#lib/numbers.ts';
import { hrefTo } from '#lib/paths.ts';
import { countOf } from '#lib/plurals.ts';
import { everyRow } from '#parts/exports/every-row.ts';
import { ExportButton } from '#parts/exports/export-button.tsx';
import { useShopLabel } from '#parts/exports/use-shop-label.ts';
import { ProblemOrSkeleton } from '#parts/problem-or-skeleton.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Panel } from '#ui/panel.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { figureLabel } from './figure-names.ts';
import type { CardOfFigure } from './profit-address.ts';
import { stockColumns } from './stock-columns.ts';
import { daysText, piecesText } from './stock-texts.ts';

interface StockProps {
  /** Ids of the chosen ones; empty: all. */
  shop: string[];
  shops: ReadonlyMap<number, ProfileShop>;
  /** The money in the stocks of a card, or of all of them: null. */
  onOpen: (card: CardOfFigure | null) => void;
  /** How long the stocks of all last. */
  onOpenDays: () => void;
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

function Stock({ shop, shops, onOpen, onOpenDays }: StockProps) {
  const list = useInfiniteQuery({ ...stockMoneyQueries.list({ shop }), placeholderData: keepPreviousData });
  const queryClient = useQueryClient();
  const shopLabel = useShopLabel();
  const [first] = list.data?.pages ?? [];
  if (!first) {
    return (
      <ProblemOrSkeleton
        query={list}
        offlineText="Деньги не хранятся на устройстве. Остатки появятся, когда будет связь."
        skeleton={<Skeleton className="h-80 w-full" />}
      />
    );
  }
  const nameOf = (shopId: number) => shops.get(shopId)?.name ?? `Магазин № ${shopId}`;
  const cards = list.data?.pages.flatMap((page) => page.results) ?? [];
  return (
    <div aria-busy={list.isPlaceholderData} className="flex flex-col gap-3">
      <Totals totals={first.totals} onOpen={() => onOpen(null)} onOpenDays={onOpenDays} />
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
            <CardOfStock
              key={`${card.shopId}-${card.cardId}`}
              card={card}
              shop={nameOf(card.shopId)}
              onOpen={onOpen}
            />
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

interface TotalsProps extends Pick<StockMoney, 'totals'>, Pick<StockProps, 'onOpenDays'> {
  onOpen: () => void;
}

function Totals({ totals, onOpen, onOpenDays }: TotalsProps) {
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-2 tabular-nums">
      <Total
        name="Деньги в остатках"
        value={
          <Opening name="Деньги в остатках" amount={formatRoubles(totals.frozenKopecks)} onOpen={onOpen} />
        }
        note="остаток × себестоимость на сегодня"
      />
      <Total
        name="Запас"
        value={<Opening name="Запас" amount={daysText(totals.daysOfStock)} onOpen={onOpenDays} />}
        note="остаток ÷ средние продажи в день"
      />
      <Total name="Остаток" value={piecesText(totals.units)} note="на ваших складах" />
    </dl>
  );
}

function Total({ name, value, note }: { name: string; value: ReactNode; note: string }) {
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

/** Opens to what it is made of. */
function Opening({ name, amount, onOpen }: { name: string; amount: string; onOpen: () => void }) {
  return (
    <button
      type="button"
      aria-label={figureLabel(name, amount)}
      onClick={onOpen}
      className="rounded-md hover:text-accent-ink"
    >
      {amount}
    </button>
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

interface CardOfStockProps extends Pick<StockProps, 'onOpen'> {
  card: StockOfCard;
  shop: string;
}

function CardOfStock({ card, shop, onOpen }: CardOfStockProps) {
  const { shopId, nmId } = card;
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
          <MoneyOfCard card={card} {...(nmId === null ? {} : { onOpen: () => onOpen({ shopId, nmId }) })} />
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

/** A card without a number at the marketplace is in the rows of all alone. */
function MoneyOfCard({ card, onOpen }: { card: StockOfCard; onOpen?: () => void }) {
  if (card.unitsWithoutCost === card.units) return '—';
  const amount = formatRoubles(card.frozenKopecks);
  return onOpen ? <Opening name="Деньги в остатках" amount={amount} onOpen={onOpen} /> : amount;
}
