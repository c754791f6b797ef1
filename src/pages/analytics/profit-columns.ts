import type { ProfitCard, ProfitTotals } from '#contract/analytics.ts';
import type { Column } from '#contract/table-columns.ts';
import { unnamedDeduction } from './figure-names.ts';
import { profitCardTitle } from './profit-card-title.ts';

const MONEY: [title: string, kopecksOf: (totals: ProfitTotals) => number][] = [
  ['Выручка', (totals) => totals.revenueKopecks],
  ['Реализовано', (totals) => totals.realizedKopecks],
  ['Комиссия', (totals) => totals.commissionKopecks],
  ['Логистика', (totals) => totals.logisticsKopecks],
  ['Хранение', (totals) => totals.storageKopecks],
  ['Приёмка', (totals) => totals.acceptanceKopecks],
  ['Штрафы', (totals) => totals.penaltyKopecks],
  ['Удержания', (totals) => totals.deductionKopecks],
  ['Реклама в удержаниях', (totals) => totals.advertisingKopecks ?? 0],
  ['Удержания без названия', unnamedDeduction],
  ['Лояльность', (totals) => totals.loyaltyKopecks],
  ['Прочее', (totals) => totals.correctionKopecks],
  ['К перечислению', (totals) => totals.payoutKopecks],
  ['Себестоимость', (totals) => totals.cogsKopecks],
  ['Прочие расходы', (totals) => totals.ownCostsKopecks ?? 0],
  ['НДС', (totals) => totals.vatKopecks],
  ['Налог', (totals) => totals.taxKopecks],
  ['Прибыль', (totals) => totals.profitKopecks],
];

interface ProfitTableOf {
  shopName: (shopId: number) => string;
  isPreliminary: (shopId: number) => boolean;
  /** The feed of orders does not reach these days: that nothing is known is no zero. */
  isWithoutOrders: (shopId: number) => boolean;
}

/** Of the cards by profit: one line per row of the table, what a shop without cards was charged among them. */
export function profitColumns(table: ProfitTableOf): Column<ProfitCard>[] {
  const { shopName, isPreliminary, isWithoutOrders } = table;
  const known = (card: ProfitCard, amount: number) =>
    amount === 0 && isWithoutOrders(card.shopId) ? null : amount;
  return [
    { title: 'Артикул WB', width: 14, value: ({ nmId }) => (nmId === 0 ? null : nmId) },
    { title: 'Артикул продавца', width: 22, value: (card) => card.vendorCode },
    { title: 'Наименование', width: 44, value: profitCardTitle },
    { title: 'Магазин', width: 20, value: (card) => shopName(card.shopId) },
    { title: 'Заказы, шт.', width: 12, value: (card) => known(card, card.totals.orders) },
    { title: 'Отмены, шт.', width: 12, value: (card) => known(card, card.totals.cancels) },
    { title: 'Выкупы, шт.', width: 12, value: ({ totals }) => totals.buyouts },
    { title: 'Возвраты, шт.', width: 14, value: ({ totals }) => totals.returns },
    {
      title: 'Сумма заказов, ₽',
      width: 18,
      value: (card) => ({ kopecks: known(card, card.totals.ordersKopecks) }),
    },
    ...MONEY.map(([title, kopecksOf]) => ({
      title: `${title}, ₽`,
      width: 18,
      value: ({ totals }: ProfitCard) => ({ kopecks: kopecksOf(totals) }),
    })),
    { title: 'Предварительно', width: 16, value: (card) => (isPreliminary(card.shopId) ? 'да' : 'нет') },
  ];
}
