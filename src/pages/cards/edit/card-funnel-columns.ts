import type { CardFunnel, FunnelSteps } from '#contract/card-funnel.ts';
import type { Column, TableCell } from '#contract/table-columns.ts';

type ShopOfFunnel = CardFunnel['shops'][number];

/** Of a card's funnel by shop, also of a shop that the marketplace did not answer for: it is empty and says why. */
export function funnelColumns(shopLabel: (shopId: number) => string): Column<ShopOfFunnel>[] {
  return [
    { title: 'Магазин', width: 20, value: (shop) => shopLabel(shop.shopId) },
    { title: 'Артикул WB', width: 14, value: (shop) => shop.nmId },
    { title: 'Открытия', width: 12, value: step((steps) => steps.opens) },
    { title: 'Корзины', width: 12, value: step((steps) => steps.carts) },
    { title: 'Заказы, шт.', width: 12, value: step((steps) => steps.orders) },
    { title: 'Сумма заказов, ₽', width: 18, value: step((steps) => ({ kopecks: steps.ordersKopecks })) },
    { title: 'Выкупы, шт.', width: 12, value: step((steps) => steps.buyouts) },
    { title: 'Сумма выкупов, ₽', width: 18, value: step((steps) => ({ kopecks: steps.buyoutsKopecks })) },
    { title: 'Отмены, шт.', width: 12, value: step((steps) => steps.cancels) },
    { title: 'Сумма отмен, ₽', width: 18, value: step((steps) => ({ kopecks: steps.cancelsKopecks })) },
    { title: 'Почему не известно', width: 44, value: (shop) => shop.problem ?? '' },
  ];
}

function step(cell: (steps: FunnelSteps) => TableCell) {
  return ({ steps }: ShopOfFunnel): TableCell => (steps === null ? null : cell(steps));
}
