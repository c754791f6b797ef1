import type { HttpHandler } from 'msw';
import type { BulkEdit } from '#contract/bulk-edits.ts';
import type { BulkEditRow } from '#contract/bulk-rows.ts';
import { compareCountEndpoint, type ComparedCount, type CountedLine } from '#contract/stock-counts.ts';
import { bulkEditHandlers } from './bulk-edits.ts';
import { mock } from './mock-endpoint.ts';

const EDIT: BulkEdit = {
  id: 7,
  state: 'PREPARING',
  change: { kind: 'COUNT', warehouseIds: [1], name: 'Склад на Южной', lineTotal: 1 },
  cardTotal: 1,
  preparedCount: 0,
  counts: { ready: 0, leftOut: 0, refused: 0, applied: 0, changedSince: 0, rolledBack: 0, kept: 0 },
  warnedCount: 0,
  createdAt: '2026-11-20T12:00:00Z',
  appliedAt: null,
  userName: 'Анна',
};

/** A line of one size in one warehouse. */
export function mockComparedLine(
  key: string,
  cardId: number,
  changes: Partial<ComparedCount['lines'][number]> = {},
): ComparedCount['lines'][number] {
  return {
    key,
    cardId,
    vendorCode: `MUG-${cardId}`,
    title: `Кружка керамическая ${cardId}`,
    cells: [{ warehouseId: 1, warehouseName: 'Склад на Южной · Московский', chrtId: cardId, techSize: '0' }],
    orders: 0,
    ordersReadAt: '2100-01-01T00:00:00Z',
    ...changes,
  };
}

/** The amount of that size, as a row of the edit has it. */
export function mockStocks(cardId: number, amount: number): BulkEditRow['before'] {
  return {
    stocks: [
      { warehouseId: 1, warehouseName: 'Склад на Южной · Московский', chrtId: cardId, techSize: '0', amount },
    ],
  };
}

/** A server that compares a count as is said; `compared` holds the lines of each time. How an edit went stands in its rows. */
export function stockCountHandlers(
  rows: BulkEditRow[],
  said: Pick<ComparedCount, 'lines' | 'uncompared'>,
): { compared: CountedLine[][]; handlers: HttpHandler[] } {
  const compared: CountedLine[][] = [];
  return {
    compared,
    handlers: [
      mock(compareCountEndpoint, ({ body }) => {
        compared.push(body.lines);
        return { edit: said.lines.length === 0 ? null : EDIT, ...said };
      }),
      ...bulkEditHandlers(rows, { change: EDIT.change }),
    ],
  };
}
