import type { TagChange } from '#contract/bulk-rules.ts';
import { MAX_TAGS } from '#contract/card-rules.ts';
import { plural } from '#server/text/plural.ts';
import { normaliseLine } from '#server/text/text-rules.ts';
import type { CardChange, CardFacts } from './card-change.ts';
import { refused } from './refused.ts';
import { areSameValues, changedValues } from './changed-values.ts';

/** A row is about all tags of the card: who has changed one of them since has seen another list. */
export function changeTags(card: CardFacts, change: TagChange): CardChange {
  const before = { tags: [...card.tags] };
  const asked = change.tags.map(normaliseLine).filter((tag) => tag !== '');
  const tags = changedValues(change.action, card.tags, asked);
  if (areSameValues(tags, card.tags)) return { before, after: {}, refusal: null };
  if (tags.length > MAX_TAGS && tags.length > card.tags.length) {
    return {
      before,
      after: {},
      ...refused(
        `Вышло бы ${plural(tags.length, TAG_FORMS)}, можно не больше ${MAX_TAGS}`,
        'Уберите лишние ярлыки в карточке',
        'tags',
      ),
    };
  }
  return { before, after: { tags }, refusal: null };
}

const TAG_FORMS = ['ярлык', 'ярлыка', 'ярлыков'] as const;
