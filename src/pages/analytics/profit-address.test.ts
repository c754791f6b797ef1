import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparedPeriods, periodChoices, profitGroups, profitOrderings } from '#contract/analytics.ts';
import { profitBases } from '#contract/users.ts';
import { addDays, daysBetween } from '#lib/dates.ts';
import { periodProblem } from '#parts/period/period-problem.ts';
import { figureNames } from './figure-names.ts';
import { isCost } from './figure-signs.ts';
import {
  chartMetrics,
  comparedDays,
  lastReportedWeek,
  parseProfitState,
  periodDays,
  presetDays,
  presetMonths,
  profitSearch,
  stockWindows,
  type ProfitState,
} from './profit-address.ts';
import { measureNames } from './profit-measures.ts';

const parse = (search: string) => parseProfitState(new URLSearchParams(search));

const anyFigure = fc.record({
  figure: fc.constantFrom(null, ...figureNames),
  isPressedAsEffect: fc.boolean(),
  measure: fc.constantFrom(null, ...measureNames),
  stock: fc.constantFrom(null, ...stockWindows),
  taxpayerId: fc.option(fc.integer({ min: 1, max: 999 })),
  card: fc.option(
    fc.record({ shopId: fc.integer({ min: 1, max: 999 }), nmId: fc.integer({ min: 1, max: 999_999_999 }) }),
  ),
});

const anyPage = fc.record({
  period: fc.oneof(
    fc.constant(null),
    fc.constantFrom(...presetDays).map((days) => ({ days })),
    fc.constantFrom(...presetMonths).map((month) => ({ month })),
    fc.tuple(fc.integer({ min: 0, max: 900 }), fc.integer({ min: 0, max: 365 })).map(([start, length]) => {
      const from = addDays('2024-02-01', start);
      return { from, to: addDays(from, length) };
    }),
  ),
  against: fc.constantFrom(...comparedPeriods),
  shopIds: fc.uniqueArray(fc.integer({ min: 1, max: 999 }), { maxLength: 4 }),
  basis: fc.constantFrom(null, ...profitBases),
  side: fc.constantFrom(...periodChoices),
  metric: fc.constantFrom(...chartMetrics),
  ordering: fc.constantFrom(...profitOrderings),
  group: fc.constantFrom(null, ...profitGroups),
  isByShop: fc.boolean(),
  search: fc.string({ maxLength: 40 }),
});

const anyState: fc.Arbitrary<ProfitState> = fc
  .tuple(anyPage, anyFigure)
  .map(([page, { figure, isPressedAsEffect, measure, stock, taxpayerId, card }]) => ({
    ...page,
    figure,
    // What is no cost is said in one way.
    isEffect: figure !== null && isCost(figure) && isPressedAsEffect,
    measure,
    stock,
    taxpayerId,
    card: figure !== null || measure !== null || stock !== null ? card : null,
  }));

describe('the address of the profit screen', () => {
  it('gives back every state that was written into it', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        expect(parse(profitSearch(state))).toEqual(state);
      }),
    );
  });

  it('is empty for what the screen shows by itself', () => {
    expect(profitSearch(parse(''))).toBe('');
  });

  it('leaves out what nobody could have meant', () => {
    expect(
      parse(
        'days=13&month=NEXT&against=LUCK&shop=x&basis=ALL&show=BOTH&chart=money&ordering=name&group=D&by=luck&measure=LUCK&stock=luck&vat=0&card=x-1',
      ),
    ).toEqual(parse(''));
    expect(parse('from=2026-11-20&to=2026-11-01').period).toBeNull();
    expect(parse('from=2026-02-30&to=2026-03-01').period).toBeNull();
  });
});

describe('the days of a period', () => {
  it('of a preset end yesterday', () => {
    expect(periodDays({ days: 14 }, '2026-11-20')).toEqual({ from: '2026-11-06', to: '2026-11-19' });
  });

  it.each([
    ['THIS', '2026-11-20', '2026-11-01', '2026-11-19'],
    ['THIS', '2026-11-01', '2026-11-01', '2026-11-01'],
    ['LAST', '2026-11-20', '2026-10-01', '2026-10-31'],
    ['LAST', '2026-03-01', '2026-02-01', '2026-02-28'],
    ['LAST', '2027-01-05', '2026-12-01', '2026-12-31'],
  ] as const)('of the month %s on %s are %s – %s', (month, today, from, to) => {
    expect(periodDays({ month }, today)).toEqual({ from, to });
  });

  it.each([
    ['2026-11-15', '2026-11-09', '2026-11-15'],
    ['2026-11-14', '2026-11-02', '2026-11-08'],
    ['2026-11-16', '2026-11-09', '2026-11-15'],
  ])('of the week that is reported until %s are %s – %s', (until, from, to) => {
    expect(lastReportedWeek(until)).toEqual({ from, to });
  });

  it('a year ago begin with the same date and are as many', () => {
    expect(comparedDays({ from: '2026-11-06', to: '2026-11-19' }, 'YEAR_AGO')).toEqual({
      from: '2025-11-06',
      to: '2025-11-19',
    });
    expect(comparedDays({ from: '2024-02-29', to: '2024-03-01' }, 'YEAR_AGO')).toEqual({
      from: '2023-02-28',
      to: '2023-03-01',
    });
    fc.assert(
      fc.property(fc.nat(1200), fc.nat(365), (start, length) => {
        const from = addDays('2024-01-29', start);
        const before = comparedDays({ from, to: addDays(from, length) }, 'YEAR_AGO');
        expect(daysBetween(before.from, before.to)).toBe(length);
      }),
    );
  });

  it('before it are as many', () => {
    expect(comparedDays({ from: '2026-11-06', to: '2026-11-19' }, 'BEFORE')).toEqual({
      from: '2026-10-23',
      to: '2026-11-05',
    });
  });

  it.each([
    ['', '2026-11-20', 'Укажите обе даты'],
    ['2026-11-20', '2026-11-19', 'Начало периода позже конца'],
    ['2025-11-19', '2026-11-20', 'Период — не больше 366 дней'],
    ['2025-11-20', '2026-11-20', null],
  ])('from «%s» to «%s»: %s', (from, to, problem) => {
    expect(periodProblem(from, to)).toBe(problem);
  });
});
