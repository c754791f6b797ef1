import type { ProfitCard, ProfitTotals } from '#contract/analytics.ts';
import type { ProfileShop } from '#contract/users.ts';
import { Cell, DataTable, HeadCell, Row } from '#ui/data-table.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import type { ProfitOrdering } from './profit-address.ts';
import type { ProfitMarks } from './profit-marks.ts';
import {
  CardName,
  FigureButton,
  measureFigure,
  PROFIT_FIGURE,
  shownFigure,
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
  { ...shownFigure('Заказы', 'ORDERS'), sort: 'orders', className: 'w-23' },
  { ...shownFigure('Выкупы', 'BUYOUTS'), className: `w-20 ${FROM_LG}` },
  { ...measureFigure('% выкупа', 'BUYOUT_SHARE'), className: `w-23 ${FROM_WIDEST}` },
  { ...shownFigure('Выручка', 'REVENUE'), sort: 'revenue', className: 'w-30' },
  { ...shownFigure('К перечислению', 'PAYOUT'), className: `w-35 ${FROM_LG}` },
  { ...shownFigure('Логистика', 'LOGISTICS'), className: `w-28 ${FROM_WIDEST}` },
  { ...shownFigure('Себестоимость', 'COGS'), className: `w-33 ${FROM_XL}` },
  { ...shownFigure('Прочие расходы', 'OWN_COSTS'), className: `w-35 ${FROM_VERY_WIDE}` },
  { ...shownFigure('Налог', 'TAXES'), className: `w-28 ${FROM_XL}` },
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
