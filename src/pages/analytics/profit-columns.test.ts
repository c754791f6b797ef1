import { describe, expect, it } from 'vitest';
import type { ProfitCard } from '#contract/analytics.ts';
import { cellsIn } from '#tests/support/exports/cells-in.ts';
import { mockTotals } from '#tests/mocks/analytics.ts';
import { profitColumns } from './profit-columns.ts';

const columns = profitColumns({
  shopName: (shopId) => `Магазин ${shopId}`,
  isPreliminary: (shopId) => shopId === 2,
  isWithoutOrders: () => false,
});
const card: ProfitCard = {
  nmId: 150_000_001,
  cardId: 1,
  shopId: 1,
  vendorCode: 'MUG-450-GR',
  title: 'Кружка',
  hasCostPrice: true,
  totals: mockTotals(),
};

const cellsOf = (changes: Partial<ProfitCard> = {}) => cellsIn(columns, { ...card, ...changes });

describe('a card of the exported table', () => {
  it('says its numbers as numbers and its sums in kopecks', () => {
    const cells = cellsOf({ totals: mockTotals({ orders: 214, profitKopecks: -1_200_05 }) });
    expect(cells).toMatchObject({
      'Артикул WB': 150_000_001,
      'Заказы, шт.': 214,
      'Прибыль, ₽': { kopecks: -1_200_05 },
    });
  });

  it('says of which cards the figures are not whole yet', () => {
    expect(cellsOf({ shopId: 1 })).toMatchObject({ Предварительно: 'нет' });
    expect(cellsOf({ shopId: 2 })).toMatchObject({ Предварительно: 'да' });
  });

  it('has a row also for what a shop without cards was charged', () => {
    expect(cellsOf({ nmId: 0, title: '', vendorCode: '', cardId: null })).toMatchObject({
      'Артикул WB': null,
      'Артикул продавца': '',
      Наименование: 'Без карточки',
      Магазин: 'Магазин 1',
    });
  });
});
