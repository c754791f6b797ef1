import type { SaidWbSizes } from '#contract/bulk-table-rows.ts';
import { characterCount, WB_SIZE_MAX_LENGTH } from '#contract/card-rules.ts';
import type { CardSize } from '#contract/cards.ts';
import {
  isNoSize,
  sizesCell,
  sizesIn,
  WB_SIZE_TOO_LONG,
  WB_SIZE_WITHOUT_SIZE,
  wbSizesBySize,
  wbSizesCell,
  wbSizesIn,
  wbSizesMismatchText,
} from '#server/cards/size-cells.ts';
import { normaliseLine } from '#server/text/text-rules.ts';
import { refused, type Refused } from './refused.ts';
import { placesByName, placesInOrder } from './size-places.ts';

/** Gives sizes the «Рос. размер» that a file says. What it says as the card has it is nothing said, and so is an empty one. */
export function changeWbSizes(
  sizes: readonly CardSize[],
  { techSizes: names = [], values }: SaidWbSizes,
): CardSize[] | Refused {
  const next = [...sizes];
  const isNamed = names.length > 0 && !isSame(names, sizesIn(sizesCell(sizes)));
  if (!isNamed && isSame(values, wbSizesIn(wbSizesCell(sizes), names.length))) return next;
  const places = isNamed ? placesByName(sizes, names) : placesInOrder(sizes);
  if ('refusal' in places) return places;
  const bySize = wbSizesBySize(values, places.length);
  if (bySize === null) return refusedAs(wbSizesMismatchText(places.length, values));
  for (const [nth, { at, techSize }] of places.entries()) {
    const wbSize = normaliseLine(bySize[nth] ?? '');
    const size = next[at];
    if (wbSize === '' || wbSize === normaliseLine(size?.wbSize ?? '')) continue;
    if (isNoSize(techSize)) return refusedAs(WB_SIZE_WITHOUT_SIZE);
    if (!size) return refusedAs(`У карточки нет размера ${techSize}`);
    if (characterCount(wbSize) > WB_SIZE_MAX_LENGTH) return refusedAs(WB_SIZE_TOO_LONG);
    next[at] = { ...size, wbSize };
  }
  return next;
}

function refusedAs(text: string): Refused {
  return refused(text, 'Поправьте «Рос. размер» в таблице', 'sizes');
}

function isSame(said: readonly string[], printed: readonly string[]): boolean {
  return JSON.stringify(said) === JSON.stringify(printed);
}
