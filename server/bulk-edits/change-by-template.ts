import type { TemplateChange } from '#contract/bulk-rules.ts';
import { fieldOfPlaceholder, fillTemplate } from '#contract/text-templates.ts';
import type { CardChange, CardFacts } from './card-change.ts';
import { refused, refusedForSubject } from './refused.ts';
import { writeText } from './written-text.ts';

/** Written is what was seen, whatever becomes meanwhile of the values that it was made of. */
export function changeByTemplate(card: CardFacts, { field, template }: TemplateChange): CardChange {
  const before = { [field]: card[field] };
  const filled = fillTemplate(template, card, card.definitions);
  if ('unknown' in filled) {
    return { before, after: {}, ...refusedForSubject(card, filled.unknown) };
  }
  if ('empty' in filled) {
    const field = fieldOfPlaceholder(filled.empty, card.definitions);
    return {
      before,
      after: {},
      ...refused(`В карточке не указано: ${filled.empty}`, 'Заполните это в карточке', field),
    };
  }
  return writeText(card, field, filled.text);
}
