import type { Column } from '#contract/table-columns.ts';
import type { OwnCostEntry } from './own-cost-draft.ts';
import { kindLabels } from './own-cost-texts.ts';

/** Of «Прочие расходы»: each whole, not the part that falls on the shown days. */
export function ownCostColumns(shopName: (shopId: number) => string): Column<OwnCostEntry>[] {
  const said = ({ cost, rate }: OwnCostEntry) => rate ?? cost;
  return [
    { title: 'Начало', width: 12, value: (entry) => ({ day: said(entry).from }) },
    { title: 'Конец', width: 12, value: (entry) => ({ day: said(entry).to }) },
    { title: 'Вид', width: 24, value: (entry) => kindLabels[said(entry).kind] },
    { title: 'Название', width: 44, value: (entry) => said(entry).name },
    { title: 'Сумма, ₽', width: 16, value: ({ cost }) => ({ kopecks: cost?.amountKopecks ?? null }) },
    { title: '% от выручки', width: 16, value: ({ rate }) => (rate ? rate.rateHundredths / 100 : null) },
    {
      title: 'Магазин',
      width: 20,
      value: (entry) => {
        const { shopId } = said(entry);
        return shopId === null ? 'Все магазины' : shopName(shopId);
      },
    },
    { title: 'Артикул WB', width: 14, value: ({ cost }) => cost?.nmId ?? null },
    {
      title: 'Учитывается в налоге',
      width: 20,
      value: (entry) => (said(entry).isTaxDeductible ? 'да' : 'нет'),
    },
  ];
}
