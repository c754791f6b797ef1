import type { ProfitCard, ProfitTotals } from '#contract/analytics.ts';
import type { ProfileShop } from '#contract/users.ts';
import { formatInteger } from '#lib/numbers.ts';
import { Cell, DataTable, HeadCell, Row } from '#ui/data-table.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import type { ProfitOrdering } from './profit-address.ts';
import type { ProfitMarks } from './profit-marks.ts';
import {
  CardName,
  FigureButton,
  marked,
  measureFigure,
  PROFIT_FIGURE,
  sum,
  type ShownFigure,
  type OnOpen,
} from './profit-row.tsx';

const ROW_HEIGHT_PX = 56;
const LOADING_ROWS = 8;

interface Column extends ShownFigure {
  /** The ordering it can be sorted by. */
  sort?: 'profit' | 'orders' | 'revenue' | 'margin';
  /** As wide as its head and its numbers; left out on narrower screens. */
  className: string;
}

/** Where the columns of numbers, each as wide as it has to be, leave too little of the card's name. */
const FROM_LG = 'hidden lg:table-cell';
const FROM_XL = 'hidden xl:table-cell';
const FROM_WIDEST = 'hidden min-[88rem]:table-cell';
const FROM_VERY_WIDE = 'hidden min-[100rem]:table-cell';

const COLUMNS: Column[] = [
  {
    label: 'Заказы',
    opens: 'ORDERS',
    text: (totals) => formatInteger(totals.orders),
    sort: 'orders',
    className: 'w-23',
  },
  {
    label: 'Выкупы',
    opens: 'BUYOUTS',
    text: (totals, mark) => marked(formatInteger(totals.buyouts), mark),
    className: `w-20 ${FROM_LG}`,
  },
  { ...measureFigure('% выкупа', 'BUYOUT_SHARE'), className: `w-23 ${FROM_WIDEST}` },
  {
    label: 'Выручка',
    opens: 'REVENUE',
    text: (totals, mark) => sum(totals.revenueKopecks, mark),
    sort: 'revenue',
    className: 'w-30',
  },
  {
    label: 'К перечислению',
    opens: 'PAYOUT',
    text: (totals, mark) => sum(totals.payoutKopecks, mark),
    className: `w-35 ${FROM_LG}`,
  },
  {
    label: 'Логистика',
    opens: 'LOGISTICS',
    text: (totals, mark) => sum(totals.logisticsKopecks, mark),
    className: `w-28 ${FROM_WIDEST}`,
  },
  {
    label: 'Себестоимость',
    opens: 'COGS',
    text: (totals, mark) => sum(totals.cogsKopecks, mark),
    className: `w-33 ${FROM_XL}`,
  },
  {
    label: 'Прочие расходы',
    opens: 'OWN_COSTS',
    text: (totals, mark) => sum(totals.ownCostsKopecks ?? 0, mark),
    className: `w-35 ${FROM_VERY_WIDE}`,
  },
  {
    label: 'Налог',
    opens: 'TAXES',
    text: (totals, mark) => sum(totals.taxKopecks + totals.vatKopecks, mark),
    className: `w-28 ${FROM_XL}`,
  },
  { ...PROFIT_FIGURE, sort: 'profit', className: 'w-30' },
  { ...measureFigure('Маржа', 'MARGIN'), sort: 'margin', className: 'w-23' },
];

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
                <FigureButton
                  figure={column}
                  totals={totals}
                  mark={marks.ofAll}
                  onOpen={(name) => onOpen(name, null)}
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
                  <FigureButton
                    figure={column}
                    totals={card.totals}
                    mark={marks.ofShop(card.shopId)}
                    onOpen={(name) => onOpen(name, card)}
                  />
                </Cell>
              ))}
            </Row>
          ))
        ) : (
          <SkeletonRows
            count={LOADING_ROWS}
            columns={[{}, ...COLUMNS.map(({ className }) => ({ className, align: 'end' as const }))]}
            rowHeightPx={ROW_HEIGHT_PX}
          />
        )}
      </tbody>
    </DataTable>
  );
}

function directionOf(ordering: ProfitOrdering, column: string): 'asc' | 'desc' | null {
  if (ordering === column) return 'asc';
  return ordering === `-${column}` ? 'desc' : null;
}
