import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { periodChoices, profitOrderings } from '#contract/analytics.ts';
import { profitBases } from '#contract/users.ts';
import { addDays } from '#lib/dates.ts';
import {
  chartMetrics,
  daysBefore,
  parseProfitState,
  periodDays,
  periodProblem,
  presetDays,
  profitSearch,
  type ProfitState,
} from './profit-address.ts';

const parse = (search: string) => parseProfitState(new URLSearchParams(search));

const anyState: fc.Arbitrary<ProfitState> = fc.record({
  period: fc.oneof(
    fc.constantFrom(...presetDays).map((days) => ({ days })),
    fc.tuple(fc.integer({ min: 0, max: 900 }), fc.integer({ min: 0, max: 365 })).map(([start, length]) => {
      const from = addDays('2024-02-01', start);
      return { from, to: addDays(from, length) };
    }),
  ),
  shopIds: fc.uniqueArray(fc.integer({ min: 1, max: 999 }), { maxLength: 4 }),
  basis: fc.constantFrom(null, ...profitBases),
  side: fc.constantFrom(...periodChoices),
  metric: fc.constantFrom(...chartMetrics),
  ordering: fc.constantFrom(...profitOrderings),
  search: fc.string({ maxLength: 40 }),
});

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
    expect(parse('days=13&shop=x&basis=ALL&show=BOTH&chart=money&ordering=name')).toEqual(parse(''));
    expect(parse('from=2026-11-20&to=2026-11-01').period).toEqual({ days: 14 });
    expect(parse('from=2026-02-30&to=2026-03-01').period).toEqual({ days: 14 });
  });
});

describe('the days of a period', () => {
  it('of a preset end yesterday', () => {
    expect(periodDays({ days: 14 }, '2026-11-20')).toEqual({ from: '2026-11-06', to: '2026-11-19' });
  });

  it('before it are as many', () => {
    expect(daysBefore({ from: '2026-11-06', to: '2026-11-19' })).toEqual({
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
