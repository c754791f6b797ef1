import type { ReactNode } from 'react';
import type { GroupedCard } from '#contract/card-groups.ts';
import { CardPhoto } from '#parts/cards/card-photo.tsx';

interface GroupedCardLineProps {
  card: GroupedCard;
  /** In place of the title's text: a link to the card. */
  title?: ReactNode;
  /** Beside it: that it comes or goes. */
  note?: ReactNode;
}

/** One card of a group: photo, title, what tells it from the others. */
export function GroupedCardLine({ card, title, note }: GroupedCardLineProps) {
  return (
    <li className="flex items-start gap-3 py-1.5">
      <CardPhoto src={card.photo} className="h-12 w-9 shrink-0" />
      <div className="min-w-0 grow">
        <div className="wrap-anywhere">{title ?? (card.title || 'Без названия')}</div>
        <div className="text-sm wrap-anywhere text-muted">
          {[card.colour, card.vendorCode].filter((text) => text !== '').join(' · ')}
        </div>
      </div>
      {note ? <div className="shrink-0">{note}</div> : null}
    </li>
  );
}
