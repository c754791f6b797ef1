import { formatDateTime } from '#lib/dates.ts';
import type { PromotionGroup } from './group-promotions.ts';

/** Until when a seller can have his say in a promotion that is to come; null of one that has begun. */
export function promotionDeadline(
  { type, startsAt }: Pick<PromotionGroup, 'type' | 'startsAt'>,
  nowMs = Date.now(),
): string | null {
  if (nowMs >= Date.parse(startsAt)) return null;
  const until = formatDateTime(startsAt, nowMs);
  return type === 'auto'
    ? `Исключить товары — в кабинете до ${until}`
    : `Участвовать с первого дня — добавить до ${until}`;
}
