import type { BulkEditState } from '#contract/bulk-edits.ts';
import type { BulkRowState } from '#contract/bulk-rows.ts';
import type { Outcome } from '#server/bulk-edits/marketplace-edit-job.ts';
import type { EditAtWork } from '#server/bulk-edits/preparing.ts';
import {
  endWork,
  findNextRows,
  letGo,
  markSending,
  settleRows,
  type RowOnItsWay,
} from '#server/bulk-edits/row-turns.ts';
import { inBatches } from '#server/db/in-batches.ts';
import { MarketplaceError } from '#server/marketplace/errors.ts';
import { keepAmountsOf } from '../keep-amounts.ts';
import { refusalBy, sendToWarehouse, type StockOutcome } from '../warehouse-stocks.ts';
import { cellsOf, fateOf, settledRow, type CellOnItsWay, type Fate } from './cell-fates.ts';
import { CARDS_PER_STEP } from './prepare-stock-edit.ts';
import { clientOf, readPresent, type MarketplaceDeps } from './read-present.ts';
import { cellKey, findCells, findPlaces, type Place } from './stock-cells.ts';
import { groupedBy } from './grouped-by.ts';

/** One direction of the work: which rows have their turn. A row's state is how far the work is. */
interface Direction {
  state: BulkEditState;
  from: BulkRowState;
  isForward: boolean;
}

const FORWARD: Direction = { state: 'APPLYING', from: 'READY', isForward: true };
const BACK: Direction = { state: 'ROLLING_BACK', from: 'APPLIED', isForward: false };

interface CellWithFate {
  row: RowOnItsWay;
  cell: CellOnItsWay;
  fate: Fate;
}

export async function applyStockEdit(
  deps: MarketplaceDeps,
  edit: EditAtWork,
  mayGoOn: () => boolean,
): Promise<Outcome> {
  return await workRows(deps, edit, FORWARD, mayGoOn);
}

export async function rollBackStockEdit(
  deps: MarketplaceDeps,
  edit: EditAtWork,
  mayGoOn: () => boolean,
): Promise<Outcome> {
  await settleInterrupted(deps, edit);
  return await workRows(deps, edit, BACK, mayGoOn);
}

async function workRows(
  deps: MarketplaceDeps,
  edit: EditAtWork,
  direction: Direction,
  mayGoOn: () => boolean,
): Promise<Outcome> {
  for (;;) {
    const rows = await findNextRows(deps.database.db, edit, { ...direction, limit: CARDS_PER_STEP });
    if (rows.length === 0) break;
    const cells = await readCells(deps, edit, rows, direction.isForward);
    if (!(await markSending(deps.database, edit, direction.state, sendingOf(cells)))) return 'NO_MORE';
    await write(deps, edit.accountId, cells);
    const isWhole = await settle(deps, edit, direction, rows, cells);
    if (!isWhole) return 'LATER';
    if (!mayGoOn()) return 'MORE';
  }
  await endWork(deps.database, edit, direction);
  return 'NO_MORE';
}

/**
 * An edit that died while it was applied and was then stopped may have written what it does not know of: it is to go back too.
 */
async function settleInterrupted(deps: MarketplaceDeps, edit: EditAtWork): Promise<void> {
  for (;;) {
    const turn = { state: BACK.state, from: FORWARD.from, limit: CARDS_PER_STEP, onlySending: true };
    const rows = await findNextRows(deps.database.db, edit, turn);
    if (rows.length === 0) return;
    const cells = await readCells(deps, edit, rows, true);
    for (const one of cells) {
      if (one.fate.kind === 'TO_WRITE') one.fate = { kind: 'FAILED', remark: 'Остановлено до отправки' };
    }
    const isWritten = (row: RowOnItsWay) => cells.some((one) => one.row === row && one.fate.kind === 'DONE');
    await settle(deps, edit, FORWARD, rows.filter(isWritten), cells);
    await letGo(
      deps.database.db,
      edit,
      rows.filter((row) => !isWritten(row)),
    );
  }
}

/** What is to be done about each cell, as the marketplace is now. */
async function readCells(
  deps: MarketplaceDeps,
  edit: EditAtWork,
  rows: readonly RowOnItsWay[],
  isForward: boolean,
): Promise<CellWithFate[]> {
  const cells = rows.flatMap((row) => cellsOf(row, isForward).map((cell) => ({ row, cell })));
  const places = await placesOf(deps, edit.accountId, cells);
  const present = await readPresent(
    deps,
    edit.accountId,
    places,
    cells.map(({ cell }) => cell),
  );
  return cells.map(({ row, cell }) => ({
    row,
    cell,
    fate: fateOf(cell, present.get(cellKey(cell)) ?? 0, row.sending?.includes(cellKey(cell)) ?? false),
  }));
}

function placesOf(deps: MarketplaceDeps, accountId: number, cells: readonly { cell: CellOnItsWay }[]) {
  return findPlaces(
    deps.database.db,
    accountId,
    cells.map(({ cell }) => cell.warehouseId),
  );
}

/** By card: what is about to be written, and what was before and turned out to be ours. */
function sendingOf(cells: readonly CellWithFate[]): { cardId: number; sending: string[] }[] {
  const ours = cells.filter(({ fate }) => fate.kind === 'TO_WRITE' || fate.kind === 'DONE');
  return [...groupedBy(ours, ({ row }) => row.cardId)].map(([cardId, ofCard]) => ({
    cardId,
    sending: ofCard.map(({ cell }) => cellKey(cell)),
  }));
}

/** Writes the cells that have the old amount, and gives them their fates. */
async function write(
  deps: MarketplaceDeps,
  accountId: number,
  cells: readonly CellWithFate[],
): Promise<void> {
  const ours = cells.filter(({ fate }) => fate.kind === 'TO_WRITE' || fate.kind === 'DONE');
  const places = await placesOf(deps, accountId, ours);
  for (const [warehouseId, ofWarehouse] of groupedBy(ours, ({ cell }) => cell.warehouseId)) {
    const place = places.get(warehouseId);
    const toWrite = ofWarehouse.filter(({ fate }) => fate.kind === 'TO_WRITE');
    const outcomes = place
      ? await outcomesIn(deps, accountId, place, toWrite)
      : new Map<number, StockOutcome>();
    for (const one of toWrite) one.fate = fateBy(one.cell, outcomes.get(one.cell.chrtId));
    // Written before a death, it stands at the marketplace and not yet in our copy.
    for (const { cell } of ofWarehouse.filter((one) => !toWrite.includes(one))) {
      outcomes.set(cell.chrtId, { isSet: true, amount: cell.amount });
    }
    if (place) await keep(deps, accountId, place, ofWarehouse, outcomes);
  }
}

async function outcomesIn(
  deps: MarketplaceDeps,
  accountId: number,
  place: Place,
  cells: readonly CellWithFate[],
): Promise<Map<number, StockOutcome>> {
  try {
    const client = await clientOf(deps, accountId, place);
    return await sendToWarehouse(
      client,
      place.wbWarehouseId,
      cells.map(({ cell }) => cell),
    );
  } catch (error) {
    if (!(error instanceof MarketplaceError)) throw error;
    const outcome: StockOutcome = { isSet: false, ...refusalBy(error) };
    return new Map(cells.map(({ cell }) => [cell.chrtId, outcome]));
  }
}

function fateBy(cell: CellOnItsWay, outcome: StockOutcome | undefined): Fate {
  if (outcome === undefined) return { kind: 'FAILED', remark: `${cell.warehouseName}: склада больше нет` };
  if (outcome.isSet) return { kind: 'DONE' };
  if (outcome.mayPass) return { kind: 'OPEN' };
  const kind = outcome.isTokenGone ? 'NO_TOKEN' : 'FAILED';
  return { kind, remark: `${cell.warehouseName}: ${outcome.detail ?? 'остаток не принят'}` };
}

/** Our copy says what was read back, so that the list does not wait for the next reading of the shop. */
async function keep(
  { database }: MarketplaceDeps,
  accountId: number,
  place: Place,
  cells: readonly CellWithFate[],
  outcomes: ReadonlyMap<number, StockOutcome>,
): Promise<void> {
  const cardIds = [...new Set(cells.map(({ row }) => row.cardId))];
  const owners = await findCells(database.db, accountId, cardIds, [place.id]);
  const read = owners.flatMap((owner) => {
    const amount = outcomes.get(owner.chrtId)?.amount;
    return amount === undefined ? [] : [{ ...owner, amount }];
  });
  await inBatches(database, read, (trx, batch) => keepAmountsOf(trx, accountId, place.id, batch));
}

/** Resolves with whether nothing of them is open. */
async function settle(
  { database }: MarketplaceDeps,
  edit: EditAtWork,
  { from, isForward }: Direction,
  rows: readonly RowOnItsWay[],
  cells: readonly CellWithFate[],
): Promise<boolean> {
  const byRow = groupedBy(cells, ({ row }) => row);
  const settled = rows.flatMap((row) => {
    const became = settledRow(row, byRow.get(row) ?? [], isForward);
    return became ? [{ cardId: row.cardId, ...became }] : [];
  });
  await settleRows(database, edit, from, settled);
  return settled.length === rows.length;
}
