import type { CardContent } from '#contract/cards.ts';
import type { SubjectCharacteristic } from '#contract/subjects.ts';
import { countOf } from '#lib/plurals.ts';

/**
 * How much of a card is filled, by our own measure: the marketplace has none. What it demands weighs most; the rest is what
 * buyers look at and what logistics is reckoned by. Every weight and every «enough» stands here and nowhere else.
 */
const WEIGHTS = {
  vendorCode: 5,
  title: 15,
  subjectId: 5,
  requiredCharacteristics: 25,
  photos: 20,
  description: 10,
  dimensions: 8,
  brand: 2,
  otherCharacteristics: 10,
};
export const PHOTOS_ENOUGH = 3;
export const DESCRIPTION_ENOUGH = 300;

/** Something that is missing. */
export interface Gap {
  /** Where it is filled, as `data-field`. */
  field: string;
  text: string;
  /** Without it the marketplace takes no card. */
  isRequired: boolean;
}

export interface Completeness {
  /** Whole, and 100 exactly when there is no gap. */
  percent: number;
  /** The required first, then the weightiest. */
  gaps: Gap[];
}

interface Part {
  weight: number;
  /** How much of it is there, from 0 to 1. */
  share: number;
  gap: Gap;
}

/** `definitions`: the characteristics of the card's subject. */
export function completenessOf(
  content: CardContent,
  definitions: readonly SubjectCharacteristic[],
): Completeness {
  const parts = [...ownParts(content), ...characteristicParts(content, definitions)];
  const missing = parts.filter(({ share }) => share < 1);
  const total = sumOf(parts, ({ weight }) => weight);
  const filled = sumOf(parts, ({ weight, share }) => weight * share);
  return {
    percent: missing.length === 0 ? 100 : Math.min(99, Math.floor((filled / total) * 100)),
    gaps: missing.toSorted(byImportance).map(({ gap }) => gap),
  };
}

function byImportance(one: Part, other: Part): number {
  return Number(other.gap.isRequired) - Number(one.gap.isRequired) || other.weight - one.weight;
}

function ownParts({
  vendorCode,
  title,
  subjectId,
  photos,
  description,
  dimensions,
  brand,
}: CardContent): Part[] {
  const sides = [dimensions.lengthCm, dimensions.widthCm, dimensions.heightCm, dimensions.weightKg];
  const descriptionLength = description.trim().length;
  return [
    part('title', isWritten(title), 'Нет наименования', true),
    part('vendorCode', isWritten(vendorCode), 'Нет артикула продавца', true),
    part('subjectId', Number(subjectId !== 0), 'Не выбран предмет', true),
    part(
      'photos',
      share(photos.length, PHOTOS_ENOUGH),
      photos.length === 0 ? 'Нет фото' : `Мало фото: лучше не меньше ${PHOTOS_ENOUGH}`,
    ),
    part(
      'description',
      share(descriptionLength, DESCRIPTION_ENOUGH),
      descriptionLength === 0 ? 'Нет описания' : `Описание короче ${DESCRIPTION_ENOUGH} символов`,
    ),
    part('dimensions', share(sides.filter((side) => side > 0).length, 4), 'Не указаны габариты или вес'),
    part('brand', isWritten(brand), 'Не указан бренд'),
  ];
}

function characteristicParts(
  { characteristics }: CardContent,
  definitions: readonly SubjectCharacteristic[],
): Part[] {
  const isFilled = ({ id }: SubjectCharacteristic) =>
    characteristics.some((one) => one.id === id && one.values.some((value) => value.trim() !== ''));
  const required = definitions.filter((one) => one.isRequired);
  const others = definitions.filter((one) => !one.isRequired);
  const empty = others.filter((one) => !isFilled(one));
  const parts = required.map((one) => ({
    weight: WEIGHTS.requiredCharacteristics / required.length,
    share: Number(isFilled(one)),
    gap: { field: `characteristics.${one.id}`, text: `Не заполнено: ${one.name}`, isRequired: true },
  }));
  if (others.length === 0) return parts;
  const rest = {
    weight: WEIGHTS.otherCharacteristics,
    share: share(others.length - empty.length, others.length),
    gap: {
      field: `characteristics.${empty[0]?.id ?? 0}`,
      text: `Можно заполнить ещё ${countOf(empty.length, ['характеристику', 'характеристики', 'характеристик'])}`,
      isRequired: false,
    },
  };
  return [...parts, rest];
}

function part(
  field: Exclude<keyof typeof WEIGHTS, `${string}Characteristics`>,
  filled: number,
  text: string,
  isRequired = false,
): Part {
  return { weight: WEIGHTS[field], share: filled, gap: { field, text, isRequired } };
}

function share(count: number, enough: number): number {
  return Math.min(1, count / enough);
}

function isWritten(text: string): number {
  return Number(text.trim() !== '');
}

function sumOf<T>(items: readonly T[], valueOf: (item: T) => number): number {
  return items.reduce((sum, item) => sum + valueOf(item), 0);
}
