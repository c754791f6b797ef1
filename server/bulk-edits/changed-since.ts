import type { SeenFacts } from '#contract/bulk-edits.ts';
import type { DimensionField } from '#contract/bulk-rules.ts';
import { roubles } from '#server/text/roubles.ts';
import { areSameValues } from './changed-values.ts';
import { refused, type Refused } from './refused.ts';

interface Facts extends Record<DimensionField, number> {
  priceKopecks: number;
  discount: number;
  clubDiscount: number;
  costPriceKopecks: number | null;
  title: string;
  description: string;
  brand: string;
  tags: readonly string[];
}

const percent = (value: number) => `${value} %`;
/** Of a package, zero is «not known». */
const measured = (unit: string) => (value: number) =>
  value === 0 ? 'не указано' : `${String(value).replace('.', ',')} ${unit}`;
const centimetres = measured('см');

/** How a card differs from what the person has seen, in a sentence. */
export function changedSince(card: Facts, seen: SeenFacts = {}): Refused | { refusal: null } {
  const differences = [
    difference('цена', seen.priceKopecks, card.priceKopecks, roubles),
    difference('скидка', seen.discount, card.discount, percent),
    difference('скидка WB Клуба', seen.clubDiscount, card.clubDiscount, percent),
    difference('себестоимость', seen.costPriceKopecks, card.costPriceKopecks, roubles),
    difference('название', seen.title, card.title, (title) => `«${title}»`),
    // Too long to be said.
    seen.description === undefined || seen.description === card.description ? null : 'описание',
    difference('бренд', seen.brand, card.brand, (brand) => (brand === '' ? 'не указан' : `«${brand}»`)),
    difference('длина', seen.lengthCm, card.lengthCm, centimetres),
    difference('ширина', seen.widthCm, card.widthCm, centimetres),
    difference('высота', seen.heightCm, card.heightCm, centimetres),
    difference('вес', seen.weightKg, card.weightKg, measured('кг')),
    seen.tags === undefined || areSameValues(seen.tags, card.tags)
      ? null
      : `ярлыки ${tagsText(seen.tags)} → ${tagsText(card.tags)}`,
  ].filter((one) => one !== null);
  return differences.length === 0
    ? { refusal: null }
    : refused(
        `Изменилась с тех пор, как вы на неё смотрели: ${differences.join(', ')}`,
        'Откройте таблицу снова: в ней будут нынешние значения',
      );
}

function tagsText(tags: readonly string[]): string {
  return tags.length === 0 ? 'нет' : `«${tags.join(', ')}»`;
}

function difference<Value extends number | string>(
  name: string,
  was: Value | null | undefined,
  is: Value | null,
  format: (value: Value) => string,
): string | null {
  if (was === undefined || was === is) return null;
  const text = (value: Value | null) => (value === null ? 'не указана' : format(value));
  return `${name} ${text(was)} → ${text(is)}`;
}
