import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { getCardFunnelEndpoint, type CardFunnel } from '#contract/card-funnel.ts';
import { api } from './api.ts';
import { fetchQuery } from './fetch-query.ts';

const TIMEOUT_MS = 60_000;
/** The marketplace counts its funnel once an hour. */
const STALE_MS = 10 * 60_000;
const errorText = 'Не удалось загрузить воронку карточки';

export const cardFunnelQueries = {
  /** Asked of the marketplace, which allows few such calls: an answer serves for a while. */
  ofPeriod: (id: number, from: string, to: string) =>
    queryOptions({
      queryKey: ['Profit', id, 'funnel', from, to],
      queryFn: (context) =>
        fetchQuery(context, getCardFunnelEndpoint, {
          params: { id },
          query: { from, to },
          timeoutMs: TIMEOUT_MS,
        }),
      staleTime: STALE_MS,
      // Money is looked at, not kept: nothing of it is stored on the device.
      meta: { isNotKept: true, isQuiet: true, errorText },
    }),
};

/** Asks the named shops again and leaves the others as they are: a call of theirs would spend their limit. */
export function useAskFunnelAgain(id: number, from: string, to: string) {
  const queryClient = useQueryClient();
  const { queryKey } = cardFunnelQueries.ofPeriod(id, from, to);
  return useMutation({
    mutationFn: (shopId: number[]) =>
      api.call(getCardFunnelEndpoint, {
        params: { id },
        query: { from, to, shopId: shopId.map(String) },
        timeoutMs: TIMEOUT_MS,
      }),
    onSuccess: (again) => {
      const agedMs = Date.now() - (queryClient.getQueryState(queryKey)?.dataUpdatedAt ?? 0);
      queryClient.setQueryData(queryKey, (before) => before && replaceShops(before, again, agedMs));
    },
    meta: { errorText },
  });
}

/** The times to wait are counted from when the data came: those of the other shops have run on since. */
function replaceShops(before: CardFunnel, again: CardFunnel, agedMs: number): CardFunnel {
  const newer = new Map(again.shops.map((shop) => [shop.shopId, shop]));
  return {
    shops: before.shops.map((shop) => {
      const replaced = newer.get(shop.shopId);
      if (replaced) return replaced;
      const waitSeconds = shop.askAgainInSeconds ?? null;
      if (waitSeconds === null) return shop;
      return { ...shop, askAgainInSeconds: Math.max(0, Math.ceil(waitSeconds - agedMs / 1000)) };
    }),
  };
}
