import type { BulkEdit } from '#contract/bulk-edits.ts';
import type { TableKey } from '#contract/bulk-table-rows.ts';
import type { CostRow } from '#contract/cost-tables.ts';
import type { Author } from '#server/cards/card-writes.ts';
import { goOnForAWhile, type EditDeps } from './go-on.ts';
import { judgeCostRows } from './judge-cost-rows.ts';
import { refuseUnkeepableKeys } from './match-rows.ts';
import { findEditByKey, insertEdit, insertWantedValues } from './new-edit.ts';

interface NewCostTable {
  key: TableKey;
  rows: readonly CostRow[];
  /** The same request again goes on with this edit. */
  idempotencyKey: string | undefined;
}

interface CostTable {
  /** null: no row says anything new. */
  edit: BulkEdit | null;
  changedCount: number;
  sameCount: number;
  refused: { line: number; text: string }[];
}

/** Looks at the rows of a table of costs and makes a bulk edit of those that say something new. Not to be called in a transaction. */
export async function createCostTable(
  deps: EditDeps,
  author: Author,
  { key, rows, idempotencyKey }: NewCostTable,
): Promise<CostTable> {
  const { database } = deps;
  refuseUnkeepableKeys(rows);
  const known = await findEditByKey(database.db, author, idempotencyKey);
  const { wanted, ...told } = await judgeCostRows(database.db, author.accountId, key, rows);
  const values = [...wanted].map(([cardId, costs]) => ({ cardId, wanted: { costs } }));
  const insert = () =>
    // An edit and what it wants are there together or not at all.
    database.transaction(async (trx) => {
      const editId = await insertEdit(trx, author, {
        change: { kind: 'COST_TABLE', rowTotal: told.changedCount },
        cardIds: values.map(({ cardId }) => cardId).sort((a, b) => a - b),
        idempotencyKey,
      });
      await insertWantedValues(trx, author.accountId, editId, values);
      return editId;
    });
  const editId = known ?? (values.length === 0 ? undefined : await insert());
  return { edit: editId === undefined ? null : await goOnForAWhile(deps, author, editId), ...told };
}
