import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { useState } from 'react';
import { MAX_HISTORY_CARDS, type HistoryCard } from '#contract/history-cards.ts';
import { formatInteger } from '#lib/numbers.ts';
import { hrefTo } from '#lib/paths.ts';
import { CardPhoto } from '#parts/cards/card-photo.tsx';
import { isStuck } from '#parts/is-stuck.ts';
import { LoadProblem } from '#parts/load-problem.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { OFFLINE_TEXT } from './edit-state.ts';

interface HistoryCardsProps<Key extends readonly unknown[]> {
  /** What was done. */
  what: string;
  /** How many cards that were, where it may be more than are told. */
  count?: number | undefined;
  cards: UseQueryOptions<HistoryCard[], Error, HistoryCard[], Key>;
}

/** What was done, which opens the cards that it was done to. */
export function HistoryCards<Key extends readonly unknown[]>({ what, count, cards }: HistoryCardsProps<Key>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="rounded-sm text-left text-accent-ink underline underline-offset-2"
        onClick={() => setOpen(true)}
      >
        {what}
      </button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title={what}>
        <CardLinks cards={cards} count={count} />
      </Dialog>
    </>
  );
}

function CardLinks<Key extends readonly unknown[]>({
  cards,
  count = 0,
}: Omit<HistoryCardsProps<Key>, 'what'>) {
  const query = useQuery(cards);
  if (query.data) {
    const links = (
      <ul aria-label="Карточки" className="flex flex-col">
        {query.data.map(({ cardId, title, vendorCode, photo }) => (
          <li key={cardId} className="flex items-start gap-3 py-1.5">
            <CardPhoto src={photo} className="h-12 w-9 shrink-0" />
            <div className="min-w-0 grow">
              <TextLink isAlone to={hrefTo.card({ id: cardId })} className="wrap-anywhere">
                {title || 'Без названия'}
              </TextLink>
              <div className="text-sm wrap-anywhere text-muted">{vendorCode}</div>
            </div>
          </li>
        ))}
      </ul>
    );
    // What was removed since is in no list: it is not what is left out.
    if (count <= MAX_HISTORY_CARDS) return links;
    return (
      <>
        <p className="text-sm text-muted">
          Показаны первые {formatInteger(query.data.length)} из {formatInteger(count)}
        </p>
        {links}
      </>
    );
  }
  return isStuck(query) ? (
    <LoadProblem error={query.error} onRetry={() => void query.refetch()} offlineText={OFFLINE_TEXT} />
  ) : (
    <Skeleton className="h-40 w-full" />
  );
}
