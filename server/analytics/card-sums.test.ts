import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addUpCards, cardSumsOf, eachRow, rowAt, withoutShared, type CardSums } from './card-sums.ts';
import { NO_LINES, sumLines } from './profit-engine.ts';

const anyRows = fc.array(
  fc.record({
    nmId: fc.constantFrom(0, 1, 2, 7, 500, 3_000_000_000),
    vendorCode: fc.constantFrom('', 'A', 'Б'),
    lines: fc.record({
      orders: fc.nat(3),
      revenueKopecks: fc.oneof(fc.constant(0), fc.integer({ min: -9e12, max: 9e12 })),
    }),
  }),
  { maxLength: 12 },
);
const rowsOf = (rows: typeof anyRows extends fc.Arbitrary<infer Rows> ? Rows : never) =>
  rows.map((row) => ({ ...row, lines: { ...NO_LINES, ...row.lines } }));
const asObjects = (cards: CardSums) =>
  Array.from(eachRow(cards), (row, at) => ({
    nmId: cards.nmIds[at],
    vendorCode: cards.vendorCodes[at],
    lines: sumLines([row]),
  }));

describe('sums of cards', () => {
  it('have each card once, in order, with all that its rows say', () => {
    fc.assert(
      fc.property(anyRows, (some) => {
        const rows = rowsOf(some);
        const nmIds = [...new Set(rows.map(({ nmId }) => nmId))].sort((one, other) => one - other);
        const cards = cardSumsOf(rows);
        expect(asObjects(cards)).toEqual(
          nmIds.map((nmId) => {
            const own = rows.filter((row) => row.nmId === nmId);
            return {
              nmId,
              vendorCode:
                own
                  .map(({ vendorCode }) => vendorCode)
                  .sort()
                  .at(-1) ?? '',
              lines: sumLines(own.map(({ lines }) => lines)),
            };
          }),
        );
        nmIds.forEach((_, at) => {
          expect(sumLines([rowAt(cards, at)])).toEqual(asObjects(cards)[at]?.lines);
        });
      }),
    );
  });

  it('are the same added up in parts', () => {
    fc.assert(
      fc.property(fc.array(anyRows, { maxLength: 4 }), (parts) => {
        const together = addUpCards(parts.map((part) => cardSumsOf(rowsOf(part))));
        expect(together).toEqual(cardSumsOf(rowsOf(parts.flat())));
      }),
    );
  });

  it('of two parts leave the parts as they were', () => {
    const [one, other] = [7, 8].map((orders) =>
      cardSumsOf([{ nmId: 1, vendorCode: '', lines: { ...NO_LINES, orders } }]),
    );
    if (!one || !other) throw new Error('Two were made');
    expect(asObjects(addUpCards([one, other]))[0]?.lines.orders).toBe(15);
    expect([one, other].map((cards) => rowAt(cards, 0).orders)).toEqual([7, 8]);
  });

  it('come apart into what is no card’s and the cards', () => {
    fc.assert(
      fc.property(anyRows, (some) => {
        const cards = cardSumsOf(rowsOf(some));
        const { shared, own } = withoutShared(cards);
        expect([...asObjects(shared), ...asObjects(own)]).toEqual(asObjects(cards));
        expect(asObjects(shared).every(({ nmId }) => nmId === 0)).toBe(true);
        expect(asObjects(own).every(({ nmId }) => nmId !== 0)).toBe(true);
      }),
    );
  });

  it('that do not ascend are refused', () => {
    const astray = { nmIds: Float64Array.of(2, 1), vendorCodes: ['', ''], sums: new Map() };
    const other = cardSumsOf([{ nmId: 1, vendorCode: '', lines: NO_LINES }]);
    expect(() => addUpCards([astray, other])).toThrow(RangeError);
  });
});
