import type { copyCardsEndpoint, listCopiesOfManyEndpoint } from '#contract/card-copies.ts';
import type { EndpointBody, EndpointResponse } from '#contract/endpoint.ts';
import {
  barcodesOf,
  changedColours,
  colourText,
  columnsOf,
  isOfSize,
  namesOf,
  type CopyCells,
  type CopyColumn,
} from './copy-cells.ts';

/** A chosen card, and what its copy is called when nobody says otherwise. */
export type CopySource = EndpointResponse<typeof listCopiesOfManyEndpoint>[number];
type CopyOfCard = EndpointBody<typeof copyCardsEndpoint>['rows'][number];

const COLOUR_LABEL = 'Цвет';

/** The columns of copies of several cards, and what of them a row has. */
export interface ManyColumns {
  columns: readonly CopyColumn[];
  columnsOfRow: (row: number) => readonly CopyColumn[];
  /** The cells of the row's barcodes, in the order of its card's sizes. */
  sizeKeysOfRow: (row: number) => readonly string[];
}

/** One column for each size that any of the cards has; a size that a card has twice has two. */
export function manyColumns(sources: readonly CopySource[]): ManyColumns {
  const names = sources.map(({ sizes = [] }) => numbered(sizes.map(({ techSize }) => techSize)));
  const places = new Map([...new Set(names.flat())].map((name, place) => [name, place]));
  const sizes = [...places.keys()].map((name) => ({ techSize: name.slice(name.indexOf(' ') + 1) }));
  const isColoured = sources.some(({ colour }) => colour);
  const columns = columnsOf(sizes, isColoured ? COLOUR_LABEL : undefined);
  const sizeKeysOfRow = (row: number) => (names[row] ?? []).map((name) => `size-${places.get(name)}`);
  const columnsOfRow = (row: number) =>
    columns.filter((column) => {
      if (isOfSize(column)) return sizeKeysOfRow(row).includes(column.key);
      return column.key !== 'colour' || Boolean(sources[row]?.colour);
    });
  return { columns, columnsOfRow, sizeKeysOfRow };
}

/** Each with how many of its kind stand before it: «0 S», «0 M», «1 S». */
function numbered(techSizes: readonly string[]): string[] {
  return techSizes.map(
    (techSize, place) =>
      `${techSizes.slice(0, place).filter((other) => other === techSize).length} ${techSize}`,
  );
}

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
