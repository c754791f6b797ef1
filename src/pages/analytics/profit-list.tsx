import type { ProfitCard, ProfitTotals } from '#contract/analytics.ts';
import type { ProfileShop } from '#contract/users.ts';
import { formatInteger } from '#lib/numbers.ts';
import { measureText } from './measure-said.ts';
import type { ProfitMark, ProfitMarks } from './profit-marks.ts';
import { CardName, FigureButton, marked, PROFIT_FIGURE, sum, type OnOpen } from './profit-row.tsx';

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
          <Facts totals={totals} mark={marks.ofAll} />
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
      <Fact name="маржа" value={measureText('MARGIN', totals, mark) ?? '—'} />
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
