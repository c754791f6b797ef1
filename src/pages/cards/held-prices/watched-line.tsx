import type { ReactNode } from 'react';
import { hrefTo } from '#lib/paths.ts';
import { TextLink } from '#ui/text-link.tsx';

interface WatchedLineProps {
  card: { id: number; title: string; vendorCode: string } | null;
  nmId: number;
  note: string;
  badges?: ReactNode;
  prices: ReactNode;
}

/** A card of a list of prices, with what there is to say of its price. */
export function WatchedLine({ card, nmId, note, badges, prices }: WatchedLineProps) {
  const name = card?.title || `Артикул WB ${nmId}`;
  return (
    <li className="flex gap-3 border-b border-line-soft px-4 py-3 last:border-b-0 max-sm:flex-col max-sm:gap-1.5">
      <div className="min-w-0 grow">
        <div className="font-medium max-sm:line-clamp-2 sm:truncate">
          {card ? (
            <TextLink isAlone to={hrefTo.card({ id: card.id, tab: 'PRICE_AND_DISCOUNT' })}>
              {name}
            </TextLink>
          ) : (
            name
          )}
        </div>
        <div className="text-sm break-words text-muted">
          {card?.vendorCode || nmId} · {note}
        </div>
        {badges ? <div className="mt-1 flex flex-wrap gap-1.5">{badges}</div> : null}
      </div>
      <div className="shrink-0 tabular-nums max-sm:flex max-sm:flex-wrap max-sm:items-baseline max-sm:justify-between max-sm:gap-x-3 sm:text-right">
        {prices}
      </div>
    </li>
  );
}
