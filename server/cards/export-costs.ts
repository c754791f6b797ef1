import { Readable } from 'node:stream';
import type { ExportFormat } from '#contract/fields.ts';
import type { Column } from '#contract/table-columns.ts';
import type { Db } from '#server/db/database.ts';
import { tableChunks } from '#server/exports/table-file.ts';
import { findPlacedCosts, type PlacedCost } from './placed-costs.ts';
import { findShopLabels, type ShopLabels } from './shop-labels.ts';

const CARDS_PER_QUERY = 500;
/** What a table calls the size of goods without sizes: an empty cell is every size. */
export const NO_SIZE = 'Без размера';

type ExportedCost = PlacedCost & { vendorCode: string; title: string };

/** Every cost that is kept, as a file that is made while it is sent; put back it changes nothing. */
export async function exportCosts(
  db: Db,
  accountId: number,
  format: ExportFormat,
): Promise<{ fileName: string; file: Readable }> {
  const columns = columnsOf(await findShopLabels(db, accountId));
  const rows = readCosts(db, accountId);
  return {
    fileName: `Себестоимость.${format}`,
    file: Readable.from(tableChunks(format, { name: 'Себестоимость', columns, rows }), { objectMode: false }),
  };
}

function columnsOf({ labelOf }: ShopLabels): Column<ExportedCost>[] {
  return [
    { title: 'Артикул продавца', width: 22, value: ({ vendorCode }) => vendorCode },
    { title: 'Наименование', width: 44, value: ({ title }) => title },
    { title: 'Магазин', width: 20, value: ({ shopId }) => (shopId === null ? '' : labelOf(shopId)) },
    { title: 'Размер', width: 14, value: ({ techSize }) => (techSize === '' ? NO_SIZE : (techSize ?? '')) },
    { title: 'Действует с', width: 14, value: ({ from }) => ({ day: from }) },
    {
      title: 'Себестоимость, ₽',
      width: 18,
      value: ({ costPriceKopecks }) => ({ kopecks: costPriceKopecks }),
    },
  ];
}

async function* readCosts(db: Db, accountId: number): AsyncGenerator<ExportedCost> {
  for (let afterId = 0; ;) {
    const cards = await db
      .selectFrom('cards')
      .select(['id', 'vendor_code as vendorCode', 'title'])
      .where('account_id', '=', accountId)
      .where('id', '>', afterId)
      .orderBy('id')
      .limit(CARDS_PER_QUERY)
      .execute();
    const last = cards.at(-1);
    if (!last) return;
    const costs = await findPlacedCosts(
      db,
      accountId,
      cards.map(({ id }) => id),
    );
    for (const { id, vendorCode, title } of cards) {
      for (const cost of costs.get(id) ?? []) yield { ...cost, vendorCode, title };
    }
    afterId = last.id;
  }
}
