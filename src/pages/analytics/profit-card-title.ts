import type { ProfitCard } from '#contract/analytics.ts';

/** What a row of profit is of: the card's title, its article when it has none, or a shop's own costs. */
export function profitCardTitle({ title, nmId }: Pick<ProfitCard, 'title' | 'nmId'>): string {
  return nmId === 0 ? 'Без карточки' : title || `Артикул WB ${nmId}`;
}
