import { describe, expect, it } from 'vitest';
import type { ProfitCard } from '#contract/analytics.ts';
import { mockProfitCards, mockTotals } from '#tests/mocks/analytics.ts';
import { profitCsv } from './profit-csv.ts';

const shopName = (shopId: number) => `Магазин ${shopId}`;
const card: ProfitCard = {
  nmId: 150_000_001,
  cardId: 1,
  shopId: 1,
  vendorCode: 'MUG-450-GR',
  title: 'Кружка',
  hasCostPrice: true,
  totals: mockTotals(),
};

function cellsOf(changes: Partial<ProfitCard>): string[] {
  const csv = profitCsv([{ ...card, ...changes }], shopName);
  return csv.split('\r\n')[1]?.split(';') ?? [];
}

describe('the exported table', () => {
  it('opens in a Russian spreadsheet: marked UTF-8, semicolons, decimal commas', () => {
    const csv = profitCsv(mockProfitCards, shopName);
    expect(csv.startsWith('\ufeffАртикул WB;Артикул продавца;')).toBe(true);
    expect(csv.trimEnd().split('\r\n')).toHaveLength(1 + mockProfitCards.length);
    expect(cellsOf({ totals: mockTotals({ profitKopecks: -1_200_05, storageKopecks: 7 }) })).toEqual(
      expect.arrayContaining(['-1200,05', '0,07']),
    );
  });

  it('has a row for what a shop without cards was charged', () => {
    const cells = cellsOf({ nmId: 0, title: '', vendorCode: '', cardId: null });
    expect(cells.slice(0, 4)).toEqual(['', '', 'Без карточки', 'Магазин 1']);
  });

  it('runs no formula that somebody wrote into a name', () => {
    expect(cellsOf({ title: '=HYPERLINK(1)' })[2]).toBe("'=HYPERLINK(1)");
  });

  it('keeps quotes and separators inside their cell', () => {
    const csv = profitCsv([{ ...card, title: 'Кружка "Луна"; 450 мл' }], shopName);
    expect(csv).toContain(';"Кружка ""Луна""; 450 мл";');
  });
});
