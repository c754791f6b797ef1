import {
  DESCRIPTION_ENOUGH,
  filledPercent,
  PHOTOS_ENOUGH,
  type FilledPart,
  type FilledParts,
} from '#contract/card-completeness.ts';
import { characterCount } from '#contract/card-rules.ts';
import type { CardContent } from '#contract/cards.ts';
import type { SubjectCharacteristic } from '#contract/subjects.ts';
import { countOf } from '#lib/plurals.ts';

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

type PartName = keyof FilledParts;

/** `definitions`: the characteristics of the card's subject. */
export function completenessOf(
  content: CardContent,
  definitions: readonly SubjectCharacteristic[],
): Completeness {
  const isFilled = ({ id }: SubjectCharacteristic) =>
    content.characteristics.some((one) => one.id === id && one.values.some((value) => value.trim() !== ''));
  const required = definitions.filter((one) => one.isRequired);
  const others = definitions.filter((one) => !one.isRequired);
  const empty = {
    required: required.filter((one) => !isFilled(one)),
    others: others.filter((one) => !isFilled(one)),
  };
  const parts: FilledParts = {
    ...ownParts(content),
    requiredCharacteristics: { count: required.length - empty.required.length, enough: required.length },
    otherCharacteristics: { count: others.length - empty.others.length, enough: others.length },
  };
  const gapsOf = (name: PartName): Gap[] => {
    if (parts[name].count >= parts[name].enough) return [];
    if (name === 'requiredCharacteristics') return empty.required.map(requiredGap);
    if (name === 'otherCharacteristics') return [otherGap(empty.others)];
    return [{ field: name, text: gapText(name, parts[name]), isRequired: REQUIRED.includes(name) }];
  };
  return { percent: filledPercent(parts), gaps: BY_IMPORTANCE.flatMap(gapsOf) };
}

type OwnName = Exclude<PartName, `${string}Characteristics`>;

/** Without them the marketplace takes no card. */
const REQUIRED: readonly PartName[] = ['title', 'vendorCode', 'subjectId', 'requiredCharacteristics'];

/** The required first, then the weightiest; of several required characteristics each weighs a part. */
const BY_IMPORTANCE: readonly PartName[] = [
  'title',
  'vendorCode',
  'subjectId',
  'requiredCharacteristics',
  'photos',
  'description',
  'otherCharacteristics',
  'dimensions',
  'brand',
];

function ownParts({
  vendorCode,
  title,
  subjectId,
  photos,
  description,
  dimensions,
  brand,
}: CardContent): Record<OwnName, FilledPart> {
  const sides = [dimensions.lengthCm, dimensions.widthCm, dimensions.heightCm, dimensions.weightKg];
  return {
    title: oneOf(title.trim() !== ''),
    vendorCode: oneOf(vendorCode.trim() !== ''),
    subjectId: oneOf(subjectId !== 0),
    photos: { count: photos.length, enough: PHOTOS_ENOUGH },
    description: { count: characterCount(description.trim()), enough: DESCRIPTION_ENOUGH },
    dimensions: { count: sides.filter((side) => side > 0).length, enough: sides.length },
    brand: oneOf(brand.trim() !== ''),
  };
}

function gapText(name: OwnName, { count }: FilledPart): string {
  const texts: Record<OwnName, string> = {
    title: 'Нет наименования',
    vendorCode: 'Нет артикула продавца',
    subjectId: 'Не выбран предмет',
    photos: count === 0 ? 'Нет фото' : `Мало фото: лучше не меньше ${PHOTOS_ENOUGH}`,
    description: count === 0 ? 'Нет описания' : `Описание короче ${DESCRIPTION_ENOUGH} символов`,
    dimensions: 'Не указаны габариты или вес',
    brand: 'Не указан бренд',
  };
  return texts[name];
}

function requiredGap({ id, name }: SubjectCharacteristic): Gap {
  return { field: `characteristics.${id}`, text: `Не заполнено: ${name}`, isRequired: true };
}

function otherGap(empty: readonly SubjectCharacteristic[]): Gap {
  const many = countOf(empty.length, ['характеристику', 'характеристики', 'характеристик']);
  return {
    field: `characteristics.${empty[0]?.id ?? 0}`,
    text: `Можно заполнить ещё ${many}`,
    isRequired: false,
  };
}

function oneOf(isThere: boolean): FilledPart {
  return { count: Number(isThere), enough: 1 };
}
