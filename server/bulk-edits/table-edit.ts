import type { BulkEdit } from '#contract/bulk-edits.ts';
import type { RowKey, TableRow } from '#contract/bulk-table-rows.ts';
import type { Author } from '#server/cards/card-writes.ts';
import type { Trx } from '#server/db/database.ts';
import { refuseStrangeShops } from '#server/cards/strange-shops.ts';
import { goOnForAWhile, type EditDeps } from './go-on.ts';
import { matchRows, refuseUnkeepableKeys, type MatchedRow, type UnmatchedRow } from './match-rows.ts';
import { findEditByKey, insertEdit, insertWantedValues } from './new-edit.ts';
import { shopIdsIn, tableChangeOf, wantedValuesOf } from './wanted-values.ts';

interface NewTableEdit {
  key: RowKey;
  rows: readonly TableRow[];
  /** The same request again goes on with this edit. */
  idempotencyKey: string | undefined;
}

interface TableEdit {
  /** null: no row names a card. */
  edit: BulkEdit | null;
  unmatched: UnmatchedRow[];
}

/** Finds the cards of a table and looks at what would become of them. Not to be called in a transaction. */
export async function createTableEdit(
  deps: EditDeps,
  author: Author,
  { key, rows, idempotencyKey }: NewTableEdit,
): Promise<TableEdit> {
  const { database } = deps;
  refuseUnkeepableKeys(rows);
  const known = await findEditByKey(database.db, author, idempotencyKey);
  if (known === undefined) await refuseStrangeShops(database.db, author.accountId, shopIdsIn(rows));
  const { matched, unmatched } = await matchRows(database.db, author.accountId, key, rows);
  const editId =
    known ??
    (matched.length === 0
      ? undefined
      : await database.transaction((trx) => insertTableEdit(trx, author, matched, idempotencyKey)));
  return { edit: editId === undefined ? null : await goOnForAWhile(deps, author, editId), unmatched };
}

/** An edit and what it wants are there together or not at all. */
async function insertTableEdit(
  trx: Trx,
  author: Author,
  matched: readonly MatchedRow[],
  idempotencyKey: string | undefined,
): Promise<number> {
  const values = matched.map(({ cardId, row }) => ({ cardId, wanted: wantedValuesOf(row) }));
  const editId = await insertEdit(trx, author, {
    change: tableChangeOf(values.map(({ wanted }) => wanted)),
    cardIds: values.map(({ cardId }) => cardId).sort((a, b) => a - b),
    idempotencyKey,
  });
  await insertWantedValues(trx, author.accountId, editId, values);
  return editId;
}
