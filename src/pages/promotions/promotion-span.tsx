import { pluralForm } from '#contract/plurals.ts';
import { daysBetween, moscowDay } from '#lib/dates.ts';
import { countOf } from '#lib/plurals.ts';
import type { PromotionGroup } from './group-promotions.ts';

const DAYS = ['день', 'дня', 'дней'] as const;

type Times = Pick<PromotionGroup, 'startsAt' | 'endsAt'>;

/** How long there is to wait for it, or how long it goes on; null of one that is over. */
export function timeLeft({ startsAt, endsAt }: Times, nowMs = Date.now()): string | null {
  const today = moscowDay(nowMs);
  if (nowMs < Date.parse(startsAt)) {
    const days = daysBetween(today, moscowDay(startsAt));
    if (days === 0) return 'сегодня';
    return days === 1 ? 'завтра' : `через ${countOf(days, DAYS)}`;
  }
  if (nowMs > Date.parse(endsAt)) return null;
  const days = daysBetween(today, moscowDay(endsAt));
  if (days === 0) return 'последний день';
  return `${pluralForm(days, ['остался', 'осталось', 'осталось'])} ${countOf(days, DAYS)}`;
}

export interface TimeWindow {
  fromMs: number;
  toMs: number;
  nowMs: number;
}

/** From the first start to the last end, as it is now. */
export function windowOf(promotions: readonly Times[]): TimeWindow {
  return {
    fromMs: Math.min(...promotions.map(({ startsAt }) => Date.parse(startsAt))),
    toMs: Math.max(...promotions.map(({ endsAt }) => Date.parse(endsAt))),
    nowMs: Date.now(),
  };
}

/** Where a promotion lies among the others of the list, with a mark of today. The words beside it say the same. */
export function PromotionSpan({ startsAt, endsAt, within }: Times & { within: TimeWindow }) {
  const placeOf = (timeMs: number) => ((timeMs - within.fromMs) / (within.toMs - within.fromMs)) * 100;
  const fromPercent = placeOf(Date.parse(startsAt));
  const widthPercent = Math.max(2, placeOf(Date.parse(endsAt)) - fromPercent);
  const todayPercent = placeOf(within.nowMs);
  const hasToday = todayPercent >= 0 && todayPercent <= 100;
  return (
    <span aria-hidden className="relative mt-1.5 block h-1.5 rounded-control bg-hover">
      <span
        className="absolute inset-y-0 rounded-control bg-accent"
        style={{ left: `${fromPercent}%`, width: `${widthPercent}%` }}
      />
      {hasToday ? (
        <span className="absolute -inset-y-0.5 w-0.5 bg-ink" style={{ left: `${todayPercent}%` }} />
      ) : null}
    </span>
  );
}
