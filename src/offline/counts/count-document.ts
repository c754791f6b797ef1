import { z } from 'zod/mini';
import { MAX_COUNT_LINES, uncomparedReasons } from '#contract/stock-counts.ts';
import { MAX_STOCK_AMOUNT } from '#contract/stock-amount.ts';

/**
 * A count of a warehouse: what somebody has scanned and typed. It waits on the device for as long as it takes, and only a press sends it.
 * The functions here are pure: each gives the document as it is after something was done.
 */

const countedCardSchema = z.object({ id: z.int(), vendorCode: z.string(), title: z.string() });
export type CountedCard = z.infer<typeof countedCardSchema>;

const countLineSchema = z.object({
  /** The barcode; of a card that was found by its title, and whose size nobody has said, {@link cardKey}. */
  key: z.string(),
  barcode: z.string(),
  /** null: not known yet; what has the barcode is found by the comparison at the latest. */
  card: z.nullable(countedCardSchema),
  /** Asked, and nothing has the barcode. */
  isUnknown: z.boolean(),
  /** The person has said which card it is; what a search has found of a code is only shown. */
  isAssigned: z.boolean(),
  amount: z.int(),
  /** When the first of the pieces was counted: what was sold since may be among them. */
  countedAtMs: z.number(),
  isLeftOut: z.boolean(),
});
export type CountLine = z.infer<typeof countLineSchema>;

const comparedLineSchema = z.object({
  key: z.string(),
  cardId: z.int(),
  vendorCode: z.string(),
  title: z.string(),
  cells: z.array(
    z.object({
      warehouseId: z.int(),
      warehouseName: z.string(),
      chrtId: z.int(),
      techSize: z.string(),
    }),
  ),
  orders: z.int(),
  ordersReadAt: z.nullable(z.string()),
});
export type ComparedLine = z.infer<typeof comparedLineSchema>;

const comparisonSchema = z.object({
  /** Of the server: what is to be applied; null: no line can be. */
  editId: z.nullable(z.int()),
  atMs: z.number(),
  lines: z.array(comparedLineSchema),
  uncompared: z.array(z.object({ key: z.string(), reason: z.enum(uncomparedReasons) })),
});
export type CountComparison = z.infer<typeof comparisonSchema>;

export const countDocumentSchema = z.object({
  id: z.string(),
  startedAtMs: z.number(),
  place: z.nullable(z.object({ warehouseIds: z.array(z.int()), name: z.string() })),
  lines: z.array(countLineSchema),
  /** The last steps, the newest last: how a line was, and where. */
  undo: z.array(z.object({ key: z.string(), index: z.int(), before: z.nullable(countLineSchema) })),
  /** Of exactly these lines: whatever changes one of them takes it away. */
  comparison: z.nullable(comparisonSchema),
  /** Pressed, and what came of it; how many lines, once it is known. */
  sent: z.nullable(z.object({ atMs: z.number(), lines: z.nullable(z.int()), notSent: z.nullable(z.int()) })),
});
export type CountDocument = z.infer<typeof countDocumentSchema>;

const MOST_UNDO_STEPS = 50;

export function newCount(id: string, startedAtMs: number, place: CountDocument['place']): CountDocument {
  return { id, startedAtMs, place, lines: [], undo: [], comparison: null, sent: null };
}

export function cardKey(cardId: number): string {
  return `card:${cardId}`;
}

/** What is counted: a barcode, a card, or both. */
export interface CountTarget {
  barcode: string;
  card: CountedCard | null;
}

export function keyOf({ barcode, card }: CountTarget): string {
  return barcode === '' && card ? cardKey(card.id) : barcode;
}

/** One piece more. The document itself when there is no room for another line or piece. */
export function countPiece(count: CountDocument, target: CountTarget, atMs: number): CountDocument {
  const key = keyOf(target);
  const line = lineOf(count, key);
  if (key === '' || (!line && count.lines.length >= MAX_COUNT_LINES)) return count;
  if (line && line.amount >= MAX_STOCK_AMOUNT) return count;
  return putLine(count, {
    ...(line ?? {
      key,
      barcode: target.barcode,
      card: null,
      isUnknown: false,
      isAssigned: false,
      amount: 0,
      countedAtMs: atMs,
      isLeftOut: false,
    }),
    ...(target.card ? { card: target.card, isUnknown: false } : {}),
    amount: (line?.amount ?? 0) + 1,
  });
}

/** An amount that was typed is counted as it is typed: what was there before does not matter any more. */
export function setAmount(count: CountDocument, key: string, amount: number, atMs: number): CountDocument {
  const line = lineOf(count, key);
  if (!line || line.amount === amount || amount < 0 || amount > MAX_STOCK_AMOUNT) return count;
  return putLine(count, { ...line, amount, countedAtMs: atMs });
}

/** Fewer pieces of a line, as by what was sold since; when it was counted stays. */
export function takeAway(count: CountDocument, key: string, pieces: number): CountDocument {
  const line = lineOf(count, key);
  if (!line || line.amount === 0) return count;
  return putLine(count, { ...line, amount: Math.max(0, line.amount - pieces) });
}

export function removeLine(count: CountDocument, key: string): CountDocument {
  return put(count, key, null);
}

/** Left out of the comparison and the sending, or taken in again. */
export function leaveOut(count: CountDocument, key: string, isLeftOut: boolean): CountDocument {
  const line = lineOf(count, key);
  return line && line.isLeftOut !== isLeftOut ? putLine(count, { ...line, isLeftOut }) : count;
}

/** Whose a code that nothing has is, by the person's word. */
export function assignCard(count: CountDocument, key: string, card: CountedCard): CountDocument {
  const line = lineOf(count, key);
  return line ? putLine(count, { ...line, card, isUnknown: false, isAssigned: true }) : count;
}

/** What is found of a code that was scanned: it changes nothing that was counted. */
export function learnCard(count: CountDocument, key: string, card: CountedCard | null): CountDocument {
  const line = lineOf(count, key);
  if (!line || line.card || (card === null && line.isUnknown)) return count;
  return {
    ...count,
    lines: count.lines.map((one) => (one.key === key ? { ...one, card, isUnknown: card === null } : one)),
  };
}

export function choosePlace(count: CountDocument, place: CountDocument['place']): CountDocument {
  return count.sent ? count : { ...count, place, comparison: null };
}

/** Of lines that have changed meanwhile it says nothing. */
export function keepComparison(
  count: CountDocument,
  asked: Pick<CountDocument, 'lines' | 'place'>,
  comparison: CountComparison,
): CountDocument {
  const isSame = countedText(count) === countedText(asked);
  return count.sent || !isSame ? count : { ...count, comparison };
}

export function keepSent(count: CountDocument, sent: NonNullable<CountDocument['sent']>): CountDocument {
  return { ...count, sent, undo: [] };
}

/** The last step is taken back; the document itself when there is none. */
export function undoStep(count: CountDocument): CountDocument {
  const step = count.undo.at(-1);
  if (!step || count.sent) return count;
  const rest = count.lines.filter(({ key }) => key !== step.key);
  const lines = step.before ? rest.toSpliced(step.index, 0, step.before) : rest;
  return { ...count, lines, undo: count.undo.slice(0, -1), comparison: null };
}

export function lineOf({ lines }: Pick<CountDocument, 'lines'>, key: string): CountLine | undefined {
  return lines.find((line) => line.key === key);
}

/** The card that a line names by itself: its barcode is not enough. */
export function namedCardId({ barcode, card, isAssigned }: CountLine): number | null {
  return isAssigned || barcode === '' ? (card?.id ?? null) : null;
}

export function piecesOf({ lines }: Pick<CountDocument, 'lines'>): number {
  return lines.reduce((sum, { amount }) => sum + amount, 0);
}

/** What is compared and sent. */
export function takenLines({ lines }: Pick<CountDocument, 'lines'>): CountLine[] {
  return lines.filter(({ isLeftOut }) => !isLeftOut);
}

function putLine(count: CountDocument, line: CountLine): CountDocument {
  return put(count, line.key, line);
}

/** A line as it is to be (null: gone), with the way back. A count that was sent is not changed any more. */
function put(count: CountDocument, key: string, line: CountLine | null): CountDocument {
  if (count.sent) return count;
  const found = count.lines.findIndex((one) => one.key === key);
  if (found === -1 && line === null) return count;
  const index = found === -1 ? count.lines.length : found;
  return {
    ...count,
    lines: count.lines.toSpliced(index, 1, ...(line ? [line] : [])),
    undo: [...count.undo, { key, index, before: count.lines[found] ?? null }].slice(-MOST_UNDO_STEPS),
    comparison: null,
  };
}

function countedText({ lines, place }: Pick<CountDocument, 'lines' | 'place'>): string {
  return JSON.stringify([
    place?.warehouseIds,
    lines.map((line) => [line.key, namedCardId(line), line.amount, line.isLeftOut]),
  ]);
}
