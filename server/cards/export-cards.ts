import { Readable } from 'node:stream';
import { usualExportColumns, type ExportColumn } from '#contract/card-export.ts';
import type { CardSelection } from '#contract/card-operations.ts';
import type { ExportFormat } from '#contract/fields.ts';
import type { Database, Db } from '#server/db/database.ts';
import { tableChunks } from '#server/exports/table-file.ts';
import { columnsOf } from './export-columns.ts';
import { readExportedCards } from './exported-cards.ts';
import { characteristicColumns } from './exported-characteristics.ts';
import { resolveSelection } from './selection.ts';

/** The chosen cards as a file that is made while it is sent. Throws, before its first byte, as {@link resolveSelection} does. */
export async function exportCards(
  database: Database,
  accountId: number,
  wanted: { selection: CardSelection; format: ExportFormat; columns?: ExportColumn[] | undefined },
): Promise<{ fileName: string; file: Readable }> {
  const { selection, format, columns: asked = usualExportColumns } = wanted;
  const { db } = database;
  const ids = await resolveSelection(db, accountId, selection);
  const characteristics = asked.includes('characteristics')
    ? await characteristicColumns(db, accountId, ids)
    : [];
  const columns = columnsOf(asked, await findShopNames(db, accountId), characteristics);
  const rows = readExportedCards(database, accountId, ids, asked);
  return {
    fileName: `Карточки.${format}`,
    file: Readable.from(tableChunks(format, { name: 'Карточки', columns, rows }), { objectMode: false }),
  };
}

async function findShopNames(db: Db, accountId: number): Promise<Map<number, string>> {
  const shops = await db
    .selectFrom('shops')
    .select(['id', 'name'])
    .where('account_id', '=', accountId)
    .execute();
  return new Map(shops.map(({ id, name }) => [id, name]));
}
