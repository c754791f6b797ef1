import type { EditedFacts, Mend, StockFact } from '#contract/bulk-rows.ts';
import type { StockAmountChange } from '#contract/bulk-rules.ts';
import { MAX_STOCK_AMOUNT } from '#contract/stock-amount.ts';
import { remarksText } from './remarks-text.ts';
import { cellName, type StockCell } from './stock-cells.ts';

/** What the marketplace says of a cell, or why it could not be asked. */
export type Present = number | { problem: string; isTokenGone?: boolean };

export interface ChangedStocks {
  before: EditedFacts;
  after: EditedFacts;
  /** Why the card, or a part of its stocks, stays as it is. */
  refusal: string | null;
  /** Where it lies in what was asked for, and not at the marketplace. */
  mend?: Mend;
}

const OTHER_AMOUNT: Mend = {
  advice: 'Возьмите количество, с которым выйдет от 0 до 100 000 шт.',
  field: null,
};

/** What the amounts of one card are to become. Pure. Before and after name the same cells: those that change. */
export function changeStocks(
  cells: readonly (StockCell & { present: Present })[],
  amountOf: (cell: StockCell, present: number) => number,
): ChangedStocks {
  const before: StockFact[] = [];
  const after: StockFact[] = [];
  const remarks: string[] = [];
  let mend: Mend | undefined;
  for (const { present, ...cell } of cells) {
    if (typeof present !== 'number') {
      remarks.push(present.problem);
      continue;
    }
    const amount = amountOf(cell, present);
    const remark = refusalOf(amount);
    if (remark !== null) {
      remarks.push(`${cellName(cell)}: ${remark}`);
      mend = OTHER_AMOUNT;
    } else if (amount !== present) {
      before.push(factOf(cell, present));
      after.push(factOf(cell, amount));
    }
  }
  const refusal = remarksText(remarks);
  return { before: { stocks: before }, after: { stocks: after }, refusal, ...(mend && { mend }) };
}

/** Whole pieces: nobody sells a half, and what is over is not there. */
export function changedAmount(amount: number, change: StockAmountChange): number {
  if (change.kind === 'SET') return change.amount;
  if (change.kind === 'ADD') return amount + change.amount;
  return Math.floor((amount * change.hundredths) / 100);
}

function refusalOf(amount: number): string | null {
  if (amount < 0) return `вышло бы −${String(-amount)} шт.`;
  return amount > MAX_STOCK_AMOUNT ? `вышло бы ${String(amount)} шт., можно до 100 000` : null;
}

function factOf({ warehouseId, warehouseName, chrtId, techSize }: StockCell, amount: number): StockFact {
  return { warehouseId, warehouseName, chrtId, techSize, amount };
}
