import type { ProfitCard, ProfitTotals } from '#contract/analytics.ts';
import type { ProfileShop } from '#contract/users.ts';
import { formatRoubles } from '#lib/money.ts';
import { about, formatInteger, formatPercent } from '#lib/numbers.ts';
import { hrefTo } from '#lib/paths.ts';
import { Badge } from '#ui/badge.tsx';
import { Cell, DataTable, HeadCell, Row } from '#ui/data-table.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { figureLabel, type FigureName } from './figure-names.ts';
import type { CardOfFigure, ProfitOrdering } from './profit-address.ts';
import { profitCardTitle } from './profit-card-title.ts';
import { isUnknown, type ProfitMark, type ProfitMarks } from './profit-marks.ts';
import { measures, type MeasureName } from './profit-measures.ts';

const ROW_HEIGHT_PX = 56;
const LOADING_ROWS = 8;

interface Column {
  label: string;
  text: (totals: ProfitTotals, mark: ProfitMark) => string;
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
  text: (totals: ProfitTotals, mark: ProfitMark) => sum(totals.profitKopecks, mark),
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
    text: (totals, mark) => marked(formatInteger(totals.buyouts), mark),
    className: `w-20 ${FROM_LG}`,
  },
  {
    label: '% выкупа',
    text: (totals, mark) => share('BUYOUT_SHARE', totals, mark),
    className: `w-23 ${FROM_WIDEST}`,
  },
  {
    label: 'Выручка',
    figure: 'REVENUE',
    text: (totals, mark) => sum(totals.revenueKopecks, mark),
    sort: 'revenue',
    className: 'w-30',
  },
  {
    label: 'К перечислению',
    figure: 'PAYOUT',
    text: (totals, mark) => sum(totals.payoutKopecks, mark),
    className: `w-35 ${FROM_LG}`,
  },
  {
    label: 'Логистика',
    figure: 'LOGISTICS',
    text: (totals, mark) => sum(totals.logisticsKopecks, mark),
    className: `w-28 ${FROM_WIDEST}`,
  },
  {
    label: 'Себестоимость',
    figure: 'COGS',
    text: (totals, mark) => sum(totals.cogsKopecks, mark),
    className: `w-33 ${FROM_XL}`,
  },
  {
    label: 'Прочие расходы',
    figure: 'OWN_COSTS',
    text: (totals, mark) => sum(totals.ownCostsKopecks ?? 0, mark),
    className: `w-35 ${FROM_VERY_WIDE}`,
  },
  {
    label: 'Налог',
    figure: 'TAXES',
    text: (totals, mark) => sum(totals.taxKopecks + totals.vatKopecks, mark),
    className: `w-28 ${FROM_XL}`,
  },
  { ...PROFIT_COLUMN, sort: 'profit', className: 'w-30' },
  {
    label: 'Маржа',
    text: (totals, mark) => share('MARGIN', totals, mark),
    sort: 'margin',
    className: 'w-23',
  },
];

function sum(kopecks: number, mark: ProfitMark): string {
  return marked(formatRoubles(kopecks), mark);
}

/** Whatever comes from the report or waits for it; orders have a feed of their own. */
function marked(amount: string, { isPreliminary }: ProfitMark): string {
  return isPreliminary ? about(amount) : amount;
}

/** By the rule of «Показатели». */
function share(name: MeasureName, totals: ProfitTotals, mark: ProfitMark): string {
  const { source, valueOf } = measures[name];
  const value = isUnknown(source, mark) ? null : valueOf(totals);
  return value === null ? '—' : marked(formatPercent(value), mark);
}

interface ProfitTableProps {
  /** Undefined while it is loading. */
  cards: readonly ProfitCard[] | undefined;
  /** Of the whole period; undefined while it is loading. */
  totals: ProfitTotals | undefined;
  /** Whose figures are not whole yet; there with the cards. */
  marks: ProfitMarks | undefined;
  shops: ReadonlyMap<number, ProfileShop>;
  ordering: ProfitOrdering;
  onOrderingChange: (ordering: ProfitOrdering) => void;
  onOpen: OnOpen;
}

/** Of a card, or of all of them: null. */
type OnOpen = (figure: FigureName, card: CardOfFigure | null) => void;

/** Profit of each card, with the totals of the period above: the cards add up to them to the kopeck. */
export function ProfitTable(props: ProfitTableProps) {
  const { cards, totals, marks, shops, ordering, onOrderingChange, onOpen } = props;
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
        {totals && marks ? (
          <tr className="bg-sunken font-heading">
            <Cell>Всего за период</Cell>
            {COLUMNS.map((column) => (
              <Cell key={column.label} align="end" className={column.className}>
                <Figure
                  column={column}
                  totals={totals}
                  mark={marks.ofAll}
                  onOpen={(figure) => onOpen(figure, null)}
                />
              </Cell>
            ))}
          </tr>
        ) : null}
        {cards && marks ? (
          cards.map((card) => (
            <Row key={`${card.shopId}-${card.nmId}`} style={{ height: ROW_HEIGHT_PX }}>
              <Cell>
                <CardName card={card} shop={shops.get(card.shopId)} />
              </Cell>
              {COLUMNS.map((column) => (
                <Cell key={column.label} align="end" className={column.className}>
                  <Figure
                    column={column}
                    totals={card.totals}
                    mark={marks.ofShop(card.shopId)}
                    onOpen={(figure) => onOpen(figure, card)}
                  />
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
  mark: ProfitMark;
  onOpen: (figure: FigureName) => void;
}

function Figure({ column: { label, text, figure, isStrong }, totals, mark, onOpen }: FigureProps) {
  const amount = text(totals, mark);
  const shown = isStrong ? <Profit isLoss={totals.profitKopecks < 0}>{amount}</Profit> : amount;
  if (!figure) return shown;
  return (
    <button
      type="button"
      aria-label={figureLabel(label, amount)}
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
  marks,
  shops,
  onOpen,
}: Pick<ProfitTableProps, 'cards' | 'totals' | 'shops' | 'onOpen'> & { marks: ProfitMarks }) {
  return (
    <ul aria-label="Прибыль по карточкам" className="rounded-panel border border-line bg-panel">
      {totals ? (
        <li className="border-b border-line bg-sunken px-4 py-3">
          <div className="flex flex-wrap items-center justify-between gap-x-3 font-heading">
            <span>Всего за период</span>
            <Figure
              column={PROFIT_COLUMN}
              totals={totals}
              mark={marks.ofAll}
              onOpen={(figure) => onOpen(figure, null)}
            />
          </div>
          <Facts totals={totals} mark={marks.ofAll} />
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
            <Figure
              column={PROFIT_COLUMN}
              totals={card.totals}
              mark={marks.ofShop(card.shopId)}
              onOpen={(figure) => onOpen(figure, card)}
            />
          </div>
          <Facts totals={card.totals} mark={marks.ofShop(card.shopId)} />
        </li>
      ))}
    </ul>
  );
}

function Facts({ totals, mark }: { totals: ProfitTotals; mark: ProfitMark }) {
  return (
    <dl className="mt-1.5 flex flex-wrap gap-x-4 gap-y-0.5 text-sm text-ink-2 tabular-nums">
      <Fact name="заказы" value={formatInteger(totals.orders)} />
      <Fact name="выкупы" value={marked(formatInteger(totals.buyouts), mark)} />
      <Fact name="выручка" value={sum(totals.revenueKopecks, mark)} />
      <Fact name="к перечислению" value={sum(totals.payoutKopecks, mark)} />
      <Fact name="маржа" value={share('MARGIN', totals, mark)} />
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

function Profit({ isLoss, children }: { isLoss: boolean; children: string }) {
  return (
    <span className={`font-heading whitespace-nowrap tabular-nums ${isLoss ? 'text-red' : ''}`}>
      {children}
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
