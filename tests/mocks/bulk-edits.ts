import { listRowProfitsEndpoint } from '#contract/bulk-edit-profits.ts';
import { gridFields, tableFields } from '#contract/bulk-changes.ts';
import {
  applyBulkEditEndpoint,
  createBulkEditEndpoint,
  createTableEditEndpoint,
  getBulkEditEndpoint,
  leaveOutBulkEditRowsEndpoint,
  leaveOutFoundRowsEndpoint,
  listBulkEditRowsEndpoint,
  listBulkEditsEndpoint,
  listSelectedCharacteristicsEndpoint,
  rollBackBulkEditEndpoint,
  stopBulkEditEndpoint,
  type BulkEdit,
  type FoundRows,
} from '#contract/bulk-edits.ts';
import type { BulkEditRow } from '#contract/bulk-rows.ts';
import type { TableRow } from '#contract/bulk-table-rows.ts';
import { mock, mockError } from './mock-endpoint.ts';

export function mockBulkRow(cardId: number, changes: Partial<BulkEditRow> = {}): BulkEditRow {
  return {
    cardId,
    vendorCode: `K-${cardId}`,
    title: `Кружка керамическая ${cardId}`,
    before: { priceKopecks: 100_000, discount: 20, clubDiscount: 0 },
    after: { priceKopecks: 105_000 },
    state: 'READY',
    refusal: null,
    mend: null,
    warnings: [],
    ...changes,
  };
}

function tableChangeOf(rows: readonly TableRow[]): BulkEdit['change'] {
  const fields = tableFields.filter((field) => rows.some((row) => row[field] !== undefined));
  const ownPrices = rows.flatMap((row) => row.ownPrices ?? []);
  const ownDiscounts = rows.flatMap((row) => row.ownDiscounts ?? []);
  const characteristics = rows.flatMap((row) => row.characteristics ?? []);
  if (ownPrices.length + ownDiscounts.length + characteristics.length === 0) return { kind: 'TABLE', fields };
  return {
    kind: ownDiscounts.length > 0 ? 'GRID_WITH_DISCOUNTS' : 'GRID',
    fields: gridFields.filter((field) => rows.some((row) => row[field] !== undefined)),
    characteristics: characteristics.map(({ id, name }) => ({ id, name })),
    shopIds: [...new Set(ownPrices.map(({ shopId }) => shopId))],
    discountShopIds: [...new Set(ownDiscounts.map(({ shopId }) => shopId))],
  };
}

/** One edit that behaves: its figures are those of its rows. */
export function bulkEditHandlers(rows: BulkEditRow[], start: Partial<BulkEdit> = {}) {
  let edit: BulkEdit = {
    id: 7,
    state: 'READY',
    change: { kind: 'PRICES', price: { kind: 'PERCENT', basisPoints: 500 } },
    cardTotal: rows.length,
    preparedCount: rows.length,
    counts: { ready: 0, leftOut: 0, refused: 0, applied: 0, changedSince: 0, rolledBack: 0, kept: 0 },
    warnedCount: 0,
    createdAt: '2026-11-20T12:00:00Z',
    appliedAt: null,
    userName: 'Анна',
    ...start,
  };
  const count = (state: BulkEditRow['state']) => rows.filter((row) => row.state === state).length;
  const now = (): BulkEdit => ({
    ...edit,
    counts: {
      ready: count('READY'),
      leftOut: count('LEFT_OUT'),
      refused: count('REFUSED'),
      applied: count('APPLIED'),
      changedSince: count('CHANGED_SINCE'),
      rolledBack: count('ROLLED_BACK'),
      kept: count('KEPT'),
    },
    warnedCount: rows.filter((row) => row.state === 'READY' && row.warnings.length > 0).length,
  });
  const turn = (from: BulkEditRow['state'], to: BulkEditRow['state'], cardIds?: readonly number[]) => {
    for (const row of rows) {
      if (row.state === from && (cardIds?.includes(row.cardId) ?? true)) row.state = to;
    }
  };
  /** Cards that were moved together; the first lot is 1. */
  const lots: number[][] = [];
  const isFound = (row: BulkEditRow, { search = '', isWarned, lot }: FoundRows) =>
    `${row.title} ${row.vendorCode}`.toLowerCase().includes(search.toLowerCase()) &&
    (isWarned === undefined || row.warnings.length > 0) &&
    (lot === undefined || (lots[lot - 1] ?? []).includes(row.cardId));
  return [
    mock(createBulkEditEndpoint, ({ body }) => {
      edit = { ...edit, change: body.change };
      return now();
    }),
    mock(createTableEditEndpoint, ({ body }) => {
      const keyOf = (row: BulkEditRow) => (body.key === 'CARD_ID' ? String(row.cardId) : row.vendorCode);
      const found = body.rows.filter(({ key }) => rows.some((row) => keyOf(row) === key));
      const unmatched = body.rows.filter((row) => !found.includes(row));
      edit = { ...edit, change: tableChangeOf(found) };
      return {
        edit: found.length === 0 ? null : now(),
        unmatched: unmatched.map(({ line, key }) => ({ line, key, reason: 'NOT_FOUND' as const })),
      };
    }),
    mock(listSelectedCharacteristicsEndpoint, () => ({
      cardTotal: 2,
      exampleCardId: 1,
      characteristics: [
        { id: 11, name: 'Цвет', type: 'TEXT' as const, unit: '', maxCount: 2, cardCount: 2 },
        { id: 12, name: 'Объем', type: 'NUMBER' as const, unit: 'мл', maxCount: 1, cardCount: 1 },
      ],
    })),
    mock(listBulkEditsEndpoint, () => ({ count: 1, next: null, previous: null, results: [now()] })),
    mock(getBulkEditEndpoint, ({ params }) => (params.id === edit.id ? now() : mockError(404))),
    mock(listBulkEditRowsEndpoint, ({ query: { state, warned, search } }) => {
      const results = rows.filter(
        (row) =>
          (state?.includes(row.state) ?? true) &&
          isFound(row, { search, isWarned: warned && (true as const) }),
      );
      return { results, count: results.length, nextAfterId: null };
    }),
    mock(listRowProfitsEndpoint, ({ query: { cardId = [] } }) =>
      cardId.map((id) => ({
        cardId: id,
        isWithoutCost: false,
        shops: [{ shopId: 1, before: 88_00, after: 123_00 }],
      })),
    ),
    mock(leaveOutBulkEditRowsEndpoint, ({ body: { cardIds, isLeftOut } }) => {
      turn(isLeftOut ? 'READY' : 'LEFT_OUT', isLeftOut ? 'LEFT_OUT' : 'READY', cardIds);
      return now();
    }),
    mock(leaveOutFoundRowsEndpoint, ({ body: { found, isLeftOut, expectedCount } }) => {
      const moved = rows.filter(
        (row) => row.state === (isLeftOut ? 'READY' : 'LEFT_OUT') && isFound(row, found),
      );
      if (expectedCount !== undefined && moved.length !== expectedCount)
        return mockError(409, { code: 'selection_changed', detail: ['Выбрано не столько'] });
      for (const row of moved) row.state = isLeftOut ? 'LEFT_OUT' : 'READY';
      lots.push(moved.map(({ cardId }) => cardId));
      return { edit: now(), count: moved.length, lot: lots.length };
    }),
    mock(applyBulkEditEndpoint, ({ body }) => {
      if (body.expectedCount !== now().counts.ready) return mockError(409, { code: 'selection_changed' });
      turn('READY', 'APPLIED');
      edit = { ...edit, state: 'APPLIED', appliedAt: '2026-11-20T12:05:00Z' };
      return now();
    }),
    mock(stopBulkEditEndpoint, () => {
      edit = { ...edit, state: 'STOPPED' };
      return now();
    }),
    mock(rollBackBulkEditEndpoint, ({ body }) => {
      const found = rows.filter((row) => row.state === 'APPLIED' && isFound(row, body.found ?? {}));
      if (body.expectedCount !== undefined && found.length !== body.expectedCount)
        return mockError(409, { code: 'selection_changed', detail: ['Выбрано не столько'] });
      turn('APPLIED', 'ROLLED_BACK', body.cardIds ?? found.map(({ cardId }) => cardId));
      return now();
    }),
  ];
}
