import type { LabelDrawing } from '#contract/labels.ts';
import { labelFont, textWidthMm } from './font.ts';
import { cutLines, wrapFacts, wrapText } from './wrap-text.ts';

export interface Box {
  leftMm: number;
  topMm: number;
  widthMm: number;
  heightMm: number;
}

export interface LabelText {
  /** Empty: it is not shown. */
  shop: string;
  title: string;
  facts: readonly string[];
}

type Line = LabelDrawing['lines'][number];

/** From 10 to 5 points: smaller is not read by a person in a warehouse. */
const SIZES_MM = [3.5, 3.2, 2.9, 2.6, 2.35, 2.1, 1.9, 1.76];
const SMALLEST_MM = 1.76;
const MOST_TITLE_LINES = 3;
const ASCENT = labelFont.ascent / labelFont.unitsPerEm;
export const LINE_HEIGHT = (labelFont.ascent - labelFont.descent) / labelFont.unitsPerEm;

/** The texts in the largest letters in which all of them are there whole; in the smallest, what there is room for. */
export function drawText(text: LabelText, box: Box): Line[] {
  const sizeMm = SIZES_MM.find((size) => isWhole(text, box, size)) ?? SMALLEST_MM;
  const lines = setLines(text, box, sizeMm);
  return lines.map((line, index) =>
    lineAt(line, { leftMm: box.leftMm, topMm: box.topMm + index * LINE_HEIGHT * sizeMm, sizeMm }),
  );
}

export function lineAt(
  text: string,
  { leftMm, topMm, sizeMm }: { leftMm: number; topMm: number; sizeMm: number },
): Line {
  return {
    text,
    leftMm,
    baselineMm: topMm + ASCENT * sizeMm,
    sizeMm,
    widthMm: textWidthMm(text, sizeMm),
  };
}

export function heightOf(lines: readonly Line[]): number {
  return lines.length * LINE_HEIGHT * (lines[0]?.sizeMm ?? 0);
}

function isWhole(text: LabelText, { widthMm, heightMm }: Box, sizeMm: number): boolean {
  const measure = { sizeMm, widthMm };
  const titleLines = wrapText(text.title, measure).length;
  const others = wrapText(text.shop, measure).length + wrapFacts(text.facts, measure).length;
  return titleLines <= MOST_TITLE_LINES && titleLines + others <= roomFor(heightMm, sizeMm);
}

/** What tells two labels apart stands: a long name gives way to it. */
function setLines(text: LabelText, { widthMm, heightMm }: Box, sizeMm: number): string[] {
  const measure = { sizeMm, widthMm };
  const room = roomFor(heightMm, sizeMm);
  const facts = wrapFacts(text.facts, measure);
  const title = wrapText(text.title, measure);
  const shop = wrapText(text.shop, measure);
  const keptFacts = cutLines(facts, room - Math.min(title.length, 1), measure);
  const keptTitle = cutLines(title, Math.min(room - keptFacts.length, MOST_TITLE_LINES), measure);
  const keptShop = cutLines(shop, room - keptFacts.length - keptTitle.length, measure);
  return [...keptShop, ...keptTitle, ...keptFacts];
}

function roomFor(heightMm: number, sizeMm: number): number {
  return Math.max(Math.floor(heightMm / (LINE_HEIGHT * sizeMm) + 1e-9), 0);
}
