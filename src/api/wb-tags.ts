import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import {
  createWbTagEndpoint,
  readShopWbTagsEndpoint,
  readWbTagsEndpoint,
  setWbTagsEndpoint,
  type WbTag,
  type WbTagColor,
} from '#contract/wb-tags.ts';
import { api } from './api.ts';
import { newIdempotencyKey } from './idempotency-key.ts';
import { oneCardQueries } from './one-card.ts';
import { invalidateTag } from './tags.ts';

/** The marketplace is asked while the person waits, and asked again until it shows what was changed. */
const TIMEOUT_MS = 60_000;

interface CardInShop {
  cardId: number;
  shopId: number;
}

/** What the marketplace shows is what the card's page shows from now on. */
async function wbTagsSeen(queryClient: QueryClient, { cardId, shopId }: CardInShop, cardTags: WbTag[]) {
  queryClient.setQueryData(oneCardQueries.inShops(cardId).queryKey, (shopCards) =>
    shopCards?.map((one) => (one.shopId === shopId ? { ...one, wbTags: cardTags } : one)),
  );
  await invalidateTag(queryClient, 'Card', { entityId: cardId });
}

/** Asks the marketplace for the shop's «Ярлыки WB» and those of the card. `isQuiet`: who asks shows a failure in place. */
export function useReadWbTags({ isQuiet }: { isQuiet: boolean }) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ cardId, shopId }: CardInShop) =>
      api.call(readWbTagsEndpoint, { params: { id: cardId, shopId }, timeoutMs: TIMEOUT_MS }),
    onSuccess: ({ cardTags }, place) => wbTagsSeen(queryClient, place, cardTags),
    meta: { isQuiet, errorText: 'Не удалось прочитать ярлыки WB' },
  });
}

/** Asks the marketplace for the shop's «Ярлыки WB». Who asks shows a failure in place. */
export function useReadShopWbTags() {
  return useMutation({
    mutationFn: (shopId: number) =>
      api.call(readShopWbTagsEndpoint, { params: { id: shopId }, timeoutMs: TIMEOUT_MS }),
    meta: { isQuiet: true, errorText: 'Не удалось прочитать ярлыки WB' },
  });
}

/** Puts tags on the card in place of those that were seen. Throws 409 when the card has others by now. */
export function useSetWbTags() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: ['Card', 'wb-tags'],
    mutationFn: ({ cardId, shopId, ...body }: CardInShop & { tagIds: number[]; seenIds: number[] }) =>
      api.call(setWbTagsEndpoint, {
        params: { id: cardId, shopId },
        body,
        idempotencyKey: newIdempotencyKey(),
        timeoutMs: TIMEOUT_MS,
      }),
    onSuccess: ({ cardTags }, place) =>
      // The list is asked by them.
      Promise.all([wbTagsSeen(queryClient, place, cardTags), invalidateTag(queryClient, 'Cards')]),
    meta: { errorText: 'Не удалось поставить ярлыки WB' },
  });
}

/** Makes a tag in the shop; it is on no card yet. */
export function useCreateWbTag() {
  return useMutation({
    mutationKey: ['Shops', 'wb-tags'],
    mutationFn: ({ shopId, ...body }: { shopId: number; name: string; color: WbTagColor }) =>
      api.call(createWbTagEndpoint, {
        params: { id: shopId },
        body,
        idempotencyKey: newIdempotencyKey(),
        timeoutMs: TIMEOUT_MS,
      }),
    meta: { errorText: 'Не удалось создать ярлык WB' },
  });
}
