import type { EndpointBodyInput } from '#contract/endpoint.ts';
import type { createCardEndpoint } from '#contract/card-creation.ts';
import { toWire } from '#contract/wire.ts';
import type { Database, Db } from '#server/db/database.ts';
import { refreshCardSummary } from '#server/cards/card-summary.ts';

/** Test support: subjects and cards. */

export const DRESSES = 69;
export const CUPS = 812;

export async function addTestSubjects(db: Db): Promise<void> {
  await db
    .insertInto('subjects')
    .values([
      { id: DRESSES, name: 'Платья', parent_name: 'Одежда', characteristics_read_at: new Date() },
      { id: CUPS, name: 'Кружки', parent_name: 'Посуда', characteristics_read_at: new Date() },
    ])
    .execute();
  await db
    .insertInto('subject_characteristics')
    .values([
      {
        subject_id: CUPS,
        id: 900001,
        name: 'Объем',
        is_required: true,
        type: 'NUMBER',
        unit: 'мл',
        max_count: 1,
      },
      { subject_id: CUPS, id: 14177449, name: 'Цвет', is_required: false, type: 'TEXT', max_count: 2 },
    ])
    .execute();
}

/** The body of POST /cards/, in wire format. */
export function cardBody(
  vendorCode: string,
  changes: Partial<EndpointBodyInput<typeof createCardEndpoint>> = {},
) {
  return toWire({
    vendorCode,
    title: 'Кружка керамическая 450 мл',
    subjectId: CUPS,
    priceKopecks: 100_000,
    discount: 40,
    ...changes,
  }) as object;
}

/** A card as a shop has it, straight into the database; the card's summary follows. */
export async function putIntoShop(
  database: Database,
  place: { accountId: number; shopId: number; cardId: number },
  facts: {
    nmId?: number | null;
    vendorCode?: string;
    state?: 'NOT_SENT' | 'PENDING' | 'PUBLISHED' | 'HAS_ERRORS';
    priceKopecks?: number;
    discount?: number;
    chrtId?: number;
    hasVideo?: boolean;
    amounts?: Record<number, number>;
  } = {},
): Promise<void> {
  const { db } = database;
  const { accountId, shopId, cardId } = place;
  const chrtId = facts.chrtId ?? 180_000_000 + cardId * 100 + shopId;
  const { id } = await db
    .insertInto('shop_cards')
    .values({
      account_id: accountId,
      card_id: cardId,
      shop_id: shopId,
      vendor_code: facts.vendorCode ?? `V-${cardId}`,
      nm_id: facts.nmId === undefined ? 120_000_000 + cardId : facts.nmId,
      imt_id: null,
      price_kopecks: facts.priceKopecks ?? null,
      discount: facts.discount ?? null,
      state: facts.state ?? 'PUBLISHED',
      has_video: facts.hasVideo ?? false,
      sizes: JSON.stringify([{ chrtId, techSize: '0', skus: [] }]),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const [warehouseId, amount] of Object.entries(facts.amounts ?? {})) {
    await db
      .insertInto('stocks')
      .values({
        warehouse_id: Number(warehouseId),
        chrt_id: chrtId,
        account_id: accountId,
        shop_card_id: id,
        amount,
      })
      .execute();
  }
  await database.transaction((trx) => refreshCardSummary(trx, accountId, [cardId]));
}

/** «Своё наименование» of a card in a shop. */
export async function titleForShop(
  db: Db,
  place: { accountId: number; shopId: number; cardId: number },
  title: string,
): Promise<void> {
  await db
    .updateTable('cards')
    .set({ shop_texts: JSON.stringify([{ shopId: place.shopId, title, description: '' }]) })
    .where('account_id', '=', place.accountId)
    .where('id', '=', place.cardId)
    .execute();
}

export async function addTestShop(db: Db, accountId: number, name = 'Северика'): Promise<number> {
  const { id } = await db
    .insertInto('shops')
    .values({ account_id: accountId, name, sid: crypto.randomUUID() })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function addTestWarehouse(
  db: Db,
  place: { accountId: number; shopId: number },
  wbWarehouseId: number,
): Promise<number> {
  const { id } = await db
    .insertInto('warehouses')
    .values({
      account_id: place.accountId,
      shop_id: place.shopId,
      wb_warehouse_id: wbWarehouseId,
      name: `Склад ${wbWarehouseId}`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
