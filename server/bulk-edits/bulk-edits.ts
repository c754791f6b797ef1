import { sql } from 'kysely';
import { isOfOwnPrices, isOfWbTags } from '#contract/bulk-changes.ts';
import type { BulkEdit, BulkEditState } from '#contract/bulk-edits.ts';
import type { BulkRule } from '#contract/bulk-rules.ts';
import type { CardSelection } from '#contract/card-operations.ts';
import type { Author } from '#server/cards/card-writes.ts';
import { resolveSelection } from '#server/cards/selection.ts';
import type { Db } from '#server/db/database.ts';
import { conflict, notFound, selectionChanged } from '#server/errors/http-error.ts';
import { refuseStrangeShops } from '#server/cards/strange-shops.ts';
import { goOnForAWhile, type EditDeps } from './go-on.ts';
import { chooseToken, readWorkingTokens } from '#server/marketplace/shop-tokens.ts';
import { findEditByKey, insertEdit } from './new-edit.ts';
import { bulkEditOr404, lockBulkEdit } from './repository.ts';

interface NewEdit {
  selection: CardSelection;
  change: BulkRule;
  /** The same request again goes on with this edit. */
  idempotencyKey: string | undefined;
}

/** Freezes the cards of the selection and looks at what would become of them. Not to be called in a transaction. */
export async function createBulkEdit(
  deps: EditDeps,
  author: Author,
  { selection, change, idempotencyKey }: NewEdit,
): Promise<BulkEdit> {
  const { db } = deps.database;
  const known = await findEditByKey(db, author, idempotencyKey);
  if (known !== undefined) return await goOnForAWhile(deps, author, known);
  if (isOfOwnPrices(change)) await refuseStrangeShops(db, author.accountId, change.shopIds);
  if (change.kind === 'STOCKS') await refuseStrangeWarehouses(db, author.accountId, change.warehouseIds);
  if (isOfWbTags(change)) await refuseShopWithoutToken(db, author.accountId, change.shopId);
  const cardIds = await resolveSelection(db, author.accountId, selection);
  const id = await insertEdit(db, author, { change, cardIds, idempotencyKey });
  return await goOnForAWhile(deps, author, id);
}

/** Throws 404 for a shop of another account, and what the marketplace would say of a shop without a token that may write. */
async function refuseShopWithoutToken(db: Db, accountId: number, shopId: number): Promise<void> {
  const shop = await db
    .selectFrom('shops')
    .select('name')
    .where('account_id', '=', accountId)
    .where('id', '=', shopId)
    .executeTakeFirst();
  if (!shop) throw notFound('Магазин не найден');
  const tokens = await readWorkingTokens(db, accountId, shopId);
  chooseToken(tokens, { category: 'CONTENT', isWrite: true }, shop.name);
}

/** Throws 404 for a warehouse of another account, or one that is gone. */
export async function refuseStrangeWarehouses(
  db: Db,
  accountId: number,
  warehouseIds: readonly number[],
): Promise<void> {
  const warehouses = await db
    .selectFrom('warehouses')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', sql<number>`any(${[...warehouseIds]}::bigint[])`)
    .execute();
  if (warehouses.length !== new Set(warehouseIds).size) throw notFound('Склад не найден');
}

/** Does what was seen, to so many cards as were seen; one that was stopped goes on. Not to be called in a transaction. */
export async function applyBulkEdit(
  deps: EditDeps,
  author: Author,
  editId: number,
  expectedCount: number,
): Promise<BulkEdit> {
  const { accountId } = author;
  await deps.database.transaction(async (trx) => {
    const edit = await lockBulkEdit(trx, accountId, editId);
    if (!edit) throw notFound();
    // The same request again, whose answer was lost.
    if (edit.state === 'APPLYING' || edit.state === 'APPLIED') return;
    if (edit.state !== 'READY' && edit.state !== 'STOPPED')
      throw conflict('Изменение сейчас нельзя применить');
    if (!isAsSeen(edit, expectedCount)) throw selectionChanged(expectedCount, edit.ready_count);
    await trx
      .updateTable('bulk_edits')
      .set({
        state: 'APPLYING',
        applied_at: sql<Date>`coalesce(applied_at, now())`,
        user_id: author.userId,
        worked_at: sql<Date>`now()`,
      })
      .where('account_id', '=', accountId)
      .where('id', '=', editId)
      .execute();
  });
  return await goOnForAWhile(deps, author, editId);
}

/** After it was stopped there are only ever fewer left: what was on its way has arrived since the person looked. */
function isAsSeen(edit: { state: BulkEditState; ready_count: number }, expectedCount: number): boolean {
  return edit.state === 'STOPPED' ? edit.ready_count <= expectedCount : edit.ready_count === expectedCount;
}

/** What is applied stays applied. Where nothing is left there is nothing to be stopped. */
export async function stopBulkEdit(
  { database }: EditDeps,
  { accountId }: Author,
  editId: number,
): Promise<BulkEdit> {
  await database.db
    .updateTable('bulk_edits')
    .set({ state: 'STOPPED' })
    .where('account_id', '=', accountId)
    .where('id', '=', editId)
    .where('state', '=', 'APPLYING')
    .where('ready_count', '>', 0)
    .execute();
  return await bulkEditOr404(database.db, accountId, editId);
}
