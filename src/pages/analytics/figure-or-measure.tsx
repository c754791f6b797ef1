import type { ReactNode } from 'react';
import type { Profit, ProfitTotals } from '#contract/analytics.ts';
import type { ProfileShop } from '#contract/users.ts';
import { FigureDialog } from './figure-dialog.tsx';
import { MeasureDialog } from './measure-dialog.tsx';
import type { PartsQuery } from './parts-query.ts';
import type { ProfitState } from './profit-address.ts';
import type { ProfitMark } from './profit-marks.ts';
import { measures } from './profit-measures.ts';

/** What of the address says which window is open, whoever's figures it shows. */
export type OpenedName = Pick<ProfitState, 'figure' | 'isEffect' | 'measure'>;

export interface FigureOrMeasureProps {
  opened: OpenedName;
  totals: ProfitTotals;
  /** What is not whole of these totals. */
  mark: ProfitMark;
  query: PartsQuery;
  shops: ReadonlyMap<number, ProfileShop>;
  note: ReactNode;
  sources: NonNullable<Profit['sources']>;
  /** Of a card: where the same figure of its whole shop opens. */
  hrefOfShop?: string;
  onOpen: (opened: OpenedName) => void;
  onClose: () => void;
}

/** The window of a figure, or of a measure; a figure remembers the measure that it was opened from. */
export function FigureOrMeasure({ opened, mark, hrefOfShop, onOpen, ...shown }: FigureOrMeasureProps) {
  const { figure, isEffect, measure } = opened;
  if (figure === null) {
    if (measure === null) return null;
    return (
      <MeasureDialog
        {...shown}
        name={measure}
        mark={mark}
        onOpen={(name) => onOpen({ figure: name, isEffect: false, measure })}
      />
    );
  }
  const isTerm = measure !== null && termsOfMeasure(measure).includes(figure);
  return (
    <FigureDialog
      {...shown}
      {...(hrefOfShop === undefined ? {} : { hrefOfShop })}
      name={figure}
      mark={mark}
      isEffect={isEffect}
      above={
        isTerm
          ? {
              title: measures[measure].title,
              onOpen: () => onOpen({ figure: null, isEffect: false, measure }),
            }
          : undefined
      }
      onOpen={(name, isTermEffect) => onOpen({ figure: name, isEffect: isTermEffect, measure })}
    />
  );
}

function termsOfMeasure(name: NonNullable<OpenedName['measure']>) {
  const { of, by } = measures[name];
  return [...of, ...by].map((term) => term.name);
}
