import { Link } from 'react-router-dom';
import type { Promotion } from '#contract/promotions.ts';
import { classNames } from '#lib/class-names.ts';
import { formatPeriod, moscowDay } from '#lib/dates.ts';
import { formatInteger } from '#lib/numbers.ts';
import { Badge } from '#ui/badge.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { promotionsSearch, type PromotionsState } from './promotions-address.ts';

const FRAME = 'overflow-clip rounded-panel border border-line bg-panel';
const ROW = 'block min-h-21 border-b border-line-soft px-4 py-3';
const LOADING_ROWS = 7;

interface PromotionListProps {
  /** Undefined while it is loading. */
  promotions: readonly Promotion[] | undefined;
  shownId: number | null;
  state: PromotionsState;
}

export function PromotionList({ promotions, shownId, state }: PromotionListProps) {
  if (!promotions) return <LoadingList />;
  return (
    <ul aria-label="Акции" className={FRAME}>
      {promotions.map((promotion) => (
        <li key={promotion.id} className="group/row">
          <Link
            to={{ search: promotionsSearch({ ...state, id: promotion.id }) }}
            preventScrollReset
            {...(promotion.id === shownId ? { 'aria-current': true } : {})}
            className={classNames(
              ROW,
              'group-last/row:border-b-0 focus-visible:-outline-offset-2',
              promotion.id === shownId ? 'bg-selected' : 'hover:bg-sunken',
            )}
          >
            <span className="flex items-baseline justify-between gap-3">
              <span className="min-w-0 font-medium break-words">{promotion.name}</span>
              {promotion.type === 'auto' ? <Badge tone="orange">авто</Badge> : null}
            </span>
            <span className="mt-0.5 block text-sm text-muted">
              {promotionDays(promotion)} · {promotion.shopName}
            </span>
            <span className="mt-0.5 block text-sm text-ink-2 tabular-nums">{participation(promotion)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function LoadingList() {
  return (
    <div className={FRAME} aria-hidden>
      {Array.from({ length: LOADING_ROWS }, (_, row) => (
        <div key={row} className={ROW}>
          <Skeleton className="h-5 w-3/5" />
          <Skeleton className="mt-1.5 h-4 w-2/5" />
          <Skeleton className="mt-1.5 h-4 w-1/2" />
        </div>
      ))}
    </div>
  );
}

export function promotionDays({ startsAt, endsAt }: Promotion): string {
  return formatPeriod(moscowDay(startsAt), moscowDay(endsAt));
}

function participation({ type, inActionCount, availableCount }: Promotion): string {
  if (type === 'auto') return 'Товары добавляет Wildberries';
  if (inActionCount === null || availableCount === null) return 'Сколько карточек участвует, ещё не известно';
  return `Участвует ${formatInteger(inActionCount)}, можно добавить ${formatInteger(availableCount)}`;
}
