import type { StockAmountChange, StockChange } from '#contract/bulk-rules.ts';
import { MAX_STOCK_AMOUNT } from '#contract/stock-amount.ts';
import { formatInteger } from '#lib/numbers.ts';

export const STOCK_ACTIONS = ['SET', 'UP', 'DOWN', 'TIMES', 'ZERO'] as const;
export type StockAction = (typeof STOCK_ACTIONS)[number];

/** What the form of stocks holds while it is filled in. */
export interface StockDraft {
  warehouseIds: number[];
  /** Of the warehouse or the group. */
  name: string;
  action: StockAction;
  amount: number | null;
}

export const EMPTY_STOCK_DRAFT: StockDraft = { warehouseIds: [], name: '', action: 'SET', amount: null };

const MAX_TIMES = 1000;

/** The change, or what is missing to it. */
export function stockChangeOf(draft: StockDraft): StockChange | { problem: string } {
  const { warehouseIds, name } = draft;
  if (warehouseIds.length === 0) return { problem: 'Выберите склад или группу складов' };
  const amount = amountChangeOf(draft);
  return 'problem' in amount ? amount : { kind: 'STOCKS', warehouseIds, name, amount };
}

export function stockDraftOf({ warehouseIds, name, amount }: StockChange): StockDraft {
  if (amount.kind === 'MULTIPLY') {
    return { warehouseIds, name, action: 'TIMES', amount: amount.hundredths / 100 };
  }
  if (amount.kind === 'SET') {
    return amount.amount === 0
      ? { warehouseIds, name, action: 'ZERO', amount: null }
      : { warehouseIds, name, action: 'SET', amount: amount.amount };
  }
  const action = amount.amount < 0 ? 'DOWN' : 'UP';
  return { warehouseIds, name, action, amount: Math.abs(amount.amount) };
}

function amountChangeOf({ action, amount }: StockDraft): StockAmountChange | { problem: string } {
  if (action === 'ZERO') return { kind: 'SET', amount: 0 };
  if (amount === null) return { problem: action === 'TIMES' ? 'Укажите, во сколько раз' : 'Укажите сколько' };
  if (action === 'TIMES') {
    const hundredths = Math.round(amount * 100);
    return hundredths < 1 || amount > MAX_TIMES
      ? { problem: `Умножить можно на число от 0,01 до ${formatInteger(MAX_TIMES)}` }
      : { kind: 'MULTIPLY', hundredths };
  }
  if (amount > MAX_STOCK_AMOUNT) return { problem: `Не больше ${formatInteger(MAX_STOCK_AMOUNT)} шт.` };
  if (action === 'SET') return { kind: 'SET', amount };
  if (amount === 0) return { problem: 'Укажите число больше нуля' };
  return { kind: 'ADD', amount: action === 'UP' ? amount : -amount };
}
