import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { cardSumsOf, eachRow } from './card-sums.ts';
import { lineNames, NO_LINES, sumLines, unnamedDeductionKopecks, type ProfitLines } from './profit-engine.ts';
import { spreadLines } from './spread-lines.ts';

const kopecks = fc.integer({ min: -1_000_000_00, max: 1_000_000_00 });
const anyLines: fc.Arbitrary<ProfitLines> = fc
  .tuple(...lineNames.map(() => fc.oneof(fc.constant(0), kopecks)))
  .map((values) => {
    const lines = { ...NO_LINES };
    lineNames.forEach((name, index) => (lines[name] = values[index] ?? 0));
    return lines;
  });

const cardsOf = (all: readonly ProfitLines[]) =>
  cardSumsOf(all.map((lines, index) => ({ nmId: index + 1, vendorCode: '', lines })));
const spread = (shared: ProfitLines, all: readonly ProfitLines[]) =>
  Array.from(eachRow(spreadLines(shared, cardsOf(all))), (row) => sumLines([row]));

it('goes by revenue, and evenly where there is none', () => {
  const shared = { ...NO_LINES, storageKopecks: 100 };
  const storageOf = (...revenues: number[]) =>
    spread(
      shared,
      revenues.map((revenueKopecks) => ({ ...NO_LINES, revenueKopecks, storageKopecks: 1 })),
    ).map(({ storageKopecks }) => storageKopecks);
  expect(storageOf(300, 100, 0)).toEqual([76, 26, 1]);
  expect(storageOf(0, 0, 0)).toEqual([35, 34, 34]);
  // A card that took back more than it sold takes nothing of it.
  expect(storageOf(-5, 10)).toEqual([1, 101]);
});

it('leaves the cards as they are where nothing is shared', () => {
  const cards = cardsOf([{ ...NO_LINES, orders: 1 }]);
  expect(spreadLines(NO_LINES, cards)).toBe(cards);
});

it('of a shop whose withholdings all say what they are for, no card has one that does not', () => {
  const revenues = fc.array(fc.nat(9_000_00), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(kopecks, kopecks, revenues, (advertisingKopecks, otherDeductionKopecks, all) => {
      const deductionKopecks = advertisingKopecks + otherDeductionKopecks;
      const shared = { ...NO_LINES, deductionKopecks, advertisingKopecks, otherDeductionKopecks };
      const cards = spread(
        shared,
        all.map((revenueKopecks) => ({ ...NO_LINES, revenueKopecks })),
      );
      for (const card of cards) expect(unnamedDeductionKopecks(card)).toBe(0);
    }),
  );
});

it('adds up with the cards to the total', () => {
  fc.assert(
    fc.property(anyLines, fc.array(anyLines, { minLength: 1, maxLength: 30 }), (shared, parts) => {
      expect(sumLines(spread(shared, parts))).toEqual(sumLines([shared, ...parts]));
    }),
  );
});
