import type { SeenFacts } from '#contract/bulk-edits.ts';
import { roubles } from '#server/text/roubles.ts';
import { refused, type Refused } from './refused.ts';

interface Facts {
  priceKopecks: number;
  discount: number;
  clubDiscount: number;
  costPriceKopecks: number | null;
  title: string;
  description: string;
}

const percent = (value: number) => `${value} %`;

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
  ].filter((one) => one !== null);
  return differences.length === 0
    ? { refusal: null }
    : refused(
        `Изменилась с тех пор, как вы на неё смотрели: ${differences.join(', ')}`,
        'Откройте таблицу снова: в ней будут нынешние значения',
      );
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
