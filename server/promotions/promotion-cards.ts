import { sql } from 'kysely';
import type { Promotion, PromotionCard } from '#contract/promotions.ts';
import { findOrdersAtPrices } from '#server/analytics/orders-at-prices.ts';
import { readUnitEconomics } from '#server/analytics/read-unit-economics.ts';
import type { Db } from '#server/db/database.ts';
import type { ShopClient } from '#server/marketplace/shop-client.ts';

const GOODS_PAGE = 1000;

export type PromotionGoods = Awaited<ReturnType<ShopClient['promotionGoods']>>[number];

type KnownHere = Omit<PromotionCard, 'economics' | 'pastOrders'>;

/**
 * Goods that take part in a promotion or may, with what is known of them here. Automatic and past promotions have none:
 * the marketplace does not answer for them. Throws MarketplaceError.
 */
export async function readPromotionCards(
  db: Db,
  { accountId, userId }: { accountId: number; userId: number },
  promotion: Promotion,
  openClient: () => Promise<Pick<ShopClient, 'promotionGoods'>>,
): Promise<PromotionCard[]> {
  if (promotion.type === 'auto' || promotion.period === 'past') return [];
  const client = await openClient();
  const goods = [
    ...(await readGoods(client, promotion.wbPromotionId, true)),
    ...(await readGoods(client, promotion.wbPromotionId, false)),
  ];
  const known = await readOwnCards(
    db,
    accountId,
    promotion.shopId,
    goods.map((one) => one.nmId),
  );
  const cards = goods.map((one): KnownHere => {
    const card = known.get(one.nmId);
    const priceKopecks = toKopecks(one.priceRub);
    return {
      nmId: one.nmId,
      cardId: card?.cardId ?? null,
      vendorCode: card?.vendorCode ?? '',
      title: card?.title ?? '',
      photo: card?.photo ?? null,
      priceKopecks,
      discount: one.discount,
      finalPriceKopecks: Math.round((priceKopecks * (100 - one.discount)) / 100),
      planPriceKopecks: toKopecks(one.planPriceRub),
      planDiscount: one.planDiscount,
      costPriceKopecks: card?.costPriceKopecks ?? null,
      isInAction: one.isInAction,
      floorKopecks: card?.floorKopecks ?? null,
    };
  });
  const economics = await readUnitEconomics(
    db,
    { accountId, userId },
    promotion.shopId,
    cards.map(({ nmId, planPriceKopecks, costPriceKopecks }) => ({
      nmId,
      subjectId: known.get(nmId)?.subjectId ?? null,
      priceKopecks: planPriceKopecks,
      costPriceKopecks,
    })),
  );
  const past = await findOrdersAtPrices(
    db,
    accountId,
    promotion.shopId,
    cards.map(({ nmId, planPriceKopecks }) => ({ nmId, priceKopecks: planPriceKopecks })),
    new Date(),
  );
  return cards.map((card) => {
    const pastOrders = past.get(card.nmId);
    return {
      ...card,
      economics: economics.get(card.nmId) ?? null,
      ...(pastOrders && { pastOrders }),
    };
  });
}

/** Goods that are in the promotion, or that may join it. Throws MarketplaceError. */
export async function readGoods(
  client: Pick<ShopClient, 'promotionGoods'>,
  wbPromotionId: number,
  isInAction: boolean,
): Promise<PromotionGoods[]> {
  const goods: PromotionGoods[] = [];
  for (let offset = 0; ; offset += GOODS_PAGE) {
    const page = await client.promotionGoods(wbPromotionId, isInAction, offset);
    goods.push(...page);
    if (page.length < GOODS_PAGE) return goods;
  }
}

interface OwnCard {
  nmId: number;
  cardId: number;
  vendorCode: string;
  title: string;
  photo: string | null;
  costPriceKopecks: number | null;
  subjectId: number;
  floorKopecks: number | null;
}

async function readOwnCards(
  db: Db,
  accountId: number,
  shopId: number,
  nmIds: readonly number[],
): Promise<Map<number, OwnCard>> {
  const { rows } = await sql<OwnCard>`
    select listed.nm_id as "nmId", card.id as "cardId", listed.vendor_code as "vendorCode",
      coalesce(text_in_shop(card.shop_texts, listed.shop_id, 'title'), card.title) as title, card.photos ->> 0 as photo,
      card.cost_price_kopecks as "costPriceKopecks", card.subject_id as "subjectId",
      lowest_price(floor.floor_kopecks, floor.over_cost_basis_points, card.cost_price_kopecks) as "floorKopecks"
    from shop_cards listed join cards card on card.id = listed.card_id
      left join price_floors floor on floor.card_id = card.id and floor.account_id = listed.account_id
    where listed.account_id = ${accountId} and listed.shop_id = ${shopId}
      and listed.nm_id = any(${[...nmIds]}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.nmId, row]));
}

/** The calendar writes roubles as JSON numbers. */
export function toKopecks(roubles: number): number {
  return Math.round(roubles * 100);
}
