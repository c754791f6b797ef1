import type { ExportFormat } from '#contract/fields.ts';
import type { ShipmentExport, ShipmentItemError, ShipmentStage } from '#contract/shipments.ts';
import { moscowTime } from '#contract/moscow-time.ts';
import type { Column } from '#contract/table-columns.ts';
import type { Db } from '#server/db/database.ts';
import { tableFile } from '#server/exports/table-file.ts';
import { findShipmentErrors } from './store/repository.ts';
import type { ItemStage, ItemState } from './rules/state-machine.ts';

/** What is not mended yet, or every card in every shop, as a file. */
export async function exportShipment(
  db: Db,
  accountId: number,
  shipmentId: number,
  input: { rows: ShipmentExport; format: ExportFormat },
): Promise<{ fileName: string; bytes: Buffer }> {
  const number = `отправки №${String(shipmentId)}`;
  if (input.rows === 'errors') {
    const errors = await findShipmentErrors(db, accountId, shipmentId);
    const bytes = await tableFile(input.format, { name: 'Ошибки', columns: ERROR_COLUMNS, rows: errors });
    return { bytes, fileName: `Ошибки ${number}.${input.format}` };
  }
  const items = await findItems(db, accountId, shipmentId);
  const bytes = await tableFile(input.format, { name: 'Карточки', columns: ITEM_COLUMNS, rows: items });
  return { bytes, fileName: `Карточки ${number}.${input.format}` };
}

const STAGES: Record<ShipmentStage, string> = {
  CARD: 'Карточка',
  DISCOUNTS: 'Скидки',
  IMAGES: 'Изображения',
};

const ERROR_COLUMNS: Column<ShipmentItemError>[] = [
  { title: 'Артикул продавца', width: 22, value: (error) => error.vendorCode },
  { title: 'Артикул WB', width: 14, value: (error) => error.nmId },
  { title: 'Наименование', width: 44, value: (error) => error.title },
  { title: 'Магазин', width: 20, value: (error) => error.shopName },
  { title: 'Этап', width: 14, value: (error) => STAGES[error.stage] },
  { title: 'Ошибка', width: 64, value: (error) => error.message },
  { title: 'Когда (МСК)', width: 18, value: (error) => moscowTime(new Date(error.at)) },
  { title: 'Номер запроса WB', width: 34, value: (error) => error.requestId ?? null },
];

interface ItemRow {
  vendor_code: string;
  nm_id: number | null;
  title: string;
  shop_name: string;
  stage: ItemStage;
  state: ItemState;
}

const ITEM_COLUMNS: Column<ItemRow>[] = [
  { title: 'Артикул продавца', width: 22, value: (item) => item.vendor_code },
  { title: 'Артикул WB', width: 14, value: (item) => item.nm_id },
  { title: 'Наименование', width: 44, value: (item) => item.title },
  { title: 'Магазин', width: 20, value: (item) => item.shop_name },
  { title: 'Этап', width: 14, value: (item) => (item.stage === 'DONE' ? 'Готово' : STAGES[item.stage]) },
  { title: 'Состояние', width: 16, value: (item) => STATES[item.state] },
];

const STATES: Record<ItemState, string> = {
  waiting: 'Ждёт',
  sent: 'Отправлена',
  done: 'Готово',
  failed: 'Ошибка',
};

async function findItems(db: Db, accountId: number, shipmentId: number): Promise<ItemRow[]> {
  return await db
    .selectFrom('shipment_items')
    .innerJoin('shops', 'shops.id', 'shipment_items.shop_id')
    .select([
      'shipment_items.vendor_code',
      'shipment_items.nm_id',
      'shipment_items.title',
      'shops.name as shop_name',
      'shipment_items.stage',
      'shipment_items.state',
    ])
    .where('shipment_items.account_id', '=', accountId)
    .where('shipment_items.shipment_id', '=', shipmentId)
    .orderBy('shipment_items.id')
    .execute();
}
