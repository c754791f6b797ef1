import type { LabelFormat } from '#contract/labels.ts';

export interface LabelSheet {
  label: { widthMm: number; heightMm: number };
  /** Blank at the label's edges: print is never exactly in its place, and no printer reaches the edge of a sheet. */
  padding: { xMm: number; yMm: number };
  page: { widthMm: number; heightMm: number; leftMm: number; topMm: number; columns: number; rows: number };
  /**
   * Widths of a barcode's narrowest bar, the better first. A label printer has 8 dots to a millimetre (203 dpi): a bar that
   * is not whole dots wide comes out now wider, now narrower, and is not read.
   */
  modulesMm: readonly number[];
}

const LABEL_PRINTER_MODULES_MM = [0.375, 0.25];
const PAPER_MODULES_MM = [0.33, 0.25];

export const labelSheets: Record<LabelFormat, LabelSheet> = {
  ROLL_58_40: roll(58, 40, 2),
  ROLL_58_30: roll(58, 30, 2),
  ROLL_43_25: roll(43, 25, 1.5),
  SHEET_24_70_37: a4({ widthMm: 70, heightMm: 37 }, { columns: 3, rows: 8 }, { xMm: 5, yMm: 4 }),
  SHEET_40_52_30: a4({ widthMm: 52.5, heightMm: 29.7 }, { columns: 4, rows: 10 }, { xMm: 5, yMm: 4 }),
  SHEET_65_38_21: a4({ widthMm: 38, heightMm: 21.2 }, { columns: 5, rows: 13 }, { xMm: 1.5, yMm: 1.5 }),
};

function roll(widthMm: number, heightMm: number, paddingMm: number): LabelSheet {
  const label = { widthMm, heightMm };
  return {
    label,
    padding: { xMm: paddingMm, yMm: paddingMm },
    page: { ...label, leftMm: 0, topMm: 0, columns: 1, rows: 1 },
    modulesMm: LABEL_PRINTER_MODULES_MM,
  };
}

function a4(
  label: LabelSheet['label'],
  grid: { columns: number; rows: number },
  padding: LabelSheet['padding'],
): LabelSheet {
  const [widthMm, heightMm] = [210, 297];
  const leftMm = (widthMm - grid.columns * label.widthMm) / 2;
  const topMm = (heightMm - grid.rows * label.heightMm) / 2;
  return { label, padding, page: { widthMm, heightMm, leftMm, topMm, ...grid }, modulesMm: PAPER_MODULES_MM };
}

export function labelsPerPage({ page }: LabelSheet): number {
  return page.columns * page.rows;
}

/** Where the label of a page stands, by its number from 0: row by row. */
export function placeOnPage({ page, label }: LabelSheet, index: number): { leftMm: number; topMm: number } {
  return {
    leftMm: page.leftMm + (index % page.columns) * label.widthMm,
    topMm: page.topMm + Math.floor(index / page.columns) * label.heightMm,
  };
}
