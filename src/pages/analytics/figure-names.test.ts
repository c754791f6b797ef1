import { describe, expect, it } from 'vitest';
import { mockTotals } from '#tests/mocks/analytics.ts';
import { figureNames, figures, isDerived, termsOf } from './figure-names.ts';
import { shownTerms, signOf } from './figure-signs.ts';

describe('a figure that is made of others', () => {
  it('FO-03: adds up from them, each with its sign', () => {
    const totals = mockTotals({
      forPayKopecks: 1_750_000_00,
      revenueKopecks: 2_000_000_00,
      commissionKopecks: 250_000_00,
      acceptanceKopecks: 3_00,
      loyaltyKopecks: 5_00,
      correctionKopecks: -7_00,
      ownCostsKopecks: 11_00,
      vatKopecks: 13_00,
    });
    const payoutKopecks =
      totals.forPayKopecks -
      totals.logisticsKopecks -
      totals.storageKopecks -
      totals.acceptanceKopecks -
      totals.penaltyKopecks -
      totals.deductionKopecks -
      totals.loyaltyKopecks -
      totals.correctionKopecks;
    const whole = {
      ...totals,
      payoutKopecks,
      profitKopecks: payoutKopecks - totals.cogsKopecks - 11_00 - 13_00 - totals.taxKopecks,
    };
    for (const isEffect of [false, true]) {
      for (const name of figureNames.filter(isDerived)) {
        const shown = shownTerms(name, isEffect).reduce((all, term) => {
          const said = signOf(term.name, term.isEffect) * figures[term.name].valueOf(whole);
          return term.isTakenOff ? all - said : all + said;
        }, 0);
        expect([name, isEffect, shown]).toEqual([
          name,
          isEffect,
          signOf(name, isEffect) * figures[name].valueOf(whole),
        ]);
      }
    }
    for (const [name, terms] of Object.entries(termsOf)) {
      const sum = terms.reduce((all, term) => all + term.sign * figures[term.name].valueOf(whole), 0);
      // The names of the table are its keys.
      expect([name, sum]).toEqual([name, figures[name as keyof typeof termsOf].valueOf(whole)]);
    }
  });
});
