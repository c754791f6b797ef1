import type { PromotionCard } from '#contract/promotions.ts';
import type { Column } from '#contract/table-columns.ts';
import { percentOf } from '#parts/exports/percent-of.ts';
import { planProfit, priceChange } from './promotion-profit.ts';

/** Of a promotion's cards in one shop, those that take part and those that may. */
export const promotionCardColumns: Column<PromotionCard>[] = [
  { title: 'Артикул WB', width: 14, value: (card) => card.nmId },
  { title: 'Артикул продавца', width: 22, value: (card) => card.vendorCode },
  { title: 'Наименование', width: 44, value: (card) => card.title },
  { title: 'Участвует', width: 12, value: (card) => (card.isInAction ? 'да' : 'нет') },
  { title: 'Цена сейчас, ₽', width: 16, value: (card) => ({ kopecks: card.finalPriceKopecks }) },
  { title: 'Скидка сейчас, %', width: 16, value: (card) => card.discount },
  { title: 'Цена в акции, ₽', width: 16, value: (card) => ({ kopecks: card.planPriceKopecks }) },
  { title: 'Скидка в акции, %', width: 18, value: (card) => card.planDiscount },
  { title: 'Изменение цены, %', width: 18, value: (card) => percentOf(priceChange(card)) },
  { title: 'Себестоимость, ₽', width: 16, value: (card) => ({ kopecks: card.costPriceKopecks }) },
  { title: 'Минимальная цена, ₽', width: 20, value: (card) => ({ kopecks: card.floorKopecks ?? null }) },
  { title: 'Прибыль ≈, ₽', width: 16, value: (card) => ({ kopecks: planProfit(card)?.kopecks ?? null }) },
  { title: 'Маржа ≈, %', width: 12, value: (card) => percentOf(planProfit(card)?.share ?? null) },
  { title: 'Заказов по такой цене за 90 дней', width: 32, value: (card) => card.pastOrders?.count ?? null },
];
