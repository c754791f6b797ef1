import { useQuery } from '@tanstack/react-query';
import { shopQueries } from '#api/shops.ts';
import type { ShopNameOf } from './change-text.ts';

/** Names of the shops of a change; of one that is not known, or is gone, its number. */
export function useShopNames(): ShopNameOf {
  const { data: shops } = useQuery(shopQueries.list());
  return (id) => shops?.find((shop) => shop.id === id)?.name ?? `Магазин ${id}`;
}
