import { Readable } from 'node:stream';
import { isOfFile, isOfGrid, isOfOwnPrices, isOfStocks, type BulkChange } from '#contract/bulk-changes.ts';
import type { BulkEditRow, BulkRowState } from '#contract/bulk-rows.ts';
import { adviceOf, reasonOf, remarksOf } from '#contract/bulk-row-remarks.ts';
import { exportColumnTitles } from '#contract/card-export.ts';
import type { ExportFormat } from '#contract/fields.ts';
import { shopLabels } from '#contract/shop-labels.ts';
import type { Column } from '#contract/table-columns.ts';
import type { Database, Db } from '#server/db/database.ts';
import { tableChunks } from '#server/exports/table-file.ts';
import { factLines, type FactLine } from './edit-facts.ts';
import { everyRow } from './found-rows.ts';
import { bulkEditOr404 } from './repository.ts';

type Line = Omit<BulkEditRow, 'before' | 'after'> & FactLine;

const STATE_NAMES: Record<BulkRowState, string> = {
  READY: 'Не применено',
  LEFT_OUT: 'Убрана из изменения',
  REFUSED: 'Не изменить',
  APPLIED: 'Применено',
  CHANGED_SINCE: 'Изменена позже',
  ROLLED_BACK: 'Откачено',
  KEPT: 'Изменена позже',
};

/** The rows of a bulk edit as a file that is made while it is sent. Throws 404, before its first byte, for one of another account. */
export async function exportBulkEdit(
  database: Database,
  accountId: number,
  editId: number,
  { format, search }: { format: ExportFormat; search?: string | undefined },
): Promise<{ fileName: string; file: Readable }> {
  const { db } = database;
  const { change } = await bulkEditOr404(db, accountId, editId);
  const columns = columnsOf(change, await findPlaces(db, accountId));
  const rows = linesOf(everyRow(database, accountId, editId, search), change);
  return {
    fileName: `Изменение ${editId}.${format}`,
    file: Readable.from(tableChunks(format, { name: 'Изменение', columns, rows }), { objectMode: false }),
  };
}

async function* linesOf(rows: AsyncIterable<BulkEditRow>, change: BulkChange): AsyncGenerator<Line> {
  for await (const { before, after, ...row } of rows) {
    for (const line of factLines({ before, after }, change)) yield { ...row, ...line };
  }
}

interface Places {
  shops: Map<number, string>;
  shopOfWarehouse: Map<number, number>;
}

/** Columns of places only where the change is of them. */
function columnsOf(change: BulkChange, { shops, shopOfWarehouse }: Places): Column<Line>[] {
  const ofStocks = isOfStocks(change);
  const ofPlaces = change.kind === 'COST_TABLE';
  const ofShops = ofStocks || ofPlaces || isOfOwnPrices(change) || isOfGrid(change);
  const ofDays = ofPlaces || ['DATED_COST', 'NO_COST'].includes(change.kind) || isOfFile(change);
  const shopIdOf = ({ shopId, warehouseId }: Line) => shopId ?? shopOfWarehouse.get(warehouseId ?? 0) ?? null;
  // Of all shops, or of none; what the change tells outlives the shop.
  const shopNameOf = (id: number | null) => (id === null ? null : (shops.get(id) ?? `Магазин № ${id}`));
  return [
    { title: exportColumnTitles.vendorCode, width: 22, value: (line) => line.vendorCode },
    { title: exportColumnTitles.title, width: 44, value: (line) => line.title },
    ...(ofShops && shops.size > 1
      ? [{ title: 'Магазин', width: 24, value: (line: Line) => shopNameOf(shopIdOf(line)) }]
      : []),
    ...(ofStocks ? [{ title: 'Склад', width: 24, value: (line: Line) => line.warehouseName ?? null }] : []),
    ...(ofStocks || ofPlaces
      ? [{ title: 'Размер', width: 12, value: (line: Line) => line.techSize ?? null }]
      : []),
    { title: 'Что меняется', width: 24, value: (line) => line.name },
    ...(ofDays
      ? [{ title: 'Действует с', width: 14, value: (line: Line) => ({ day: line.from ?? null }) }]
      : []),
    { title: 'Было', width: 24, value: (line) => line.before },
    { title: 'Станет', width: 24, value: (line) => line.after },
    { title: 'Состояние', width: 20, value: (line) => STATE_NAMES[line.state] },
    { title: 'Почему не изменилась', width: 44, value: reasonOf },
    { title: 'Что сделать', width: 44, value: adviceOf },
    {
      title: 'Замечания',
      width: 30,
      value: (line) =>
        remarksOf(line)
          .map(({ text }) => text)
          .join(', '),
    },
  ];
}

async function findPlaces(db: Db, accountId: number): Promise<Places> {
  const shops = await db
    .selectFrom('shops')
    .select(['id', 'name'])
    .where('account_id', '=', accountId)
    .execute();
  const warehouses = await db
    .selectFrom('warehouses')
    .select(['id', 'shop_id'])
    .where('account_id', '=', accountId)
    .execute();
  return {
    shops: shopLabels(shops),
    shopOfWarehouse: new Map(warehouses.map((row) => [row.id, row.shop_id])),
  };
}
