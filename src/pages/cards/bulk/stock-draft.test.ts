import { describe, expect, it } from 'vitest';
import { EMPTY_STOCK_DRAFT, stockChangeOf, stockDraftOf, type StockDraft } from './stock-draft.ts';

const HERE = { warehouseIds: [7], name: 'Коледино' };
const problemOf = (draft: Partial<StockDraft>) => stockChangeOf({ ...EMPTY_STOCK_DRAFT, ...HERE, ...draft });

describe('what is to become of stocks', () => {
  it('is filled in again as it was', () => {
    const drafts: StockDraft[] = [
      { ...HERE, action: 'SET', amount: 5 },
      { ...HERE, action: 'UP', amount: 5 },
      { ...HERE, action: 'DOWN', amount: 5 },
      { ...HERE, action: 'TIMES', amount: 1.25 },
      { ...HERE, action: 'ZERO', amount: null },
    ];
    for (const draft of drafts) {
      const change = stockChangeOf(draft);
      if ('problem' in change) throw new Error(change.problem);
      expect(stockDraftOf(change)).toEqual(draft);
    }
  });

  it('says what is missing', () => {
    expect(stockChangeOf(EMPTY_STOCK_DRAFT)).toEqual({ problem: 'Выберите склад или группу складов' });
    expect(problemOf({})).toEqual({ problem: 'Укажите сколько' });
    expect(problemOf({ action: 'TIMES' })).toEqual({ problem: 'Укажите, во сколько раз' });
    expect(problemOf({ action: 'UP', amount: 0 })).toEqual({ problem: 'Укажите число больше нуля' });
    expect(problemOf({ amount: 100_001 })).toMatchObject({ problem: expect.stringContaining('Не больше') });
    expect(problemOf({ action: 'TIMES', amount: 0 })).toMatchObject({
      problem: expect.stringContaining('от 0,01'),
    });
  });
});
