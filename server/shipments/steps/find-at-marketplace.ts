import type { MarketplaceCard } from '#server/marketplace/content-shapes.ts';
import type { ShopClient } from '#server/marketplace/shop-client.ts';

/** The shop's card with exactly this vendor code; the marketplace's search also finds parts of it. */
export async function findByVendorCode(
  client: Pick<ShopClient, 'listCards'>,
  vendorCode: string,
): Promise<MarketplaceCard | undefined> {
  const { cards } = await client.listCards({ textSearch: vendorCode });
  return cards.find((card) => card.vendorCode === vendorCode);
}

/** The shop's card with this nmID. */
export async function findByNmId(
  client: Pick<ShopClient, 'listCards'>,
  nmId: number,
): Promise<MarketplaceCard | undefined> {
  const { cards } = await client.listCards({ textSearch: String(nmId) });
  return cards.find((card) => card.nmId === nmId);
}
