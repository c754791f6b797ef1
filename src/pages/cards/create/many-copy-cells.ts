import type { CopyOfCard, CopySource } from '#api/card-copies.ts';
import {
  barcodesOf,
  changedColours,
  colourText,
  columnsOf,
  isOfSize,
  NAME_COLUMNS,
  namesOf,
  type CopyCells,
  type CopyColumn,
} from './copy-cells.ts';

const COLOUR_LABEL = 'Цвет';

/** The columns of copies of several cards, and what of them a row has. */
export interface ManyColumns {
  columns: readonly CopyColumn[];
  columnsOfRow: (row: number) => readonly CopyColumn[];
  /** The cells of the row's barcodes, in the order of its card's sizes. */
  sizeKeysOfRow: (row: number) => readonly string[];
}

/**
 * One column for each size that any of the cards has; a size that a card has twice has two. What has no sizes stands first: behind
 * those of clothes it would be out of sight.
 */
export function manyColumns(sources: readonly CopySource[]): ManyColumns {
  const names = sources.map(({ sizes = [] }) => numbered(sizes.map(({ techSize }) => techSize)));
  const unlike = [...new Set(names.flat())];
  const ordered = unlike.toSorted((a, b) => Number(isSized(a)) - Number(isSized(b)));
  const places = new Map(ordered.map((name, place) => [name, place]));
  const sizes = [...places.keys()].map((name) => ({ techSize: techSizeOf(name) }));
  const isColoured = sources.some(({ colour }) => colour);
  const columns = columnsOf(sizes, isColoured ? COLOUR_LABEL : undefined);
  // Most cards of a choice have the same sizes: they share what is made of them.
  const shared = new Map<string, OwnColumns>();
  const own = sources.map(({ colour }, row) => {
    const sizeKeys = (names[row] ?? []).map((name) => `size-${places.get(name)}`);
    const shape = `${Boolean(colour)} ${sizeKeys.join(' ')}`;
    const known = shared.get(shape) ?? { sizeKeys, columns: ownColumns(columns, sizeKeys, Boolean(colour)) };
    shared.set(shape, known);
    return known;
  });
  return {
    columns,
    columnsOfRow: (row) => own[row]?.columns ?? NAME_COLUMNS,
    sizeKeysOfRow: (row) => own[row]?.sizeKeys ?? [],
  };
}

interface OwnColumns {
  sizeKeys: readonly string[];
  columns: readonly CopyColumn[];
}

function ownColumns(columns: readonly CopyColumn[], sizeKeys: readonly string[], isColoured: boolean) {
  return columns.filter((column) => {
    if (isOfSize(column)) return sizeKeys.includes(column.key);
    return column.key !== 'colour' || isColoured;
  });
}

/** Each with how many of its kind stand before it: «0 S», «0 M», «1 S». */
function numbered(techSizes: readonly string[]): string[] {
  return techSizes.map(
    (techSize, place) =>
      `${techSizes.slice(0, place).filter((other) => other === techSize).length} ${techSize}`,
  );
}

const techSizeOf = (name: string) => name.slice(name.indexOf(' ') + 1);
const isSized = (name: string) => techSizeOf(name) !== '';

export function manyInitialCells({ vendorCode, title, colour }: CopySource): CopyCells {
  return { vendorCode, title, ...(colour && { colour: colourText(colour.values) }) };
}

/** The copy as it is asked for. Colours and barcodes are sent only where they are not as the server would have them. */
export function toCopyOfCard(
  { cardId, colour, sizes = [] }: CopySource,
  sizeKeys: readonly string[],
  cells: CopyCells,
): CopyOfCard {
  const copy: CopyOfCard = { cardId, ...namesOf(cells) };
  const colours = colour && changedColours(cells['colour'], colour.values);
  if (colours) copy.colours = colours;
  const written = sizes.map(({ techSize }, place) => ({
    techSize,
    skus: barcodesOf(cells[sizeKeys[place] ?? '']),
  }));
  if (written.some(({ skus }) => skus.length > 0)) copy.sizes = written;
  return copy;
}
