import { sql } from 'kysely';
import type { CountChange } from '#contract/bulk-changes.ts';
import type { StockChange } from '#contract/bulk-rules.ts';
import { findWantedValues } from '#server/bulk-edits/prepare.ts';
import { findNextIds, markPrepared, type EditAtWork } from '#server/bulk-edits/preparing.ts';
import { refused } from '#server/bulk-edits/refused.ts';
import { addUp, lockBulkEdit } from '#server/bulk-edits/repository.ts';
import type { Db } from '#server/db/database.ts';
import { changedAmount, changeStocks, type ChangedStocks } from './change-stocks.ts';
import { readPresent, type MarketplaceDeps } from './read-present.ts';
import { cellKey, findCells, findPlaces } from './stock-cells.ts';
import { groupedBy } from './grouped-by.ts';

/** One call or so of the marketplace for each warehouse. */
export const CARDS_PER_STEP = 300;

const NOT_IN_SHOP = refused(
  'Карточки ещё нет в магазине этого склада',
  'Отправьте её в этот магазин и подготовьте изменение заново',
);

/**
 * Reads what the marketplace has of the cards and keeps what would become of it, until all had their turn or `mayGoOn` says no.
 * Resolves with whether it is done.
 */
export async function prepareStockEdit(
  deps: MarketplaceDeps,
  edit: EditAtWork,
  change: StockChange | CountChange,
  mayGoOn: () => boolean,
): Promise<boolean> {
  const { db } = deps.database;
  for (;;) {
    const { cardIds, startsAt } = await findNextIds(db, edit, CARDS_PER_STEP);
    if (cardIds.length === 0) break;
    const rows = await rowsOf(deps, edit, cardIds, change);
    await keepRows(deps, edit, { cardCount: cardIds.length, startsAt, rows });
    if (!mayGoOn()) return false;
  }
  await markPrepared(db, edit);
  return true;
}

type PreparedRow = ChangedStocks & { cardId: number; isRefused: boolean };

/** None for a card that has the wanted amounts already, or that is gone. */
async function rowsOf(
  deps: MarketplaceDeps,
  edit: EditAtWork,
  cardIds: readonly number[],
  change: StockChange | CountChange,
): Promise<PreparedRow[]> {
  const { db } = deps.database;
  const { accountId } = edit;
  const all = await findCells(db, accountId, cardIds, change.warehouseIds);
  const counted = change.kind === 'COUNT' ? await findCounted(db, edit, cardIds) : null;
  const cells = counted ? all.filter((cell) => counted.has(cellKey(cell))) : all;
  const places = await findPlaces(db, accountId, change.warehouseIds);
  const present = await readPresent(deps, accountId, places, cells, { isToBeWritten: true });
  const byCard = groupedBy(cells, (cell) => cell.cardId);
  const cards = await db
    .selectFrom('cards')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', sql<number>`any(${[...cardIds]}::bigint[])`)
    .execute();
  return cards.flatMap(({ id: cardId }) => {
    const ofCard = byCard.get(cardId);
    if (!ofCard) return [{ cardId, before: {}, after: {}, ...NOT_IN_SHOP, isRefused: true }];
    const changed = changeStocks(
      ofCard.map((cell) => ({ ...cell, present: present.get(cellKey(cell)) ?? 0 })),
      (cell, amount) =>
        change.kind === 'COUNT'
          ? (counted?.get(cellKey(cell)) ?? amount)
          : changedAmount(amount, change.amount),
    );
    const isChanged = (changed.after.stocks ?? []).length > 0;
    if (!isChanged && changed.refusal === null) return [];
    return [{ cardId, ...changed, isRefused: !isChanged }];
  });
}

/** What was counted, by cell: no other takes part. */
async function findCounted(
  db: Db,
  edit: EditAtWork,
  cardIds: readonly number[],
): Promise<Map<string, number>> {
  const wanted = await findWantedValues(db, edit, cardIds);
  return new Map(
    [...wanted.values()].flatMap(({ counted = [] }) => counted.map((one) => [cellKey(one), one.amount])),
  );
}

async function keepRows(
  { database }: MarketplaceDeps,
  edit: EditAtWork,
  { cardCount, startsAt, rows }: { cardCount: number; startsAt: number; rows: readonly PreparedRow[] },
): Promise<void> {
  const { accountId, editId } = edit;
  await database.transaction(async (trx) => {
    const locked = await lockBulkEdit(trx, accountId, editId);
    // Another process has looked at them meanwhile.
    if (locked?.state !== 'PREPARING' || locked.prepared_count !== startsAt) return;
    await sql`
      INSERT INTO bulk_edit_rows (edit_id, card_id, account_id, before, after, state, refusal, mend, warnings)
      SELECT ${editId}, "cardId", ${accountId}, before, after,
        CASE WHEN "isRefused" THEN 'REFUSED' ELSE 'READY' END, refusal, mend,
        CASE WHEN "isRefused" OR refusal IS NULL THEN '{}'::text[] ELSE ARRAY['PARTLY'] END
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS row("cardId" bigint, before jsonb, after jsonb, refusal text, mend jsonb, "isRefused" boolean)`.execute(
      trx,
    );
    const ready = rows.filter((row) => !row.isRefused);
    await addUp(trx, edit, {
      prepared: cardCount,
      READY: ready.length,
      REFUSED: rows.length - ready.length,
      warned: ready.filter((row) => row.refusal !== null).length,
    });
  });
}
