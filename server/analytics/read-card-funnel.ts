import type { CardFunnel, FunnelSteps } from '#contract/card-funnel.ts';
import type { Db } from '#server/db/database.ts';
import { notFound } from '#server/errors/http-error.ts';
import { MarketplaceError } from '#server/marketplace/errors.ts';
import type { ShopClient } from '#server/marketplace/shop-client.ts';
import type { Period } from './moscow-days.ts';
import { findShopsOfCard, type ShopOfCard } from './shops-of-card.ts';

type FunnelClient = Pick<ShopClient, 'salesFunnel'>;

const NOTHING: FunnelSteps = {
  opens: 0,
  carts: 0,
  orders: 0,
  ordersKopecks: 0,
  buyouts: 0,
  buyoutsKopecks: 0,
  cancels: 0,
  cancelsKopecks: 0,
};

/**
 * The marketplace's sales funnel of one card in each shop that has it. A shop that is not answered for does not hold the others
 * back; where shops are named, the others are not asked. 404 when the card is not the account's.
 */
export async function readCardFunnel(
  db: Db,
  accountId: number,
  cardId: number,
  period: Period,
  openClient: (shopId: number) => Promise<FunnelClient>,
  onlyShopIds?: readonly number[],
): Promise<CardFunnel> {
  const shops = await findShopsOfCard(db, accountId, cardId);
  if (!shops) throw notFound('Карточка не найдена');
  const asked = onlyShopIds ? shops.filter(({ shopId }) => onlyShopIds.includes(shopId)) : shops;
  return { shops: await Promise.all(asked.map((shop) => readShop(shop, period, openClient))) };
}

async function readShop(
  shop: ShopOfCard,
  period: Period,
  openClient: (shopId: number) => Promise<FunnelClient>,
): Promise<CardFunnel['shops'][number]> {
  try {
    const client = await openClient(shop.shopId);
    const goods = await client.salesFunnel({
      nmIds: [shop.nmId],
      dateFrom: period.from,
      dateTo: period.to,
    });
    return { ...shop, steps: stepsOf(goods.find(({ nmId }) => nmId === shop.nmId)), problem: null };
  } catch (error) {
    if (!(error instanceof MarketplaceError)) throw error;
    return {
      ...shop,
      steps: null,
      problem: error.detail.join('. '),
      askAgainInSeconds: askAgainInSeconds(error),
    };
  }
}

/** A spent limit names its time, a marketplace that is away seldom does; a token or a refusal stay what they are. */
function askAgainInSeconds({ kind, retryAt }: MarketplaceError): number | null {
  if (kind !== 'limit' && kind !== 'unavailable') return null;
  return Math.max(0, Math.ceil(((retryAt?.getTime() ?? 0) - Date.now()) / 1000));
}

/** The marketplace leaves out a card that nobody has looked at. */
function stepsOf(found: Awaited<ReturnType<FunnelClient['salesFunnel']>>[number] | undefined): FunnelSteps {
  if (!found) return NOTHING;
  return {
    opens: found.opens,
    carts: found.carts,
    orders: found.orders,
    ordersKopecks: found.orderSumKopecks,
    buyouts: found.buyouts,
    buyoutsKopecks: found.buyoutSumKopecks,
    cancels: found.cancels,
    cancelsKopecks: found.cancelSumKopecks,
  };
}
