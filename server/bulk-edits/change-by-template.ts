import type { TemplateChange } from '#contract/bulk-rules.ts';
import { fillTemplate } from '#contract/text-templates.ts';
import type { CardChange, CardFacts } from './card-change.ts';
import { writeText } from './written-text.ts';

/** Written is what was seen, whatever becomes meanwhile of the values that it was made of. */
export function changeByTemplate(card: CardFacts, { field, template }: TemplateChange): CardChange {
  const before = { [field]: card[field] };
  const refused = (refusal: string): CardChange => ({ before, after: {}, refusal });
  const filled = fillTemplate(template, card, card.definitions);
  if ('unknown' in filled) {
    return refused(
      card.definitions.length === 0
        ? `Характеристики предмета «${card.subjectName}» ещё не прочитаны`
        : `У предмета «${card.subjectName}» нет характеристики «${filled.unknown}»`,
    );
  }
  if ('empty' in filled) return refused(`В карточке не указано: ${filled.empty}`);
  return writeText(card, field, filled.text);
}
