import type { WbTagChange } from '#contract/bulk-rules.ts';
import { MAX_WB_TAGS, type WbTag } from '#contract/wb-tags.ts';
import type { CardChange, CardFacts } from './card-change.ts';
import { refused } from './refused.ts';

/** What a card carries in the shop with the tags put on or taken off, by what the marketplace was last seen to show. */
export function changeWbTags({ wbTags: old }: CardFacts, { action, tags }: WbTagChange): CardChange {
  if (old === null) {
    return {
      before: {},
      after: {},
      ...refused(
        'Карточки ещё нет на Wildberries в этом магазине',
        'Отправьте её в этот магазин и подготовьте изменение заново',
      ),
    };
  }
  const before = { wbTags: [...old] };
  const next = action === 'ADD' ? [...old, ...without(tags, old)] : without(old, tags);
  if (next.length === old.length) return { before, after: {}, refusal: null };
  if (next.length > MAX_WB_TAGS) {
    return {
      before,
      after: {},
      ...refused(
        `Ярлыков WB вышло бы ${next.length}: на карточке помещается до ${MAX_WB_TAGS}`,
        'Уберите лишние на странице карточки или возьмите меньше ярлыков',
      ),
    };
  }
  return { before, after: { wbTags: next }, refusal: null };
}

function without(tags: readonly WbTag[], others: readonly WbTag[]): WbTag[] {
  return tags.filter((tag) => !others.some(({ id }) => id === tag.id));
}
