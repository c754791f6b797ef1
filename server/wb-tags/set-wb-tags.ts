import { setTimeout as wait } from 'node:timers/promises';
import type { WbTag } from '#contract/wb-tags.ts';
import { conflict } from '#server/errors/http-error.ts';
import type { ShopClient } from '#server/marketplace/shop-client.ts';
import { cardThereOrRefuse } from './card-in-shop.ts';

/** The marketplace shows a change a little after it has taken it; a person waits for no more than this. */
const LOOKS_AFTER_MS = [300, 700, 1200];

/**
 * Replaces the card's tags, and looks until they are there. What was not seen is not replaced: the call takes the whole list, and
 * a tag that somebody has put on in the cabinet meanwhile would go without a word. Throws 409 then.
 */
export async function setWbTags(
  client: Pick<ShopClient, 'listCards' | 'setCardTags'>,
  nmId: number,
  { tagIds, seenIds }: { tagIds: readonly number[]; seenIds: readonly number[] },
): Promise<{ cardTags: WbTag[]; isShown: boolean }> {
  const wanted = new Set(tagIds);
  const { tags: before } = await cardThereOrRefuse(client, nmId);
  // As it is wanted: a repetition, or what is taken back is not shown yet. Sent all the same, for the second of them.
  if (!areThese(before, new Set(seenIds)) && !areThese(before, wanted)) {
    throw conflict(
      'Ярлыки этой карточки на Wildberries тем временем изменили. Посмотрите, какие они теперь, и выберите ещё раз',
    );
  }
  await client.setCardTags(nmId, [...wanted]);
  let cardTags = before;
  for (const pauseMs of LOOKS_AFTER_MS) {
    await wait(pauseMs);
    ({ tags: cardTags } = await cardThereOrRefuse(client, nmId));
    if (areThese(cardTags, wanted)) return { cardTags, isShown: true };
  }
  return { cardTags, isShown: false };
}

function areThese(tags: readonly WbTag[], ids: ReadonlySet<number>): boolean {
  return tags.length === ids.size && tags.every(({ id }) => ids.has(id));
}
