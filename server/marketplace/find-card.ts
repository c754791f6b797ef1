import type { MarketplaceCard } from './content-shapes.ts';
import { misfitting } from './errors.ts';
import type { ShopClient } from './shop-client.ts';

type CardReader = Pick<ShopClient, 'listCards'>;

/** The shop's card with exactly this vendor code; the marketplace's search also finds parts of it. */
export function findByVendorCode(
  client: CardReader,
  vendorCode: string,
): Promise<MarketplaceCard | undefined> {
  return find(client, vendorCode, (card) => card.vendorCode === vendorCode);
}

/** The shop's card with this nmID. */
export function findByNmId(client: CardReader, nmId: number): Promise<MarketplaceCard | undefined> {
  return find(client, String(nmId), (card) => card.nmId === nmId);
}

async function find(
  client: CardReader,
  textSearch: string,
  isWanted: (card: MarketplaceCard) => boolean,
): Promise<MarketplaceCard | undefined> {
  const { cards, unread } = await client.listCards({ textSearch });
  const found = cards.find(isWanted);
  // It may be the one that could not be read: whoever takes it for missing creates it a second time.
  if (!found && unread.length > 0) {
    throw misfitting({ operation: 'POST /content/v2/get/cards/list', path: 'cards[]' }, 200);
  }
  return found;
}
