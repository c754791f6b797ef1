import { moscowTime } from '#contract/moscow-time.ts';
import type { Promotion } from '#contract/promotions.ts';
import type { Column } from '#contract/table-columns.ts';

const PERIODS: Record<Promotion['period'], string> = {
  current: 'идёт',
  upcoming: 'скоро',
  past: 'прошла',
};

/** Of the promotions of every period, one row for each shop that has it. */
export function promotionColumns(shopLabel: (shopId: number) => string): Column<Promotion>[] {
  return [
    { title: 'Акция', width: 44, value: (promotion) => promotion.name },
    { title: 'Номер акции', width: 14, value: (promotion) => promotion.wbPromotionId },
    { title: 'Автоакция', width: 12, value: ({ type }) => (type === 'auto' ? 'да' : 'нет') },
    { title: 'Когда', width: 12, value: ({ period }) => PERIODS[period] },
    { title: 'Начало (МСК)', width: 18, value: ({ startsAt }) => moscowTime(new Date(startsAt)) },
    { title: 'Конец (МСК)', width: 18, value: ({ endsAt }) => moscowTime(new Date(endsAt)) },
    { title: 'Магазин', width: 20, value: ({ shopId }) => shopLabel(shopId) },
    { title: 'Участвует карточек', width: 18, value: (promotion) => promotion.inActionCount },
    { title: 'Можно добавить', width: 16, value: (promotion) => promotion.availableCount },
    { title: 'Участвует с остатком, %', width: 22, value: (promotion) => promotion.participationPercent },
    { title: 'Что даёт', width: 50, value: ({ boosts }) => boosts.join('; ') },
  ];
}
