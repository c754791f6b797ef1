import type { SeenFacts } from '#contract/bulk-table-rows.ts';
import { valuesOf } from '#server/cards/characteristic-values.ts';
import { roubles } from '#server/text/roubles.ts';
import type { CardFacts } from './card-change.ts';
import { areSameValues } from './changed-values.ts';
import { refused, type Refused } from './refused.ts';

const percent = (value: number) => `${value} %`;
/** Of a package, zero is «not known». */
const measured = (unit: string) => (value: number) =>
  value === 0 ? 'не указано' : `${String(value).replace('.', ',')} ${unit}`;
const centimetres = measured('см');

/** How a card differs from what the person has seen, in a sentence. */
export function changedSince(card: CardFacts, seen: SeenFacts = {}): Refused | { refusal: null } {
  const differences = [
    difference('цена', seen.priceKopecks, card.priceKopecks, roubles),
    difference('скидка', seen.discount, card.discount, percent),
    difference('скидка WB Клуба', seen.clubDiscount, card.clubDiscount, percent),
    difference('себестоимость', seen.costPriceKopecks, card.costPriceKopecks, roubles),
    difference('наименование', seen.title, card.title, (title) => `«${title}»`),
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
    ...(seen.ownPrices ?? []).map((own) => ownPriceDifference(card, own)),
    ...(seen.ownDiscounts ?? []).map((own) => ownDiscountDifference(card, own)),
    ...(seen.characteristics ?? []).map((one) => characteristicDifference(card, one)),
  ].filter((one) => one !== null);
  return differences.length === 0
    ? { refusal: null }
    : refused(
        `Изменилась с тех пор, как вы на неё смотрели: ${differences.join(', ')}`,
        'Откройте таблицу снова: в ней будут нынешние значения',
      );
}

type Seen<Field extends 'ownPrices' | 'ownDiscounts' | 'characteristics'> = NonNullable<
  SeenFacts[Field]
>[number];

function ownPriceDifference({ inShops, shopNames }: CardFacts, own: Seen<'ownPrices'>): string | null {
  const { shopId, priceKopecks: was } = own;
  const is = inShops.find((shop) => shop.shop_id === shopId)?.own_price_kopecks ?? null;
  const text = (kopecks: number | null) => (kopecks === null ? 'нет' : roubles(kopecks));
  return was === is ? null : `своя цена «${shopNames.get(shopId) ?? shopId}» ${text(was)} → ${text(is)}`;
}

function ownDiscountDifference({ inShops, shopNames }: CardFacts, own: Seen<'ownDiscounts'>): string | null {
  const { shopId, discount: was } = own;
  const is = inShops.find((shop) => shop.shop_id === shopId)?.own_discount ?? null;
  const text = (discount: number | null) => (discount === null ? 'нет' : percent(discount));
  return was === is ? null : `своя скидка «${shopNames.get(shopId) ?? shopId}» ${text(was)} → ${text(is)}`;
}

function characteristicDifference(
  { characteristics, definitions }: CardFacts,
  { id, values: was }: Seen<'characteristics'>,
): string | null {
  const is = valuesOf(characteristics, id);
  if (areSameValues(was, is)) return null;
  const name = definitions.find((one) => one.id === id)?.name ?? 'характеристика';
  const text = (values: readonly string[]) => (values.length === 0 ? 'не указано' : values.join('; '));
  return `${name}: ${text(was)} → ${text(is)}`;
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
