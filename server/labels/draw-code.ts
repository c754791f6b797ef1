import type { LabelDrawing } from '#contract/labels.ts';
import { linearCode, squareCode, withQuiet, type LinearCode, type SquareCode } from './codes.ts';
import { type Box, LINE_HEIGHT, lineAt } from './draw-text.ts';
import { textWidthMm } from './font.ts';

type Drawn = Pick<LabelDrawing, 'bars' | 'lines'>;
type Bar = LabelDrawing['bars'][number];

/** The bars that begin, halve and end an EAN-13 are longer: they hang down between its digits. */
const EAN_GUARDS: readonly (readonly [number, number])[] = [
  [0, 3],
  [45, 50],
  [92, 95],
];
const LARGEST_DIGITS_MM = 2.9;
const SMALLEST_DIGITS_MM = 1.9;
const DIGITS_PART = 0.22;
/** Squares of a QR code are whole dots of a label printer. */
const DOT_MM = 0.125;

/**
 * Bars as high as the box, with what they say below, in the middle. The blank that they need is theirs in the label's whole
 * width: `roomMm`; the box is narrower by the label's padding.
 */
export function drawLinear(
  kind: LinearCode['kind'],
  barcode: string,
  box: Box,
  { roomMm, modulesMm }: { roomMm: number; modulesMm: readonly number[] },
): Drawn {
  const code = linearCode(kind, barcode);
  const moduleMm = modulesMm.find((width) => withQuiet(code) * width <= roomMm) ?? modulesMm.at(-1) ?? 0;
  const digitsMm = Math.min(LARGEST_DIGITS_MM, Math.max(SMALLEST_DIGITS_MM, box.heightMm * DIGITS_PART));
  const digitsHeightMm = digitsMm * LINE_HEIGHT;
  const widthMm = code.moduleCount * moduleMm;
  // In the middle with its blank, which is wider on the left of an EAN-13: its first digit stands there.
  const blankMm = (code.quiet.left - code.quiet.right) * moduleMm;
  const leftMm = box.leftMm + (box.widthMm - widthMm + blankMm) / 2;
  const barsHeightMm = box.heightMm - digitsHeightMm;
  const place = { leftMm, topMm: box.topMm, moduleMm, heightMm: barsHeightMm };
  const below = { topMm: box.topMm + barsHeightMm, sizeMm: digitsMm };
  if (kind === 'EAN_13') {
    return {
      bars: linearBars(code, { ...place, guardHeightMm: barsHeightMm + digitsHeightMm * 0.45 }),
      lines: eanDigits(barcode, place, below),
    };
  }
  return {
    bars: linearBars(code, { ...place, guardHeightMm: barsHeightMm }),
    lines: [centred(barcode, { ...below, leftMm: box.leftMm, widthMm: box.widthMm })],
  };
}

interface BarPlace {
  leftMm: number;
  topMm: number;
  moduleMm: number;
  heightMm: number;
  guardHeightMm: number;
}

function linearBars(code: LinearCode, place: BarPlace): Bar[] {
  const bars: Bar[] = [];
  let at = 0;
  code.widths.forEach((width, index) => {
    const start = at;
    const isGuard = EAN_GUARDS.some(([first, end]) => start >= first && start < end);
    at += width;
    if (index % 2 === 1) return;
    const heightMm = isGuard ? place.guardHeightMm : place.heightMm;
    bars.push([place.leftMm + start * place.moduleMm, place.topMm, width * place.moduleMm, heightMm]);
  });
  return bars;
}

/** The first digit before the bars, six below each half. */
function eanDigits(
  barcode: string,
  { leftMm, moduleMm }: { leftMm: number; moduleMm: number },
  below: { topMm: number; sizeMm: number },
) {
  const first = barcode.slice(0, 1);
  const half = (digits: string, fromModule: number) =>
    centred(digits, { ...below, leftMm: leftMm + fromModule * moduleMm, widthMm: 42 * moduleMm });
  const firstLeftMm = leftMm - textWidthMm(first, below.sizeMm) - 2 * moduleMm;
  return [
    lineAt(first, { ...below, leftMm: firstLeftMm }),
    half(barcode.slice(1, 7), 3),
    half(barcode.slice(7), 50),
  ];
}

/** A square as large as the box allows, with what it says below, in the middle. */
export function drawSquare(barcode: string, printable: string, box: Box): Drawn {
  const code = squareCode(barcode);
  const sizeMm = SMALLEST_DIGITS_MM;
  const roomMm = Math.min(box.widthMm, box.heightMm - sizeMm * LINE_HEIGHT);
  const sideModules = code.side + 2 * code.quiet;
  const wholeDots = Math.floor(roomMm / sideModules / DOT_MM) * DOT_MM;
  const moduleMm = wholeDots > 0 ? wholeDots : roomMm / sideModules;
  const blankMm = code.quiet * moduleMm;
  const sideMm = sideModules * moduleMm;
  const leftMm = box.leftMm + (box.widthMm - sideMm) / 2;
  const topMm = box.topMm + (box.heightMm - sideMm - sizeMm * LINE_HEIGHT) / 2;
  const below = { topMm: topMm + sideMm, sizeMm, leftMm: box.leftMm, widthMm: box.widthMm };
  return {
    bars: squareBars(code, { leftMm: leftMm + blankMm, topMm: topMm + blankMm, moduleMm }),
    lines: [centred(printable, below)],
  };
}

/** Dark modules of a row that stand beside each other are one bar: hairlines between them would be seen. */
function squareBars(code: SquareCode, place: { leftMm: number; topMm: number; moduleMm: number }): Bar[] {
  const bars: Bar[] = [];
  for (let row = 0; row < code.side; row += 1) {
    for (let column = 0; column < code.side; column += 1) {
      const start = column;
      while (column < code.side && code.modules[row * code.side + column] === 1) column += 1;
      if (column === start) continue;
      const { leftMm, topMm, moduleMm } = place;
      bars.push([leftMm + start * moduleMm, topMm + row * moduleMm, (column - start) * moduleMm, moduleMm]);
    }
  }
  return bars;
}

/** Made smaller where it is wider than its place. */
function centred(
  text: string,
  { leftMm, topMm, widthMm, sizeMm }: { leftMm: number; topMm: number; widthMm: number; sizeMm: number },
) {
  const naturalMm = textWidthMm(text, sizeMm);
  const fittingMm = naturalMm > widthMm ? (sizeMm * widthMm) / naturalMm : sizeMm;
  const leftOverMm = widthMm - textWidthMm(text, fittingMm);
  return lineAt(text, { leftMm: leftMm + leftOverMm / 2, topMm, sizeMm: fittingMm });
}
