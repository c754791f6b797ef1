import type { ProfitCard, ProfitTotals } from '#contract/analytics.ts';
import type { ProfileShop } from '#contract/users.ts';
import { hrefTo } from '#lib/paths.ts';
import { Badge } from '#ui/badge.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { figureLabel, type FigureName } from './figure-names.ts';
import { shortFigureText } from './figure-said.ts';
import { CANNOT_BE_TOLD, measureText } from './measure-said.ts';
import type { CardOfFigure } from './profit-address.ts';
import { profitCardTitle } from './profit-card-title.ts';
import type { ProfitMark } from './profit-marks.ts';
import type { MeasureName } from './profit-measures.ts';

/** What the table of cards and the list of narrow screens say alike. */

/** Of a card, or of all of them: null. */
export type OnOpen = (name: FigureName | MeasureName, card: CardOfFigure | null) => void;

export interface ShownFigure {
  label: string;
  opens: FigureName | MeasureName;
  /** Null where it cannot be told. */
  text: (totals: ProfitTotals, mark: ProfitMark) => string | null;
  isStrong?: boolean;
}

export const PROFIT_FIGURE = { ...shownFigure('Прибыль', 'PROFIT'), isStrong: true } satisfies ShownFigure;

export function shownFigure(label: string, opens: FigureName): ShownFigure {
  return { label, opens, text: (totals, mark) => shortFigureText(opens, totals, mark) };
}

/** By the rule of «Показатели». */
export function measureFigure(label: string, opens: MeasureName): ShownFigure {
  return { label, opens, text: (totals, mark) => measureText(opens, totals, mark) };
}

interface FigureButtonProps {
  figure: ShownFigure;
  totals: ProfitTotals;
  mark: ProfitMark;
  onOpen: (name: FigureName | MeasureName) => void;
}

export function FigureButton({
  figure: { label, opens, text, isStrong },
  totals,
  mark,
  onOpen,
}: FigureButtonProps) {
  const amount = text(totals, mark);
  const shown = amount ?? '—';
  return (
    <button
      type="button"
      aria-label={figureLabel(label, amount ?? CANNOT_BE_TOLD)}
      onClick={() => onOpen(opens)}
      className="min-h-9 rounded-md hover:text-accent-ink"
    >
      {isStrong ? <Profit isLoss={totals.profitKopecks < 0}>{shown}</Profit> : shown}
    </button>
  );
}

function Profit({ isLoss, children }: { isLoss: boolean; children: string }) {
  return (
    <span className={`font-heading whitespace-nowrap tabular-nums ${isLoss ? 'text-red' : ''}`}>
      {children}
    </span>
  );
}

export function CardName({ card, shop }: { card: ProfitCard; shop: ProfileShop | undefined }) {
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
      <div className="flex min-w-0 flex-wrap items-center gap-x-2 text-sm text-muted">
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
