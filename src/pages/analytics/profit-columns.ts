import type { ProfitCard, ProfitTotals } from '#contract/analytics.ts';
import { csvTextCell } from '#contract/csv-text.ts';
import { profitCardTitle } from './profit-card-title.ts';

/**
 * The table as a file that a Russian spreadsheet opens with a double click: UTF-8 with a mark, semicolons, decimal
 * commas. Text that a spreadsheet would run as a formula gets an apostrophe.
 */

const MONEY_COLUMNS: [string, (totals: ProfitTotals) => number][] = [
  ['Сумма заказов', (totals) => totals.ordersKopecks],
  ['Выручка', (totals) => totals.revenueKopecks],
  ['Реализовано', (totals) => totals.realizedKopecks],
  ['Комиссия', (totals) => totals.commissionKopecks],
  ['Логистика', (totals) => totals.logisticsKopecks],
  ['Хранение', (totals) => totals.storageKopecks],
  ['Приёмка', (totals) => totals.acceptanceKopecks],
  ['Штрафы', (totals) => totals.penaltyKopecks],
  ['Удержания', (totals) => totals.deductionKopecks],
  ['Лояльность', (totals) => totals.loyaltyKopecks],
  ['Прочее', (totals) => totals.correctionKopecks],
  ['К перечислению', (totals) => totals.payoutKopecks],
  ['Себестоимость', (totals) => totals.cogsKopecks],
  ['Прочие расходы', (totals) => totals.ownCostsKopecks ?? 0],
  ['НДС', (totals) => totals.vatKopecks],
  ['Налог', (totals) => totals.taxKopecks],
  ['Прибыль', (totals) => totals.profitKopecks],
];

const HEAD = [
  'Артикул WB',
  'Артикул продавца',
  'Название',
  'Магазин',
  'Заказы, шт.',
  'Отмены, шт.',
  'Выкупы, шт.',
  'Возвраты, шт.',
  ...MONEY_COLUMNS.map(([name]) => `${name}, ₽`),
];

/** One line per row of the table; sums in roubles with kopecks. */
export function profitCsv(cards: readonly ProfitCard[], shopName: (shopId: number) => string): string {
  const lines = cards.map(({ totals, ...card }) => [
    card.nmId === 0 ? '' : String(card.nmId),
    csvTextCell(card.vendorCode),
    csvTextCell(profitCardTitle(card)),
    csvTextCell(shopName(card.shopId)),
    String(totals.orders),
    String(totals.cancels),
    String(totals.buyouts),
    String(totals.returns),
    ...MONEY_COLUMNS.map(([, kopecksOf]) => csvRoubles(kopecksOf(totals))),
  ]);
  return `\ufeff${[HEAD, ...lines].map((cells) => cells.join(';')).join('\r\n')}\r\n`;
}

/** Roubles with kopecks and a decimal comma. */
export function csvRoubles(kopecks: number): string {
  const size = String(Math.abs(kopecks)).padStart(3, '0');
  return `${kopecks < 0 ? '-' : ''}${size.slice(0, -2)},${size.slice(-2)}`;
}
