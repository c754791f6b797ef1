import type { SaidSizes, SaidWbSizes } from '#contract/bulk-table-rows.ts';
import { cardContentShape, type CardSize } from '#contract/cards.ts';
import {
  oddBarcodes,
  oddBarcodeText,
  repeatedBarcode,
  repeatedBarcodeText,
} from '#server/cards/barcode-rules.ts';
import {
  barcodesBySize,
  barcodesCell,
  barcodesIn,
  barcodesMismatchText,
  sizesCell,
  sizesIn,
} from '#server/cards/size-cells.ts';
import { normaliseLine } from '#server/text/text-rules.ts';
import type { CardChange, CardFacts } from './card-change.ts';
import { changeWbSizes } from './change-wb-sizes.ts';
import { refused, type Refused } from './refused.ts';
import { placesByName, placesInOrder, type SizePlace } from './size-places.ts';

type Sizes = Pick<CardFacts, 'sizes' | 'barcodesThere'>;

/**
 * Adds the sizes and barcodes that a file names and the card has not. A barcode in the place of another replaces it, unless the
 * marketplace has that one: there it can only be added to. What the file does not name stays, and so does «Рос. размер» of a size
 * that it says nothing of.
 */
export function changeSizes(card: Sizes, said: SaidSizes = {}, saidWbSizes?: SaidWbSizes): CardChange {
  const before = { sizes: [...card.sizes] };
  const sizes = nextSizes(card, said);
  const next = 'refusal' in sizes || saidWbSizes === undefined ? sizes : changeWbSizes(sizes, saidWbSizes);
  if ('refusal' in next) return { before, after: {}, ...next };
  const isSame = JSON.stringify(next) === JSON.stringify(card.sizes);
  return { before, after: isSame ? {} : { sizes: next }, refusal: null };
}

function nextSizes(card: Sizes, said: SaidSizes): CardSize[] | Refused {
  const placed = placedOf(card.sizes, said);
  if ('refusal' in placed) return placed;
  const next = [...card.sizes];
  for (const { at, techSize, barcodes } of placed) {
    const size = next[at];
    if (!size) next.push({ techSize: normaliseLine(techSize), wbSize: '', skus: barcodes });
    else {
      const skus = nextBarcodes(size, barcodes, card.barcodesThere);
      if ('refusal' in skus) return skus;
      next[at] = { ...size, skus };
    }
  }
  return refusalOf(next, card) ?? next;
}

interface Placed extends SizePlace {
  barcodes: string[];
}

/** The sizes that something is said of, each with its barcodes. What the cells say as the card has it is nothing said. */
function placedOf(sizes: readonly CardSize[], said: SaidSizes): Placed[] | Refused {
  const { techSizes: names = [] } = said;
  const isNamed = names.length > 0 && !isSame(names, sizesIn(sizesCell(sizes)));
  const groups = isSame(said.barcodes, barcodesIn(barcodesCell(sizes))) ? undefined : said.barcodes;
  if (!isNamed && groups === undefined) return [];
  const places = isNamed ? placesByName(sizes, names) : placesInOrder(sizes);
  if ('refusal' in places) return places;
  const silent = places.map((place) => ({ ...place, barcodes: [] }));
  if (groups === undefined) return silent;
  const bySize = barcodesBySize(groups, places.length);
  if (bySize !== null) return places.map((place, at) => ({ ...place, barcodes: bySize[at] ?? [] }));
  const all = sizes.flatMap(({ skus }) => skus);
  // Some of its barcodes, as a table that knows no sizes has them.
  if (groups.flat().every((barcode) => all.includes(barcode))) return silent;
  return refused(
    barcodesMismatchText(places.length, groups),
    'Впишите по баркоду на каждый размер или разделите размеры точкой с запятой',
    'sizes',
  );
}

function nextBarcodes(
  { techSize, skus }: CardSize,
  said: readonly string[],
  there: ReadonlySet<string>,
): string[] | Refused {
  const added = said.filter((barcode) => !skus.includes(barcode));
  if (added.length === 0) return skus;
  const gone = skus.filter((barcode) => !said.includes(barcode));
  const kept = gone.find((barcode) => there.has(barcode));
  if (kept !== undefined) {
    const ofSize = techSize === '' ? '' : ` размера ${techSize}`;
    return refused(
      `Баркод ${kept}${ofSize} уже на Wildberries: там баркоды не меняют, а добавляют. Впишите вместе: ${[...skus, ...added].join(', ')}`,
      'Впишите прежний баркод и новый вместе',
      'sizes',
    );
  }
  return gone.length === 0 ? [...skus, ...added] : [...said];
}

function refusalOf(next: readonly CardSize[], { sizes, barcodesThere }: Sizes): Refused | null {
  const barcodes = next.flatMap(({ skus }) => skus);
  const before = sizes.flatMap(({ skus }) => skus);
  const twice = repeatedBarcode(barcodes, before);
  const odd = oddBarcodes(barcodes, before).find((barcode) => !barcodesThere.has(barcode));
  const advice = 'Поправьте баркоды в таблице';
  if (twice !== undefined) return refused(repeatedBarcodeText(twice), advice, 'sizes');
  if (odd !== undefined) return refused(oddBarcodeText(odd), advice, 'sizes');
  if (cardContentShape.sizes.safeParse(next).success) return null;
  return refused(TOO_MANY_SIZES, 'Уберите лишнее из таблицы', 'sizes');
}

export const TOO_MANY_SIZES =
  'Не больше 100 размеров, у размера — не больше 50 баркодов, и каждый не длиннее 50 знаков';

function isSame(said: unknown, printed: unknown): boolean {
  return JSON.stringify(said) === JSON.stringify(printed);
}
