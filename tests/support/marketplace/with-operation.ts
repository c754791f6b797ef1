import type { Marketplace } from '#server/marketplace/marketplace.ts';
import type { ShopClient } from '#server/marketplace/shop-client.ts';

/** Test support: the marketplace with one operation of another making. */
export function withOperation<Name extends keyof ShopClient>(
  marketplace: Marketplace,
  name: Name,
  change: (operation: ShopClient[Name]) => ShopClient[Name],
): Marketplace {
  return {
    ...marketplace,
    async forShop(...args) {
      const client = await marketplace.forShop(...args);
      return { ...client, [name]: change(client[name]) };
    },
  };
}
