import { moscowMidnightMs } from '#contract/catalogue/moscow-days.ts';
import { addDays, daysBetween, moscowDay } from '#lib/dates.ts';
import type { PromotionGroup } from './group-promotions.ts';

const DAY_MS = 86_400_000;
/** So many labels have room side by side. */
const LABELS_MAX = 10;

export interface TimelineBar {
  group: PromotionGroup;
  /** Counted from above. */
  level: number;
  fromPercent: number;
  widthPercent: number;
}

export interface Timeline {
  dayCount: number;
  todayPercent: number;
  labels: { day: string; atPercent: number }[];
  levelCount: number;
  bars: TimelineBar[];
}

/** From today to the end of the last one, in days of Moscow. One that begins after another is over takes its level. */
export function placeOnTimeline(groups: readonly PromotionGroup[], nowMs = Date.now()): Timeline {
  const firstDay = moscowDay(nowMs);
  const firstMs = moscowMidnightMs(firstDay);
  const lastMs = Math.max(nowMs, ...groups.map(({ endsAt }) => Date.parse(endsAt)));
  const dayCount = daysBetween(firstDay, moscowDay(lastMs)) + 1;
  const percentOf = (timeMs: number) => ((timeMs - firstMs) / (dayCount * DAY_MS)) * 100;

  const levelsEndMs: number[] = [];
  const inOrder = groups.toSorted((one, other) => Date.parse(one.startsAt) - Date.parse(other.startsAt));
  const bars = inOrder.map((group): TimelineBar => {
    const startMs = Date.parse(group.startsAt);
    const free = levelsEndMs.findIndex((endMs) => endMs <= startMs);
    const level = free === -1 ? levelsEndMs.length : free;
    levelsEndMs[level] = Date.parse(group.endsAt);
    const fromPercent = Math.max(0, percentOf(startMs));
    return { group, level, fromPercent, widthPercent: percentOf(Date.parse(group.endsAt)) - fromPercent };
  });

  const everyDays = Math.ceil(dayCount / LABELS_MAX);
  const labels = Array.from({ length: Math.ceil(dayCount / everyDays) }, (_, index) => ({
    day: addDays(firstDay, index * everyDays),
    atPercent: ((index * everyDays) / dayCount) * 100,
  }));
  return { dayCount, todayPercent: percentOf(nowMs), labels, levelCount: levelsEndMs.length, bars };
}
