/** A cell by its place: both numbers begin with 0. */
export interface Place {
  row: number;
  column: number;
}

/** Cells of a rectangle; its edges are of it. */
export interface Range {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

export interface Size {
  rows: number;
  columns: number;
}

export function rangeBetween(one: Place, other: Place): Range {
  return {
    top: Math.min(one.row, other.row),
    left: Math.min(one.column, other.column),
    bottom: Math.max(one.row, other.row),
    right: Math.max(one.column, other.column),
  };
}

export function sizeOf({ top, left, bottom, right }: Range): Size {
  return { rows: bottom - top + 1, columns: right - left + 1 };
}

/** The place so many cells further, at the edge where there are fewer. Endless steps lead to the edge. */
export function moved(place: Place, by: Size, { rows, columns }: Size): Place {
  return {
    row: Math.max(0, Math.min(place.row + by.rows, rows - 1)),
    column: Math.max(0, Math.min(place.column + by.columns, columns - 1)),
  };
}

/** The next cell as a text is read, row after row; null beyond the first and the last one. */
export function inTurn({ row, column }: Place, step: 1 | -1, { rows, columns }: Size): Place | null {
  const index = row * columns + column + step;
  if (index < 0 || index >= rows * columns) return null;
  return { row: Math.floor(index / columns), column: index % columns };
}
