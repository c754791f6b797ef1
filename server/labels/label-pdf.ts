import type { LabelDrawing } from '#contract/labels.ts';
import { glyphOf } from './font.ts';
import { labelsPerPage, placeOnPage, type LabelSheet } from './formats.ts';
import { hex, pdfFont } from './pdf-font.ts';
import { PdfObjects, pdfNumber } from './pdf-objects.ts';
import { takeTurns } from './take-turns.ts';

const POINTS_PER_MM = 72 / 25.4;
/** Pages of copies are a line each: they leave together. */
const CHUNK_BYTES = 32_768;

export interface PrintedLabel {
  drawing: LabelDrawing;
  copies: number;
}

/**
 * Labels as a PDF, piece by piece as they come. Each is drawn once, whatever the number of its copies; a page names what stands on
 * it. What is kept till the end is a number for each page.
 */
export async function* labelPdf(
  sheet: LabelSheet,
  labels: AsyncIterable<PrintedLabel>,
): AsyncGenerator<Buffer> {
  const objects = new PdfObjects();
  const [root, pages, font] = [objects.reserve(), objects.reserve(), objects.reserve()];
  yield objects.head();
  yield* pdfFont(objects, font);
  const pageNumbers: number[] = [];
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  for await (const page of labelPages(objects, { sheet, labels, font, pages })) {
    pageNumbers.push(page.number);
    waiting.push(page.bytes);
    waitingBytes += page.bytes.length;
    if (waitingBytes < CHUNK_BYTES) continue;
    yield Buffer.concat(waiting);
    waiting = [];
    waitingBytes = 0;
  }
  yield Buffer.concat(waiting);
  const kids = pageNumbers.map((number) => `${number} 0 R`).join(' ');
  const size = `0 0 ${points(sheet.page.widthMm)} ${points(sheet.page.heightMm)}`;
  yield objects.object(
    pages,
    `<< /Type /Pages /Count ${pageNumbers.length} /MediaBox [${size}] /Kids [${kids}] >>`,
  );
  // A label that a printer «fits to the page» is read by no scanner.
  yield objects.object(
    root,
    `<< /Type /Catalog /Pages ${pages} 0 R /Lang (ru-RU) /ViewerPreferences << /PrintScaling /None >> >>`,
  );
  yield objects.tail(`/Root ${root} 0 R`);
}

interface Pages {
  sheet: LabelSheet;
  labels: AsyncIterable<PrintedLabel>;
  font: number;
  pages: number;
}

interface Page {
  number: number;
  /** The page, and what was drawn since the page before. */
  bytes: Buffer;
}

async function* labelPages(objects: PdfObjects, { sheet, labels, font, pages }: Pages): AsyncGenerator<Page> {
  let written: Buffer[] = [];
  /** Numbers of the drawings that stand on the page, by their places. */
  let placed: number[] = [];
  /** Pages that are alike share what they say. */
  let last = { key: '', facts: '' };
  const factsOf = (drawings: readonly number[]) => {
    const key = drawings.join(' ');
    if (key !== last.key) {
      const content = objects.reserve();
      written.push(objects.stream(content, pageContent(sheet, drawings)));
      const named = [...new Set(drawings)].map((number) => `/L${number} ${number} 0 R`).join(' ');
      last = { key, facts: `/Resources << /XObject << ${named} >> >> /Contents ${content} 0 R` };
    }
    return last.facts;
  };
  const endPage = (): Page => {
    const facts = factsOf(placed);
    const number = objects.reserve();
    written.push(objects.object(number, `<< /Type /Page /Parent ${pages} 0 R ${facts} >>`));
    const page = { number, bytes: Buffer.concat(written) };
    written = [];
    placed = [];
    return page;
  };
  const others = takeTurns();
  for await (const { drawing, copies } of labels) {
    await others();
    const number = objects.reserve();
    written.push(objects.stream(number, drawingContent(drawing), formFacts(drawing, font)));
    for (let copy = 0; copy < copies; copy += 1) {
      placed.push(number);
      if (placed.length === labelsPerPage(sheet)) {
        yield endPage();
        await others();
      }
    }
  }
  if (placed.length > 0) yield endPage();
}

/** Drawings stand in millimetres; a page counts in points from its lower left corner. */
function pageContent(sheet: LabelSheet, drawings: readonly number[]): string {
  const scale = pdfNumber(POINTS_PER_MM);
  return drawings
    .map((number, index) => {
      const { leftMm, topMm } = placeOnPage(sheet, index);
      const bottomMm = sheet.page.heightMm - topMm - sheet.label.heightMm;
      return `q ${scale} 0 0 ${scale} ${points(leftMm)} ${points(bottomMm)} cm /L${number} Do Q`;
    })
    .join('\n');
}

function formFacts({ widthMm, heightMm }: LabelDrawing, font: number): string {
  return `/Type /XObject /Subtype /Form /BBox [0 0 ${pdfNumber(widthMm)} ${pdfNumber(heightMm)}] /Resources << /Font << /F ${font} 0 R >> >>`;
}

function drawingContent({ heightMm, bars, lines }: LabelDrawing): string {
  const boxes = bars.map(([left, top, width, height]) =>
    [left, heightMm - top - height, width, height].map(pdfNumber).join(' '),
  );
  const texts = lines.map(
    ({ text, leftMm, baselineMm, sizeMm }) =>
      `BT /F ${pdfNumber(sizeMm)} Tf ${pdfNumber(leftMm)} ${pdfNumber(heightMm - baselineMm)} Td <${glyphsOf(text)}> Tj ET`,
  );
  return ['0 g', ...boxes.map((box) => `${box} re`), 'f', ...texts].join('\n');
}

function glyphsOf(text: string): string {
  return Array.from(text, (character) => hex(glyphOf(character) ?? 0)).join('');
}

function points(mm: number): string {
  return pdfNumber(mm * POINTS_PER_MM);
}
