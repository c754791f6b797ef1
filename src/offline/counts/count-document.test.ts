import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_COUNT_LINES } from '#contract/stock-counts.ts';
import { MAX_STOCK_AMOUNT } from '#contract/stock-amount.ts';
import {
  assignCard,
  countDocumentSchema,
  countPiece,
  keepComparison,
  keepSent,
  learnCard,
  leaveOut,
  namedCardId,
  newCount,
  removeLine,
  setAmount,
  takeAway,
  undoStep,
  type CountDocument,
} from './count-document.ts';

const EMPTY = newCount('one', 1_000, null);
const MUG = { id: 17, vendorCode: 'MUG-17', title: 'Кружка' };
const NOTHING_COMPARED = { editId: 7, atMs: 2, lines: [], uncompared: [] };

const code = fc.constantFrom('4600000000017', '4600000000024', '4600000000031', '4600000000048');
const scan = (count: CountDocument, barcode: string, atMs = 1_000) =>
  countPiece(count, { barcode, card: null }, atMs);

type Step = (count: CountDocument) => CountDocument;
const step: fc.Arbitrary<Step> = fc.oneof(
  code.map(
    (one): Step =>
      (count) =>
        scan(count, one),
  ),
  fc.tuple(code, fc.nat(200_000)).map(
    ([one, amount]): Step =>
      (count) =>
        setAmount(count, one, amount, 5_000),
  ),
  fc.tuple(code, fc.nat(20)).map(
    ([one, pieces]): Step =>
      (count) =>
        takeAway(count, one, pieces),
  ),
  code.map(
    (one): Step =>
      (count) =>
        removeLine(count, one),
  ),
  fc.tuple(code, fc.boolean()).map(
    ([one, isOut]): Step =>
      (count) =>
        leaveOut(count, one, isOut),
  ),
  code.map(
    (one): Step =>
      (count) =>
        assignCard(count, one, MUG),
  ),
  code.map(
    (one): Step =>
      (count) =>
        learnCard(count, one, null),
  ),
  fc.constant<Step>(undoStep),
);

const after = (steps: readonly Step[]) => steps.reduce((count, one) => one(count), EMPTY);
const amounts = ({ lines }: CountDocument) =>
  Object.fromEntries(lines.map(({ key, amount }) => [key, amount]));

describe('what is counted', () => {
  it('is as many pieces as were scanned, whatever the order of different codes', () => {
    fc.assert(
      fc.property(
        fc
          .array(code)
          .chain((codes) =>
            fc.tuple(fc.constant(codes), fc.shuffledSubarray(codes, { minLength: codes.length })),
          ),
        ([codes, shuffled]) => {
          const counted = codes.reduce((count, one) => scan(count, one), EMPTY);
          const expected: Record<string, number> = {};
          for (const one of codes) expected[one] = (expected[one] ?? 0) + 1;
          expect(amounts(counted)).toEqual(expected);
          expect(amounts(shuffled.reduce((count, one) => scan(count, one), EMPTY))).toEqual(expected);
        },
      ),
    );
  });

  it('is as before once the last step is undone', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), code, fc.nat(200_000), (steps, one, amount) => {
        const before = after(steps);
        for (const next of [
          scan(before, one),
          setAmount(before, one, amount, 9_000),
          removeLine(before, one),
          leaveOut(before, one, true),
          assignCard(before, one, MUG),
          takeAway(before, one, 3),
        ]) {
          if (next !== before) expect(undoStep(next).lines).toEqual(before.lines);
        }
      }),
    );
  });

  it('stays a document that the device can read again, each code once, every amount possible', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const count = after(steps);
        expect(countDocumentSchema.parse(structuredClone(count))).toEqual(count);
        expect(new Set(count.lines.map(({ key }) => key)).size).toBe(count.lines.length);
        expect(count.lines.every(({ amount }) => amount >= 0 && amount <= MAX_STOCK_AMOUNT)).toBe(true);
      }),
    );
  });

  it('replaces what was scanned by what is typed, and goes on from there', () => {
    const typed = setAmount(scan(scan(EMPTY, '1'), '1'), '1', 40, 3_000);
    expect(amounts(scan(typed, '1'))).toEqual({ '1': 41 });
    // What was sold before the typing is not among the pieces.
    expect(typed.lines[0]?.countedAtMs).toBe(3_000);
    expect(scan(scan(EMPTY, '1', 1_000), '1', 9_000).lines[0]?.countedAtMs).toBe(1_000);
  });

  it('has no more lines and pieces than can be sent', () => {
    const codes = Array.from({ length: MAX_COUNT_LINES }, (_, n) => `46${n}`);
    const line = scan(EMPTY, '1').lines[0];
    if (!line) throw new Error('A scan makes a line');
    const full = { ...EMPTY, lines: codes.map((key) => ({ ...line, key, barcode: key })) };
    expect(scan(full, 'one more')).toBe(full);
    const most = setAmount(scan(EMPTY, '1'), '1', MAX_STOCK_AMOUNT, 2_000);
    expect(scan(most, '1')).toBe(most);
    expect(setAmount(most, '1', MAX_STOCK_AMOUNT + 1, 2_000)).toBe(most);
  });
});

describe('a comparison', () => {
  const counted = scan(EMPTY, '1');

  it('goes with every change of what was counted, and not with what is learnt of a card', () => {
    const compared = keepComparison(counted, counted, NOTHING_COMPARED);
    expect(compared.comparison).toEqual(NOTHING_COMPARED);
    expect(learnCard(compared, '1', MUG).comparison).toEqual(NOTHING_COMPARED);
    for (const next of [
      scan(compared, '1'),
      scan(compared, '2'),
      setAmount(compared, '1', 9, 2),
      removeLine(compared, '1'),
      leaveOut(compared, '1', true),
      assignCard(compared, '1', MUG),
      undoStep(compared),
    ]) {
      expect(next.comparison).toBeNull();
    }
  });

  it('is kept although a card was found meanwhile, and names only cards that a person has said', () => {
    expect(keepComparison(learnCard(counted, '1', MUG), counted, NOTHING_COMPARED).comparison).not.toBeNull();
    expect(keepComparison(assignCard(counted, '1', MUG), counted, NOTHING_COMPARED).comparison).toBeNull();
    const ids = [learnCard(counted, '1', MUG), assignCard(counted, '1', MUG)].map(({ lines }) =>
      lines.map(namedCardId),
    );
    expect(ids).toEqual([[null], [17]]);
    const byCard = countPiece(EMPTY, { barcode: '', card: MUG }, 1_000);
    expect(byCard.lines.map(namedCardId)).toEqual([17]);
  });

  it('of what was counted otherwise when it was asked for is not kept', () => {
    expect(keepComparison(scan(counted, '1'), counted, NOTHING_COMPARED).comparison).toBeNull();
  });
});

it('a count that was sent is not changed any more', () => {
  const sent = keepSent(scan(EMPTY, '1'), { atMs: 9, lines: 1, notSent: 0 });
  for (const next of [scan(sent, '1'), removeLine(sent, '1'), undoStep(sent), setAmount(sent, '1', 9, 9)]) {
    expect(next).toBe(sent);
  }
});
