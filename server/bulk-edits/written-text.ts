import { characterCount, DESCRIPTION_MAX_LENGTH, TITLE_MAX_LENGTH } from '#contract/card-rules.ts';
import { forbiddenCharacters, normaliseLine, normaliseText } from '#server/text/text-rules.ts';
import { differing, type CardChange, type CardFacts } from './card-change.ts';
import { refused, type Refused } from './refused.ts';

/** A title or a description that a change comes to. */
type TextField = 'title' | 'description';

const MAX_LENGTH = { title: TITLE_MAX_LENGTH, description: DESCRIPTION_MAX_LENGTH };
const NAMES = { title: 'Наименование', description: 'Описание' };

/** As it is stored. */
export function normalisedText(field: TextField, text: string): string {
  return field === 'title' ? normaliseLine(text) : normaliseText(text);
}

/** The text in place of the card's. */
export function writeText(card: CardFacts, field: TextField, written: string): CardChange {
  const before = { [field]: card[field] };
  const text = normalisedText(field, written);
  const refusal = textRefusal(field, text);
  if (refusal !== null) return { before, after: {}, ...refusal };
  return { before, after: differing(before, { [field]: text }), refusal: null };
}

/** Why it cannot be written; null: it can. */
export function textRefusal(field: TextField, text: string): Refused | null {
  const no = (reason: string) =>
    refused(reason, 'Возьмите другой текст или поправьте эту карточку отдельно', field);
  const length = characterCount(text);
  if (length > MAX_LENGTH[field]) {
    return no(`${NAMES[field]} вышло бы в ${length} символов: можно ${MAX_LENGTH[field]}`);
  }
  if (field !== 'title') return null;
  if (text === '') return no('Наименование вышло бы пустым');
  const forbidden = forbiddenCharacters(text);
  return forbidden.length > 0
    ? no(`В наименовании вышли бы запрещённые символы: ${forbidden.join(' ')}`)
    : null;
}
