import type { LabelCode, LabelDrawing } from '#contract/labels.ts';
import { codeFor } from './codes.ts';
import { drawLinear, drawSquare } from './draw-code.ts';
import { drawText, heightOf, type Box, type LabelText } from './draw-text.ts';
import type { LabelSheet } from './formats.ts';
import { printableText } from './printable-text.ts';

export interface Label {
  barcode: string;
  text: LabelText;
}

/** Of the label's height: what bars get at least, and what is enough for any scanner. */
const LEAST_CODE_PART = 0.42;
const MOST_CODE_PART = 0.6;
/** Of the label's width. */
const SQUARE_PART = 0.45;
const GAP_MM = 1;

/** One label: the only place that knows where what stands. The PDF and the preview are drawn from its millimetres. */
export function drawLabel(label: Label, sheet: LabelSheet, wanted: LabelCode): LabelDrawing {
  const { widthMm, heightMm } = sheet.label;
  const inner: Box = {
    leftMm: sheet.padding.xMm,
    topMm: sheet.padding.yMm,
    widthMm: widthMm - 2 * sheet.padding.xMm,
    heightMm: heightMm - 2 * sheet.padding.yMm,
  };
  const code = codeOn(sheet, wanted, label.barcode);
  const { bars, lines } = code === 'QR' ? withSquare(label, inner) : withBars(label, inner, sheet, code);
  return { widthMm, heightMm, bars, lines };
}

/** The code that a barcode really gets on such labels. */
export function codeOn({ label, modulesMm }: LabelSheet, wanted: LabelCode, barcode: string): LabelCode {
  return codeFor(wanted, barcode, Math.floor(label.widthMm / Math.min(...modulesMm)));
}

/** The text above, the bars below as high as it leaves them; bars alone stand in the middle. */
function withBars({ barcode, text }: Label, inner: Box, sheet: LabelSheet, kind: Exclude<LabelCode, 'QR'>) {
  const textRoomMm = inner.heightMm * (1 - LEAST_CODE_PART) - GAP_MM;
  const lines = drawText(text, { ...inner, heightMm: textRoomMm });
  const leftOverMm = inner.heightMm - heightOf(lines) - (lines.length > 0 ? GAP_MM : 0);
  const heightMm = Math.min(leftOverMm, inner.heightMm * MOST_CODE_PART);
  const aboveMm = lines.length > 0 ? inner.heightMm - heightMm : (inner.heightMm - heightMm) / 2;
  const box = { ...inner, topMm: inner.topMm + aboveMm, heightMm };
  const code = drawLinear(kind, barcode, box, {
    roomMm: sheet.label.widthMm,
    modulesMm: sheet.modulesMm,
  });
  return { bars: code.bars, lines: [...lines, ...code.lines] };
}

/** The square on the left, the text beside it; a square alone stands in the middle. */
function withSquare({ barcode, text }: Label, inner: Box) {
  const isAlone = text.shop === '' && text.title === '' && text.facts.length === 0;
  const squareWidthMm = isAlone ? inner.widthMm : inner.widthMm * SQUARE_PART;
  const code = drawSquare(barcode, printableText(barcode), { ...inner, widthMm: squareWidthMm });
  const lines = drawText(text, {
    ...inner,
    leftMm: inner.leftMm + squareWidthMm + GAP_MM,
    widthMm: inner.widthMm - squareWidthMm - GAP_MM,
  });
  return { bars: code.bars, lines: [...lines, ...code.lines] };
}
