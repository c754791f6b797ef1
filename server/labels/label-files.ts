import { Zip } from 'fflate';
import { LABELS_PER_FILE, type LabelsInput } from '#contract/labels.ts';
import { PackedPart } from '#server/exports/packed-part.ts';
import { drawLabel, type Label } from './draw-label.ts';
import { labelSheets } from './formats.ts';
import { labelPdf, type PrintedLabel } from './label-pdf.ts';

export interface WantedLabel {
  label: Label;
  copies: number;
}

/** A piece goes from thread to thread, and each costs a turn of both. */
const PIECE_BYTES = 262_144;

export type LabelLook = Pick<LabelsInput['settings'], 'format' | 'code'>;

/** All labels in one PDF, drawn as they come. */
export function oneFile(
  { format, code }: LabelLook,
  labels: AsyncIterable<WantedLabel>,
): AsyncGenerator<Uint8Array> {
  return inPieces(labelPdf(labelSheets[format], drawn(labels, { format, code })));
}

/** PDFs of {@link LABELS_PER_FILE} labels each in a ZIP: what a PDF has to remember till its end is forgotten with each. */
export function severalFiles(
  look: LabelLook,
  labels: AsyncIterable<WantedLabel>,
  perFile = LABELS_PER_FILE,
): AsyncGenerator<Uint8Array> {
  return inPieces(archived(look, labels, perFile));
}

async function* archived(
  look: LabelLook,
  labels: AsyncIterable<WantedLabel>,
  perFile: number,
): AsyncGenerator<Uint8Array> {
  const packed: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    packed.push(chunk);
  });
  const parts = inParts(drawn(labels, look));
  for (let number = 1; await parts.hasMore(); number += 1) {
    const part = new PackedPart(`Этикетки ${String(number).padStart(2, '0')}.pdf`);
    zip.add(part);
    try {
      for await (const bytes of inPieces(labelPdf(labelSheets[look.format], parts.next(perFile)))) {
        await part.write(bytes);
        yield* packed.splice(0);
      }
      await part.end();
    } finally {
      part.release();
    }
  }
  zip.end();
  yield* packed;
}

async function* inPieces(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  for await (const chunk of chunks) {
    waiting.push(chunk);
    waitingBytes += chunk.length;
    if (waitingBytes < PIECE_BYTES) continue;
    yield Buffer.concat(waiting);
    waiting = [];
    waitingBytes = 0;
  }
  if (waitingBytes > 0) yield Buffer.concat(waiting);
}

async function* drawn(
  labels: AsyncIterable<WantedLabel>,
  { format, code }: LabelLook,
): AsyncGenerator<PrintedLabel> {
  const sheet = labelSheets[format];
  for await (const { label, copies } of labels) yield { drawing: drawLabel(label, sheet, code), copies };
}

/** Hands the labels out so many at a time; the copies of one that are over begin the next part. */
function inParts(labels: AsyncIterable<PrintedLabel>) {
  const all = labels[Symbol.asyncIterator]();
  let rest: PrintedLabel | undefined;
  const hasMore = async () => {
    if (rest === undefined) {
      const read = await all.next();
      rest = read.done === true ? undefined : read.value;
    }
    return rest !== undefined;
  };
  async function* next(count: number): AsyncGenerator<PrintedLabel> {
    for (let left = count; left > 0 && (await hasMore()) && rest !== undefined;) {
      const { drawing, copies } = rest;
      const taken = Math.min(copies, left);
      left -= taken;
      rest = taken < copies ? { drawing, copies: copies - taken } : undefined;
      yield { drawing, copies: taken };
    }
  }
  return { hasMore, next };
}
