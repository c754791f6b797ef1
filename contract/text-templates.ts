import type { CharacteristicValue } from './cards.ts';
import type { SubjectCharacteristic } from './subjects.ts';

/**
 * A text with places for what a card says of itself: «Кружка {цвет}, {объем}». Both sides fill it in the same way, so that the
 * example on the screen is what will be written.
 */

/** What every card has; the other names are those of characteristics. */
export const cardPlaceholders = ['предмет', 'бренд', 'артикул', 'название', 'описание'] as const;

export interface TemplateCard {
  subjectName: string;
  brand: string;
  vendorCode: string;
  title: string;
  description: string;
  characteristics: readonly CharacteristicValue[];
}

export type NamedCharacteristic = Pick<SubjectCharacteristic, 'id' | 'name' | 'type' | 'unit'>;

const PLACEHOLDER = /\{([^{}]*)\}/g;

/** Of one pair of braces too few nobody can tell what was meant. */
export function hasLooseBrace(template: string): boolean {
  return /[{}]/.test(template.replace(PLACEHOLDER, ''));
}

/** Names in the template that are neither the card's own nor a characteristic's, each once, as they are written. */
export function unknownPlaceholders(
  template: string,
  characteristics: readonly NamedCharacteristic[],
): string[] {
  const unknown = namesIn(template).filter(
    (name) => !isOfCard(foldName(name)) && !findNamed(characteristics, name),
  );
  return [...new Set(unknown)];
}

/** Whether the template asks for the card's own field of this name. */
export function asksFor(template: string, placeholder: (typeof cardPlaceholders)[number]): boolean {
  return namesIn(template).some((name) => foldName(name) === placeholder);
}

export type FilledTemplate =
  | { text: string }
  /** A characteristic that the subject does not have. */
  | { unknown: string }
  /** One that the card says nothing of. */
  | { empty: string };

/** A name that begins with a capital begins its value with one: «{Цвет}» is «Белый», «{цвет}» is «белый». */
export function fillTemplate(
  template: string,
  card: TemplateCard,
  characteristics: readonly NamedCharacteristic[],
): FilledTemplate {
  const values = new Map<string, string>();
  for (const name of namesIn(template)) {
    const value = valueOf(name, card, characteristics);
    if (value === undefined) return { unknown: name };
    if (value === '') return { empty: name };
    values.set(name, /^\s*\p{Lu}/u.test(name) ? capitalised(value) : value);
  }
  return { text: template.replace(PLACEHOLDER, (_, name: string) => values.get(name) ?? '') };
}

const CARD_FIELDS: Record<(typeof cardPlaceholders)[number], string> = {
  предмет: 'subjectId',
  бренд: 'brand',
  артикул: 'vendorCode',
  название: 'title',
  описание: 'description',
};

/** Where in the card's editor the value of a name is written; null: nobody knows the name. */
export function fieldOfPlaceholder(
  name: string,
  characteristics: readonly NamedCharacteristic[],
): string | null {
  const folded = foldName(name);
  if (isOfCard(folded)) return CARD_FIELDS[folded];
  const named = findNamed(characteristics, name);
  return named ? `characteristics.${named.id}` : null;
}

function namesIn(template: string): string[] {
  return Array.from(template.matchAll(PLACEHOLDER), ([, name = '']) => name);
}

function valueOf(
  name: string,
  card: TemplateCard,
  characteristics: readonly NamedCharacteristic[],
): string | undefined {
  const folded = foldName(name);
  if (isOfCard(folded)) return ofCard(card)[folded].trim();
  const named = findNamed(characteristics, name);
  if (!named) return undefined;
  const said = card.characteristics
    .filter(({ id }) => id === named.id)
    .flatMap(({ values }) => values)
    .join(', ')
    .trim();
  return said !== '' && named.type === 'NUMBER' && named.unit !== ''
    ? `${decimalComma(said)} ${named.unit}`
    : said;
}

function isOfCard(folded: string): folded is (typeof cardPlaceholders)[number] {
  return cardPlaceholders.some((one) => one === folded);
}

function ofCard(card: TemplateCard): Record<(typeof cardPlaceholders)[number], string> {
  return {
    предмет: card.subjectName,
    бренд: card.brand,
    артикул: card.vendorCode,
    название: card.title,
    описание: card.description,
  };
}

function findNamed(
  characteristics: readonly NamedCharacteristic[],
  name: string,
): NamedCharacteristic | undefined {
  const folded = foldName(name);
  return characteristics.find((one) => foldName(one.name) === folded);
}

function foldName(name: string): string {
  return name.toLowerCase().replaceAll('ё', 'е').replace(/\s+/g, ' ').trim();
}

function capitalised(text: string): string {
  return text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}

/** Numbers are kept as «1.5», and read as «1,5». */
function decimalComma(number: string): string {
  return number.replace('.', ',');
}
