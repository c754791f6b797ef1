import type { OwnCost } from '#contract/own-costs.ts';
import type { Column } from '#contract/table-columns.ts';
import { kindLabels } from './own-cost-texts.ts';

/** Of «Прочие расходы»: each whole, not the part that falls on the shown days. */
export function ownCostColumns(shopName: (shopId: number) => string): Column<OwnCost>[] {
  return [
    { title: 'Начало', width: 12, value: ({ from }) => ({ day: from }) },
    { title: 'Конец', width: 12, value: ({ to }) => ({ day: to }) },
    { title: 'Вид', width: 24, value: ({ kind }) => kindLabels[kind] },
    { title: 'Название', width: 44, value: ({ name }) => name },
    { title: 'Сумма, ₽', width: 16, value: ({ amountKopecks }) => ({ kopecks: amountKopecks }) },
    {
      title: 'Магазин',
      width: 20,
      value: ({ shopId }) => (shopId === null ? 'Все магазины' : shopName(shopId)),
    },
    { title: 'Артикул WB', width: 14, value: ({ nmId }) => nmId },
    { title: 'Учитывается в налоге', width: 20, value: (cost) => (cost.isTaxDeductible ? 'да' : 'нет') },
  ];
}
