import { MAX_LABEL_COPIES, MAX_OWN_COUNTS, type LabelRow } from '#contract/labels.ts';
import { formatInteger } from '#lib/numbers.ts';
import { parseNumber } from '#lib/typed-numbers.ts';
import { parseBlock } from '#parts/block-text.ts';

/** How many labels a barcode gets in place of what is said of all. */
export type OwnCounts = ReadonlyMap<string, number>;

/** Why no labels can be made with these; null: they can. */
export function ownCountsProblem(own: OwnCounts): string | null {
  if (own.size > MAX_OWN_COUNTS) {
    return `Своё число — не больше чем у ${formatInteger(MAX_OWN_COUNTS)} баркодов`;
  }
  return [...own.values()].every(isCount) ? null : 'Своё число этикеток — от 0 до 1000';
}

export function isCount(copies: number): boolean {
  return Number.isInteger(copies) && copies >= 0 && copies <= MAX_LABEL_COPIES;
}

/** null: as many as the others. */
export function withOwnCount(own: OwnCounts, barcode: string, copies: number | null): OwnCounts {
  const next = new Map(own);
  if (copies === null) next.delete(barcode);
  else next.set(barcode, copies);
  return next;
}

export interface PastedCounts {
  counts: OwnCounts;
  /** Numbers that came below the last row that is shown. */
  cutCount: number;
  /** Cells that should be numbers of labels and are none. */
  wrongCount: number;
}

/**
 * A column goes down from the field that it was pasted into; of a wider block the first column names barcodes and the last says how
 * many, as in the marketplace's table of a supply. The names of the columns may stand above. null: a single cell, which the field
 * takes by itself.
 */
export function pastedCounts(text: string, rows: readonly LabelRow[], first: number): PastedCounts | null {
  const block = parseBlock(text).map((cells) => cells.map((cell) => cell.trim()));
  const isPairs = block.some((cells) => cells.length > 1);
  if (block.length < 2 && !isPairs) return null;
  const counts = new Map<string, number>();
  let [cutCount, wrongCount] = [0, 0];
  for (const [down, cells] of withoutHeading(block).entries()) {
    const said = cells.at(-1) ?? '';
    const barcode = isPairs ? cells[0] : rows[first + down]?.barcode;
    const copies = parseNumber(said);
    // A gap leaves what is there as it is.
    if (said === '' || barcode === '') continue;
    if (barcode === undefined) cutCount += 1;
    else if (copies !== null && isCount(copies)) counts.set(barcode, copies);
    else wrongCount += 1;
  }
  return { counts, cutCount, wrongCount };
}

function withoutHeading(block: readonly string[][]): readonly string[][] {
  const heading = block[0]?.at(-1) ?? '';
  return heading !== '' && parseNumber(heading) === null ? block.slice(1) : block;
}
