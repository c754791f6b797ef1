import type { AskedBasis, Profit } from '#contract/analytics.ts';
import type { ProfileShop } from '#contract/users.ts';
import { paths } from '#lib/paths.ts';
import { CardFigure } from './card-figure.tsx';
import { FigureOrMeasure } from './figure-or-measure.tsx';
import { sourcesOfFigure } from './figure-sources.ts';
import { profitSearch, type ProfitState } from './profit-address.ts';
import { marksOf } from './profit-marks.ts';
import { measures } from './profit-measures.ts';
import { CoverageNote } from './profit-notices.tsx';

interface OpenedFigureProps {
  state: ProfitState;
  profit: Profit;
  basis: AskedBasis;
  shops: ReadonlyMap<number, ProfileShop>;
  onOpen: (opened: Partial<ProfitState>) => void;
  onClose: () => void;
}

/** The window that the address names, of everything that is shown or of one card. */
export function OpenedFigure({ state, profit, basis, shops, onOpen, onClose }: OpenedFigureProps) {
  const { side, card } = state;
  const { from, to, totals } = profit[side];
  const marks = marksOf(profit, side);
  const shown = {
    opened: state,
    query: { from, to, basis, shop: state.shopIds.map(String) },
    shops,
    note: isByReport(state) ? (
      <>
        {' · '}
        <CoverageNote profit={profit} side={side} />
      </>
    ) : null,
    sources: profit.sources ?? [],
    onClose,
  };
  if (!card) return <FigureOrMeasure {...shown} totals={totals} mark={marks.ofAll} onOpen={onOpen} />;
  return (
    <CardFigure
      {...shown}
      card={card}
      mark={marks.ofShop(card.shopId)}
      hrefOfShop={`${paths.profit}?${profitSearch({ ...state, card: null, shopIds: [card.shopId] })}`}
      onOpen={(opened) => onOpen({ ...opened, card })}
    />
  );
}

/** How far the reports go says nothing of what the feed of orders alone tells. */
function isByReport({ figure, measure }: ProfitState): boolean {
  if (figure !== null) return sourcesOfFigure(figure).includes('report');
  return measure !== null && measures[measure].source !== 'ORDERS';
}
