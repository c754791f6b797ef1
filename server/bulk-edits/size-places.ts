import type { CardSize } from '#contract/cards.ts';
import { repeated } from '#server/cards/barcode-rules.ts';
import { normaliseLine } from '#server/text/text-rules.ts';
import { refused, type Refused } from './refused.ts';

/** A size that a file says something of. */
export interface SizePlace {
  /** Among the card's sizes; -1: it has none of the name. */
  at: number;
  techSize: string;
}

/** A card without sizes has one without a name. */
export function placesInOrder(sizes: readonly CardSize[]): SizePlace[] {
  if (sizes.length === 0) return [{ at: -1, techSize: '' }];
  return sizes.map(({ techSize }, at) => ({ at, techSize }));
}

export function placesByName(sizes: readonly CardSize[], names: readonly string[]): SizePlace[] | Refused {
  const [twice] = repeated(names.map(plainSize));
  if (twice !== undefined) {
    return refused(`Размер ${twice} указан дважды`, 'Оставьте в таблице один', 'sizes');
  }
  const known = sizes.map(({ techSize }) => plainSize(techSize));
  // Beside a size without a name the marketplace knows no others.
  if (known.includes('') || repeated(known).length > 0) {
    return refused(
      'У карточки размер без названия или два с одним названием: такие размеры меняют в самой карточке',
      'Поправьте размеры в карточке',
      'sizes',
    );
  }
  return names.map((techSize) => ({ at: known.indexOf(plainSize(techSize)), techSize }));
}

function plainSize(techSize: string): string {
  return normaliseLine(techSize).toLowerCase();
}
