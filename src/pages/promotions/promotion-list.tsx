import { classNames } from '#lib/class-names.ts';
import { formatPeriod, moscowDay } from '#lib/dates.ts';
import { formatInteger } from '#lib/numbers.ts';
import { countOf } from '#lib/plurals.ts';
import { Badge } from '#ui/badge.tsx';
import { Link } from '#ui/link.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { participationOf, type PromotionGroup } from './group-promotions.ts';
import { promotionDeadline } from './promotion-deadline.ts';
import { PromotionSpan, timeLeft, windowOf } from './promotion-span.tsx';
import { promotionsSearch, type PromotionsState } from './promotions-address.ts';

const FRAME = 'overflow-clip rounded-panel border border-line bg-panel';
const ROW = 'block min-h-21 border-b border-line-soft px-4 py-3';
const LOADING_ROWS = 7;

const SHOPS = ['магазин', 'магазина', 'магазинов'] as const;
const OF_SHOPS = ['магазина', 'магазинов', 'магазинов'] as const;

interface PromotionListProps {
  /** Undefined while it is loading. */
  groups: readonly PromotionGroup[] | undefined;
  /** The promotion that is open, in whichever shop. */
  shownId: number | null;
  state: PromotionsState;
}

/** Each promotion once; the shops stand beside its cards. */
export function PromotionList({ groups, shownId, state }: PromotionListProps) {
  if (!groups) return <LoadingList />;
  const within = windowOf(groups);
  return (
    <ul aria-label="Акции" className={FRAME}>
      {groups.map((group) => {
        const isShown = group.inShops.some(({ id }) => id === shownId);
        const left = timeLeft(group);
        const deadline = promotionDeadline(group);
        return (
          <li key={group.wbPromotionId} className="group/row">
            <Link
              to={{ search: promotionsSearch({ ...state, id: group.inShops[0].id }) }}
              preventScrollReset
              {...(isShown ? { 'aria-current': true } : {})}
              className={classNames(
                ROW,
                'group-last/row:border-b-0 focus-visible:-outline-offset-2',
                isShown ? 'bg-selected' : 'hover:bg-sunken',
              )}
            >
              <span className="flex items-baseline justify-between gap-3">
                <span className="min-w-0 font-medium break-words">{group.name}</span>
                {group.type === 'auto' ? <Badge tone="orange">авто</Badge> : null}
              </span>
              <span className="mt-0.5 block text-sm text-muted">
                {promotionDays(group)}
                {left === null ? null : `, ${left}`}, {shopsText(group)}
              </span>
              <span className="mt-0.5 block text-sm text-ink-2 tabular-nums">{participation(group)}</span>
              {deadline === null ? null : <span className="mt-0.5 block text-sm text-muted">{deadline}</span>}
              {left === null || groups.length === 1 ? null : (
                <PromotionSpan startsAt={group.startsAt} endsAt={group.endsAt} within={within} />
              )}
            </Link>
          </li>
        );
      })}
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

function promotionDays({ startsAt, endsAt }: PromotionGroup): string {
  return formatPeriod(moscowDay(startsAt), moscowDay(endsAt));
}

function shopsText({ inShops }: PromotionGroup): string {
  return inShops.length === 1 ? inShops[0].shopName : countOf(inShops.length, SHOPS);
}

function participation(group: PromotionGroup): string {
  const isPast = group.inShops[0].period === 'past';
  if (group.type === 'auto') return isPast ? 'Товары добавлял Wildberries' : 'Товары добавляет Wildberries';
  const { inActionCount, availableCount, knownShops } = participationOf(group);
  if (knownShops === 0)
    return `Сколько карточек ${isPast ? 'участвовало' : 'участвует'}, ${isPast ? 'не' : 'ещё не'} известно`;
  const text = isPast
    ? `Участвовало ${formatInteger(inActionCount)}`
    : `Участвует ${formatInteger(inActionCount)}, можно добавить ${formatInteger(availableCount)}`;
  const isPart = knownShops < group.inShops.length;
  return isPart
    ? `${text} — известно о\u00a0${knownShops} из ${countOf(group.inShops.length, OF_SHOPS)}`
    : text;
}
