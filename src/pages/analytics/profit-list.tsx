import type { ProfitCard, ProfitTotals } from '#contract/analytics.ts';
import type { ProfileShop } from '#contract/users.ts';
import { figureLabel, type FigureName } from './figure-names.ts';
import { CANNOT_BE_TOLD } from './measure-said.ts';
import type { ProfitMark, ProfitMarks } from './profit-marks.ts';
import type { MeasureName } from './profit-measures.ts';
import {
  CardName,
  FigureButton,
  measureFigure,
  PROFIT_FIGURE,
  shownFigure,
  type OnOpen,
  type ShownFigure,
} from './profit-row.tsx';

interface ProfitListProps {
  cards: readonly ProfitCard[];
  /** Of the whole period; undefined where the cards are some of it. */
  totals: ProfitTotals | undefined;
  marks: ProfitMarks;
  shops: ReadonlyMap<number, ProfileShop>;
  onOpen: OnOpen;
}

/** What the table of cards says, for a narrow screen. */
export function ProfitList({ cards, totals, marks, shops, onOpen }: ProfitListProps) {
  return (
    <ul aria-label="Прибыль по карточкам" className="rounded-panel border border-line bg-panel">
      {totals ? (
        <li className="border-b border-line bg-sunken px-4 py-3">
          <div className="flex flex-wrap items-center justify-between gap-x-3 font-heading">
            <span>Всего за период</span>
            <FigureButton
              figure={PROFIT_FIGURE}
              totals={totals}
              mark={marks.ofAll}
              onOpen={(name) => onOpen(name, null)}
            />
          </div>
          <Facts totals={totals} mark={marks.ofAll} onOpen={(name) => onOpen(name, null)} />
        </li>
      ) : null}
      {cards.map((card) => (
        <li
          key={`${card.shopId}-${card.nmId}`}
          className="border-b border-line-soft px-4 py-3 last:border-b-0"
        >
          <div className="flex items-start justify-between gap-3">
            <div className="min-w-0">
              <CardName card={card} shop={shops.get(card.shopId)} />
            </div>
            <FigureButton
              figure={PROFIT_FIGURE}
              totals={card.totals}
              mark={marks.ofShop(card.shopId)}
              onOpen={(name) => onOpen(name, card)}
            />
          </div>
          <Facts
            totals={card.totals}
            mark={marks.ofShop(card.shopId)}
            onOpen={(name) => onOpen(name, card)}
          />
        </li>
      ))}
    </ul>
  );
}

const FACTS: readonly ShownFigure[] = [
  shownFigure('Заказы', 'ORDERS'),
  shownFigure('Выкупы', 'BUYOUTS'),
  shownFigure('Выручка', 'REVENUE'),
  shownFigure('К перечислению', 'PAYOUT'),
  measureFigure('Маржа', 'MARGIN'),
];

interface FactsProps {
  totals: ProfitTotals;
  mark: ProfitMark;
  onOpen: (name: FigureName | MeasureName) => void;
}

function Facts({ totals, mark, onOpen }: FactsProps) {
  return (
    <dl className="mt-1.5 flex flex-wrap gap-x-4 gap-y-0.5 text-sm text-ink-2 tabular-nums">
      {FACTS.map(({ label, opens, text }) => {
        const amount = text(totals, mark);
        return (
          <div key={label} className="flex flex-wrap items-center gap-x-1">
            <dt className="text-muted">{label.toLowerCase()}</dt>
            <dd>
              <button
                type="button"
                aria-label={figureLabel(label, amount ?? CANNOT_BE_TOLD)}
                onClick={() => onOpen(opens)}
                className="min-h-6 rounded-md hover:text-accent-ink"
              >
                {amount ?? '—'}
              </button>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
