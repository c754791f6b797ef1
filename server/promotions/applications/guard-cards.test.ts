import { assert, boolean, constantFrom, integer, option, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canBeTakenIn, type ApplicationGuards } from '#contract/promotion-applications.ts';
import { leftOutBy, type GuardedCard } from './guard-cards.ts';

const money = integer({ min: 1, max: 1_000_000_00 });
const cards = record<GuardedCard>({
  isInAction: boolean(),
  newPriceKopecks: option(money),
  profitKopecks: option(integer({ min: -1_000_000_00, max: 1_000_000_00 })),
  floorKopecks: option(money),
});
const guards = record<ApplicationGuards>({
  minProfitKopecks: option(integer({ min: -100_000_00, max: 100_000_00 })),
  minMarginPercent: option(integer({ min: -99, max: 99 })),
});
const kinds = constantFrom('JOIN' as const, 'LEAVE' as const);
const NONE: ApplicationGuards = { minProfitKopecks: null, minMarginPercent: null };

const card = (changes: Partial<GuardedCard> = {}): GuardedCard => ({
  isInAction: false,
  newPriceKopecks: 700_00,
  profitKopecks: 88_00,
  floorKopecks: null,
  ...changes,
});

describe('the guards of an application', () => {
  it('say why a card is left out', () => {
    const asked = { minProfitKopecks: 80_00, minMarginPercent: 12 };
    expect(leftOutBy('JOIN', card(), asked)).toBeNull();
    expect(leftOutBy('JOIN', card({ floorKopecks: 700_01 }), asked)).toBe('FLOOR');
    expect(leftOutBy('JOIN', card({ floorKopecks: 700_00 }), asked)).toBeNull();
    expect(leftOutBy('JOIN', card({ profitKopecks: 79_99 }), asked)).toBe('PROFIT');
    expect(leftOutBy('JOIN', card({ profitKopecks: 83_99 }), asked)).toBe('MARGIN');
    expect(leftOutBy('JOIN', card({ profitKopecks: 84_00 }), asked)).toBeNull();
    expect(leftOutBy('JOIN', card({ profitKopecks: null }), asked)).toBe('UNKNOWN_PROFIT');
    expect(leftOutBy('JOIN', card({ profitKopecks: null }), NONE)).toBeNull();
    expect(leftOutBy('JOIN', card({ isInAction: true }), NONE)).toBe('ALREADY');
    expect(leftOutBy('LEAVE', card(), NONE)).toBe('ALREADY');
    expect(leftOutBy('LEAVE', card({ isInAction: true, newPriceKopecks: null }), NONE)).toBe(
      'NO_EARLIER_PRICE',
    );
  });

  it('never let a card below its floor pass, and nobody can take it in', () => {
    assert(
      property(kinds, cards, guards, (kind, one, asked) => {
        const { newPriceKopecks: price, floorKopecks: floor } = one;
        const reason = leftOutBy(kind, one, asked);
        const isBelow = price !== null && floor !== null && price < floor;
        if (isBelow) expect(reason !== null && !canBeTakenIn(reason)).toBe(true);
        if (reason === 'FLOOR') expect(isBelow).toBe(true);
      }),
    );
  });

  it('that ask for more never take in a card that those who ask for less leave out', () => {
    assert(
      property(
        kinds,
        cards,
        guards,
        integer({ min: 0, max: 50_000_00 }),
        integer({ min: 0, max: 50 }),
        (kind, one, asked, rubles, percent) => {
          const stricter = {
            minProfitKopecks: (asked.minProfitKopecks ?? -100_000_00) + rubles,
            minMarginPercent: Math.min(99, (asked.minMarginPercent ?? -99) + percent),
          };
          if (leftOutBy(kind, one, stricter) === null) expect(leftOutBy(kind, one, asked)).toBeNull();
        },
      ),
    );
  });

  it('let pass only what brings at least what is asked', () => {
    assert(
      property(kinds, cards, guards, (kind, one, asked) => {
        if (leftOutBy(kind, one, asked) !== null) return;
        if (asked.minProfitKopecks !== null)
          expect(one.profitKopecks).toBeGreaterThanOrEqual(asked.minProfitKopecks);
        if (asked.minMarginPercent !== null) {
          const price = one.newPriceKopecks ?? 0;
          expect(((one.profitKopecks ?? Number.NaN) / price) * 100).toBeGreaterThanOrEqual(
            asked.minMarginPercent - 1e-9,
          );
        }
      }),
    );
  });

  it('of a person who takes cards in by hand overrule profit alone', () => {
    expect(canBeTakenIn('PROFIT') && canBeTakenIn('MARGIN') && canBeTakenIn('UNKNOWN_PROFIT')).toBe(true);
    expect(canBeTakenIn('FLOOR') || canBeTakenIn('ALREADY') || canBeTakenIn('NOT_OFFERED')).toBe(false);
  });
});
