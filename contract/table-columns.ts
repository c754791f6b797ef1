/**
 * A cell of an exported table. A number stays a number and a day a day, so that a spreadsheet can reckon with them; what is not
 * known is empty, not nought.
 */
export type TableCell = string | number | null | { kopecks: number | null } | { day: string | null };

/** One column of an exported table. */
export interface Column<Row> {
  title: string;
  /** In characters. */
  width: number;
  value: (row: Row) => TableCell;
}
