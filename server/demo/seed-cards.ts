import { refreshCardSummary } from '#server/cards/card-summary.ts';
import type { Trx } from '#server/db/database.ts';
import { insertAll } from './bulk.ts';
import type { DemoCard } from './catalogue.ts';
import type { PlannedCard } from './plan.ts';
import type { CharacteristicIds } from './seed-directory.ts';
import type { StoredShop } from './seed-shops.ts';
import type { LoadedCard, SimulatorCard, simulatorControl } from './simulator-control.ts';

export function characteristicValues(card: DemoCard, ids: CharacteristicIds) {
  const ofSubject = ids.get(card.subject.id);
  return [...card.characteristics].flatMap(([name, values]) => {
    const known = ofSubject?.get(name);
    return known ? [{ id: known.id, values, type: known.type }] : [];
  });
}

/** Puts the planned cards of one shop on the marketplace; what it numbered them, by vendor code. */
export async function makeCards(
  control: ReturnType<typeof simulatorControl>,
  sid: string,
  shopIndex: number,
  planned: readonly PlannedCard[],
  ids: CharacteristicIds,
): Promise<Map<string, LoadedCard>> {
  const cards = planned
    .filter((plan) => plan.fate !== 'refused')
    .flatMap((plan) => {
      const place = plan.shops.find((shop) => shop.shopIndex === shopIndex);
      return place ? [toSimulatorCard(plan, place.ownTitle, ids)] : [];
    })
    // Articles of the marketplace rise with time.
    .sort((one, other) => one.createdAt.localeCompare(other.createdAt));
  const loaded = await control.putCards(sid, cards);
  return new Map(loaded.map((card) => [card.vendorCode, card]));
}

function toSimulatorCard(
  { card, vendorCode }: PlannedCard,
  ownTitle: string | null,
  ids: CharacteristicIds,
): SimulatorCard {
  return {
    vendorCode,
    title: ownTitle ?? card.title,
    description: card.description,
    brand: card.brand,
    subjectID: card.subject.id,
    group: String(card.groupNumber),
    dimensions: {
      length: card.dimensions.lengthCm,
      width: card.dimensions.widthCm,
      height: card.dimensions.heightCm,
      weightBrutto: card.dimensions.weightKg,
    },
    characteristics: characteristicValues(card, ids).map(({ id, values, type }) => ({
      id,
      value: type === 'NUMBER' ? Number(values[0]) : values,
    })),
    sizes: card.sizes,
    photos: card.photos,
    price: card.priceRub,
    discount: card.discount,
    clubDiscount: card.clubDiscount,
    createdAt: card.createdAt.toISOString(),
    updatedAt: card.createdAt.toISOString(),
  };
}

/** Rows of `cards`; ids in the order of the plan. */
export async function storeCards(
  trx: Trx,
  author: { accountId: number; userId: number; shops: readonly StoredShop[] },
  planned: readonly PlannedCard[],
  ids: CharacteristicIds,
): Promise<number[]> {
  await insertAll(
    trx,
    'cards',
    planned.map(({ card, fate, vendorCode, shops, writtenPriceRub, writtenDescription }) => ({
      account_id: author.accountId,
      vendor_code: vendorCode,
      title: card.title,
      description: writtenDescription,
      shop_texts: JSON.stringify(
        shops.flatMap(({ shopIndex, ownTitle }) => {
          const shop = author.shops[shopIndex];
          return shop && ownTitle !== null ? [{ shopId: shop.id, title: ownTitle, description: '' }] : [];
        }),
      ),
      subject_id: card.subject.id,
      brand: card.brand,
      dimensions: JSON.stringify(card.dimensions),
      characteristics: JSON.stringify(
        characteristicValues(card, ids).map(({ id, values }) => ({ id, values })),
      ),
      sizes: JSON.stringify(card.sizes),
      photos: JSON.stringify(card.photos),
      tags: JSON.stringify(card.tags),
      price_kopecks: writtenPriceRub * 100,
      discount: card.discount,
      club_discount: card.clubDiscount,
      cost_price_kopecks: card.costRub === null ? null : card.costRub * 100,
      nm_id: null,
      state: fate === 'archived' ? ('ARCHIVED' as const) : ('DRAFT' as const),
      state_before_archive: null,
      created_at: card.createdAt,
      updated_at: card.updatedAt,
      updated_by: author.userId,
    })),
  );
  const rows = await trx
    .selectFrom('cards')
    .select(['id', 'vendor_code'])
    .where('account_id', '=', author.accountId)
    .execute();
  const idOf = new Map(rows.map((row) => [row.vendor_code, row.id]));
  return planned.map(({ vendorCode }) => idOf.get(vendorCode) ?? 0);
}

export interface StockRow {
  warehouse_id: number;
  wbWarehouseId: number;
  chrt_id: number;
  vendorCode: string;
  amount: number;
}

/** Stocks of one shop: every size in every warehouse. */
export function planStocks(
  shopIndex: number,
  planned: readonly PlannedCard[],
  loaded: ReadonlyMap<string, LoadedCard>,
  shop: StoredShop,
): StockRow[] {
  return planned.flatMap((plan) => {
    const place = plan.shops.find((one) => one.shopIndex === shopIndex);
    const card = loaded.get(plan.vendorCode);
    if (!place || !card) return [];
    return card.sizes.flatMap((size, sizeIndex) =>
      shop.warehouses.map((warehouse, index) => ({
        warehouse_id: warehouse.id,
        wbWarehouseId: warehouse.wbWarehouseId,
        chrt_id: size.chrtID,
        vendorCode: card.vendorCode,
        // The first warehouse holds most, the last sizes sell out first.
        amount: Math.floor(place.stockPerSize / (1 + index * 2 + (sizeIndex % 3))),
      })),
    );
  });
}

/** Rows of `shop_cards` and `stocks` of one shop, equal to what the marketplace has. */
export async function storeShopCards(
  trx: Trx,
  place: { accountId: number; shop: StoredShop; shopIndex: number; now: Date },
  planned: readonly PlannedCard[],
  cardIds: readonly number[],
  loaded: ReadonlyMap<string, LoadedCard>,
  stocks: readonly StockRow[],
): Promise<void> {
  const { accountId, shop } = place;
  await insertAll(
    trx,
    'shop_cards',
    planned.flatMap((plan, index) => {
      const inShop = plan.shops.find((one) => one.shopIndex === place.shopIndex);
      if (!inShop) return [];
      const card = loaded.get(plan.vendorCode);
      return [
        {
          account_id: accountId,
          card_id: cardIds[index] ?? 0,
          shop_id: shop.id,
          vendor_code: plan.vendorCode,
          nm_id: card?.nmID ?? null,
          imt_id: card?.imtID ?? null,
          price_kopecks: card ? plan.card.priceRub * 100 : null,
          discount: card ? plan.card.discount : null,
          state: card ? ('PUBLISHED' as const) : ('HAS_ERRORS' as const),
          errors: JSON.stringify(plan.error === null ? [] : [plan.error]),
          sizes: JSON.stringify(
            (card?.sizes ?? []).map(({ chrtID, techSize, skus }) => ({ chrtId: chrtID, techSize, skus })),
          ),
          wb_updated_at: card ? plan.card.createdAt : null,
          synced_at: place.now,
        },
      ];
    }),
  );
  const shopCards = await trx
    .selectFrom('shop_cards')
    .select(['id', 'vendor_code'])
    .where('account_id', '=', accountId)
    .where('shop_id', '=', shop.id)
    .execute();
  const idOf = new Map(shopCards.map((row) => [row.vendor_code, row.id]));
  await insertAll(
    trx,
    'stocks',
    stocks.map((row) => ({
      warehouse_id: row.warehouse_id,
      chrt_id: row.chrt_id,
      account_id: accountId,
      shop_card_id: idOf.get(row.vendorCode) ?? 0,
      amount: row.amount,
      updated_at: place.now,
    })),
  );
}

const SUMMARY_BATCH = 2000;

export async function summariseAll(trx: Trx, accountId: number, cardIds: readonly number[]): Promise<void> {
  for (let start = 0; start < cardIds.length; start += SUMMARY_BATCH) {
    await refreshCardSummary(trx, accountId, cardIds.slice(start, start + SUMMARY_BATCH));
  }
}
