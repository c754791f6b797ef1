import type { ProfitCard, ProfitTotals } from '#contract/analytics.ts';
import type { ProfileShop } from '#contract/users.ts';
import { formatRoubles } from '#lib/money.ts';
import { formatInteger, formatPercent } from '#lib/numbers.ts';
import { hrefTo } from '#lib/paths.ts';
import { Badge } from '#ui/badge.tsx';
import { Cell, DataTable, HeadCell, Row } from '#ui/data-table.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { figureLabel, type FigureName } from './figure-names.ts';
import type { CardOfFigure, ProfitOrdering } from './profit-address.ts';
import { profitCardTitle } from './profit-card-title.ts';

const ROW_HEIGHT_PX = 56;
const LOADING_ROWS = 8;

interface Column {
  label: string;
  text: (totals: ProfitTotals) => string;
  /** What its cells open; a share opens nothing. */
  figure?: FigureName;
  /** The ordering it can be sorted by. */
  sort?: 'profit' | 'orders' | 'revenue' | 'margin';
  /** As wide as its head and its numbers; left out on narrower screens. */
  className: string;
  isStrong?: boolean;
}

/** Where the columns of numbers, each as wide as it has to be, leave too little of the card's name. */
const FROM_LG = 'hidden lg:table-cell';
const FROM_XL = 'hidden xl:table-cell';
const FROM_WIDEST = 'hidden min-[88rem]:table-cell';
const FROM_VERY_WIDE = 'hidden min-[100rem]:table-cell';

const PROFIT_COLUMN = {
  label: 'Прибыль',
  text: (totals: ProfitTotals) => formatRoubles(totals.profitKopecks),
  figure: 'PROFIT',
  isStrong: true,
} as const;

const COLUMNS: Column[] = [
  {
    label: 'Заказы',
    figure: 'ORDERS',
    text: (totals) => formatInteger(totals.orders),
    sort: 'orders',
    className: 'w-23',
  },
  {
    label: 'Выкупы',
    figure: 'BUYOUTS',
    text: (totals) => formatInteger(totals.buyouts),
    className: `w-20 ${FROM_LG}`,
  },
  { label: '% выкупа', text: (totals) => percent(totals.buyoutShare), className: `w-23 ${FROM_WIDEST}` },
  {
    label: 'Выручка',
    figure: 'REVENUE',
    text: (totals) => formatRoubles(totals.revenueKopecks),
    sort: 'revenue',
    className: 'w-30',
  },
  {
    label: 'К перечислению',
    figure: 'PAYOUT',
    text: (totals) => formatRoubles(totals.payoutKopecks),
    className: `w-35 ${FROM_LG}`,
  },
  {
    label: 'Логистика',
    figure: 'LOGISTICS',
    text: (totals) => formatRoubles(totals.logisticsKopecks),
    className: `w-25 ${FROM_WIDEST}`,
  },
  {
    label: 'Себестоимость',
    figure: 'COGS',
    text: (totals) => formatRoubles(totals.cogsKopecks),
    className: `w-33 ${FROM_XL}`,
  },
  {
    label: 'Прочие расходы',
    figure: 'OWN_COSTS',
    text: (totals) => formatRoubles(totals.ownCostsKopecks ?? 0),
    className: `w-35 ${FROM_VERY_WIDE}`,
  },
  {
    label: 'Налог',
    figure: 'TAXES',
    text: (totals) => formatRoubles(totals.taxKopecks + totals.vatKopecks),
    className: `w-25 ${FROM_XL}`,
  },
  { ...PROFIT_COLUMN, sort: 'profit', className: 'w-30' },
  { label: 'Маржа', text: (totals) => percent(totals.marginShare), sort: 'margin', className: 'w-23' },
];

function percent(share: number | null): string {
  return share === null ? '—' : formatPercent(share);
}

interface ProfitTableProps {
  /** Undefined while it is loading. */
  cards: readonly ProfitCard[] | undefined;
  /** Of the whole period; undefined while it is loading. */
  totals: ProfitTotals | undefined;
  shops: ReadonlyMap<number, ProfileShop>;
  ordering: ProfitOrdering;
  onOrderingChange: (ordering: ProfitOrdering) => void;
  onOpen: OnOpen;
}

/** Of a card, or of all of them: null. */
type OnOpen = (figure: FigureName, card: CardOfFigure | null) => void;

/** Profit of each card, with the totals of the period above: the cards add up to them to the kopeck. */
export function ProfitTable(props: ProfitTableProps) {
  const { cards, totals, shops, ordering, onOrderingChange, onOpen } = props;
  return (
    <DataTable label="Прибыль по карточкам" className="table-fixed">
      <thead>
        <tr>
          <HeadCell>Карточка</HeadCell>
          {COLUMNS.map(({ label, sort, className }) => (
            <HeadCell
              key={label}
              align="end"
              className={className}
              {...(sort
                ? {
                    sort: directionOf(ordering, sort),
                    onSort: () => onOrderingChange(ordering === `-${sort}` ? sort : `-${sort}`),
                  }
                : {})}
            >
              {label}
            </HeadCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {totals ? (
          <tr className="bg-sunken font-heading">
            <Cell>Всего за период</Cell>
            {COLUMNS.map((column) => (
              <Cell key={column.label} align="end" className={column.className}>
                <Figure column={column} totals={totals} onOpen={(figure) => onOpen(figure, null)} />
              </Cell>
            ))}
          </tr>
        ) : null}
        {cards ? (
          cards.map((card) => (
            <Row key={`${card.shopId}-${card.nmId}`} style={{ height: ROW_HEIGHT_PX }}>
              <Cell>
                <CardName card={card} shop={shops.get(card.shopId)} />
              </Cell>
              {COLUMNS.map((column) => (
                <Cell key={column.label} align="end" className={column.className}>
                  <Figure column={column} totals={card.totals} onOpen={(figure) => onOpen(figure, card)} />
                </Cell>
              ))}
            </Row>
          ))
        ) : (
          <SkeletonRows
            count={LOADING_ROWS}
            columns={['', ...COLUMNS.map(({ className }) => className)]}
            rowHeightPx={ROW_HEIGHT_PX}
          />
        )}
      </tbody>
    </DataTable>
  );
}

interface FigureProps {
  column: Pick<Column, 'label' | 'text' | 'figure' | 'isStrong'>;
  totals: ProfitTotals;
  onOpen: (figure: FigureName) => void;
}

function Figure({ column: { label, text, figure, isStrong }, totals, onOpen }: FigureProps) {
  const shown = isStrong ? <Profit totals={totals} /> : text(totals);
  if (!figure) return shown;
  return (
    <button
      type="button"
      aria-label={figureLabel(label, text(totals))}
      onClick={() => onOpen(figure)}
      className="min-h-9 rounded-md hover:text-accent-ink"
    >
      {shown}
    </button>
  );
}

/** The same facts for a narrow screen. */
export function ProfitList({
  cards,
  totals,
  shops,
  onOpen,
}: Pick<ProfitTableProps, 'cards' | 'totals' | 'shops' | 'onOpen'>) {
  return (
    <ul aria-label="Прибыль по карточкам" className="rounded-panel border border-line bg-panel">
      {totals ? (
        <li className="border-b border-line bg-sunken px-4 py-3">
          <div className="flex items-center justify-between gap-3 font-heading">
            <span>Всего за период</span>
            <Figure column={PROFIT_COLUMN} totals={totals} onOpen={(figure) => onOpen(figure, null)} />
          </div>
          <Facts totals={totals} />
        </li>
      ) : null}
      {cards?.map((card) => (
        <li
          key={`${card.shopId}-${card.nmId}`}
          className="border-b border-line-soft px-4 py-3 last:border-b-0"
        >
          <div className="flex items-start justify-between gap-3">
            <div className="min-w-0">
              <CardName card={card} shop={shops.get(card.shopId)} />
            </div>
            <Figure column={PROFIT_COLUMN} totals={card.totals} onOpen={(figure) => onOpen(figure, card)} />
          </div>
          <Facts totals={card.totals} />
        </li>
      ))}
    </ul>
  );
}

function Facts({ totals }: { totals: ProfitTotals }) {
  return (
    <dl className="mt-1.5 flex flex-wrap gap-x-4 gap-y-0.5 text-sm text-ink-2 tabular-nums">
      <Fact name="заказы" value={formatInteger(totals.orders)} />
      <Fact name="выкупы" value={formatInteger(totals.buyouts)} />
      <Fact name="выручка" value={formatRoubles(totals.revenueKopecks)} />
      <Fact name="к перечислению" value={formatRoubles(totals.payoutKopecks)} />
      <Fact name="маржа" value={percent(totals.marginShare)} />
    </dl>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex flex-wrap gap-x-1">
      <dt className="text-muted">{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function Profit({ totals }: { totals: ProfitTotals }) {
  return (
    <span
      className={`font-heading whitespace-nowrap tabular-nums ${totals.profitKopecks < 0 ? 'text-red' : ''}`}
    >
      {formatRoubles(totals.profitKopecks)}
    </span>
  );
}

function CardName({ card, shop }: { card: ProfitCard; shop: ProfileShop | undefined }) {
  const title = profitCardTitle(card);
  return (
    <>
      <div className="truncate font-medium">
        {card.cardId === null ? (
          title
        ) : (
          <TextLink isAlone to={hrefTo.card({ id: card.cardId, tab: 'STATISTICS' })}>
            {title}
          </TextLink>
        )}
      </div>
      <div className="flex min-w-0 items-center gap-2 text-sm text-muted">
        {/* The code is what a card is known by: the shop's name gives way first. */}
        <span className="flex min-w-0">
          <span className="max-w-full shrink-0 truncate">{card.vendorCode}</span>
          {shop ? (
            <span className="truncate">
              {card.vendorCode ? '\u00a0· ' : ''}
              {shop.name}
            </span>
          ) : null}
        </span>
        {card.hasCostPrice ? null : (
          <span className="shrink-0">
            <Badge tone="orange">нет себестоимости</Badge>
          </span>
        )}
      </div>
    </>
  );
}

function directionOf(ordering: ProfitOrdering, column: string): 'asc' | 'desc' | null {
  if (ordering === column) return 'asc';
  return ordering === `-${column}` ? 'desc' : null;
}
