import { useQuery } from '@tanstack/react-query';
import { userQueries } from '#api/users.ts';
import { shopLabels } from '#contract/shop-labels.ts';

/** What a saved table calls a shop of the account, also one that is no longer there. */
export function useShopLabel(): (shopId: number) => string {
  const { data: profile } = useQuery(userQueries.me());
  const labels = shopLabels(profile?.shops ?? []);
  return (shopId) => labels.get(shopId) ?? `Магазин № ${shopId}`;
}
