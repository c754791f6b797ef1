import { useId } from 'react';
import { formatKopecks } from '#lib/money.ts';
import { Button } from '#ui/button.tsx';
import { whatIfRange } from './what-if-price.ts';

interface WhatIfSliderProps {
  /** The card's own price with the discount. */
  ownKopecks: number;
  /** The one that is thought of. */
  shownKopecks: number;
  isMoved: boolean;
  /** Roubles. */
  onMove: (finalRoubles: number) => void;
  onReset: () => void;
  /** Puts the price into the card. */
  onPut: () => void;
  disabledReason: string | null;
}

/** «Что если»: the price moves, the card stays as it is until one says so. */
export function WhatIfSlider(props: WhatIfSliderProps) {
  const { ownKopecks, shownKopecks, isMoved, onMove, onReset, onPut, disabledReason } = props;
  const id = useId();
  const { min, max, step } = whatIfRange(ownKopecks);
  const roubles = Math.round(shownKopecks / 100);
  return (
    <div className="mb-4 border-b border-line-soft pb-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <label htmlFor={id} className="text-sm">
          Что если цена со скидкой — <b className="font-medium tabular-nums">{formatKopecks(shownKopecks)}</b>
        </label>
        {isMoved ? (
          <span className="flex flex-wrap gap-2">
            <Button size="sm" variant="ghost" onClick={onReset}>
              Как в карточке
            </Button>
            <Button size="sm" onClick={onPut} disabledReason={disabledReason}>
              Поставить в карточку
            </Button>
          </span>
        ) : null}
      </div>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={roubles}
        aria-valuetext={formatKopecks(shownKopecks)}
        onChange={(event) => onMove(Number(event.target.value))}
        className="mt-2 w-full"
        // Of a dark accent the browser makes a white groove, on dark ground too.
        style={{ accentColor: 'var(--accent-mark)' }}
      />
      <div aria-hidden className="flex justify-between text-sm text-muted tabular-nums">
        <span>{formatKopecks(min * 100)}</span>
        <span>{formatKopecks(max * 100)}</span>
      </div>
    </div>
  );
}
