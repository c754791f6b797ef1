import type { WantedValues } from '#contract/bulk-table-rows.ts';
import type { ComparedCount, CountedLine } from '#contract/stock-counts.ts';
import { refuseStrangeWarehouses } from '#server/bulk-edits/bulk-edits.ts';
import { goOnForAWhile, type EditDeps } from '#server/bulk-edits/go-on.ts';
import { findEditByKey, insertEdit, insertWantedValues } from '#server/bulk-edits/new-edit.ts';
import type { Author } from '#server/cards/card-writes.ts';
import type { Trx } from '#server/db/database.ts';
import { badRequest } from '#server/errors/http-error.ts';
import { findCountedSizes, type CountedSize } from './count-cells.ts';
import { groupedBy } from './grouped-by.ts';
import { findOrdersSince } from './orders-since.ts';

interface Count {
  warehouseIds: readonly number[];
  name: string;
  lines: readonly CountedLine[];
  /** The same request again goes on with this edit. */
  idempotencyKey: string | undefined;
}

/** Texts that come back, and are kept under the request's key as JSON. */
const UNSTORABLE = /\0|\p{Cs}/u;

/**
 * Finds what was counted and begins to read what the marketplace has of it. Writes nothing there. Throws 404 for a warehouse of another
 * account. Not to be called in a transaction.
 */
export async function compareCount(deps: EditDeps, author: Author, count: Count): Promise<ComparedCount> {
  const { database } = deps;
  const { accountId } = author;
  const { warehouseIds, lines, idempotencyKey } = count;
  if (lines.some(({ key, barcode }) => UNSTORABLE.test(key) || UNSTORABLE.test(barcode))) {
    throw badRequest('В тексте есть знаки, которые нельзя сохранить');
  }
  await refuseStrangeWarehouses(database.db, accountId, warehouseIds);
  const known = await findEditByKey(database.db, author, idempotencyKey);
  const { sizes, uncompared } = await findCountedSizes(database.db, accountId, warehouseIds, lines);
  const editId =
    known ??
    (sizes.length === 0
      ? undefined
      : await database.transaction((trx) => insertCount(trx, author, count, sizes)));
  const asked = sizes.flatMap(({ line, cells: [cell] }) =>
    cell ? [{ key: line.key, cardId: cell.cardId, countedAt: line.countedAt }] : [],
  );
  const orders = await findOrdersSince(database.db, accountId, warehouseIds, asked);
  return {
    edit: editId === undefined ? null : await goOnForAWhile(deps, author, editId),
    lines: sizes.flatMap(({ line: { key }, cells }) => {
      const [first] = cells;
      if (!first) return [];
      const since = orders.get(key);
      return [
        {
          key,
          cardId: first.cardId,
          vendorCode: first.vendorCode,
          title: first.title,
          cells: cells.map(({ warehouseId, warehouseName, chrtId, techSize }) => ({
            warehouseId,
            warehouseName,
            chrtId,
            techSize,
          })),
          orders: since?.orders ?? 0,
          ordersReadAt: since?.readAt ?? null,
        },
      ];
    }),
    uncompared,
  };
}

async function insertCount(
  trx: Trx,
  author: Author,
  { warehouseIds, name, idempotencyKey }: Count,
  sizes: readonly CountedSize[],
): Promise<number> {
  const counted = sizes.flatMap(({ line: { amount }, cells }) => cells.map((cell) => ({ ...cell, amount })));
  const values = [...groupedBy(counted, ({ cardId }) => cardId)].map(([cardId, ofCard]) => {
    const wanted: WantedValues = {
      counted: ofCard.map(({ warehouseId, chrtId, amount }) => ({ warehouseId, chrtId, amount })),
    };
    return { cardId, wanted };
  });
  const editId = await insertEdit(trx, author, {
    change: { kind: 'COUNT', warehouseIds: [...warehouseIds], name, lineTotal: sizes.length },
    cardIds: values.map(({ cardId }) => cardId).sort((a, b) => a - b),
    idempotencyKey,
  });
  await insertWantedValues(trx, author.accountId, editId, values);
  return editId;
}
