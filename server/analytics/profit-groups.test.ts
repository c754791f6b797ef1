import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupByProfit } from './profit-groups.ts';

/** Of each in the order they are given. */
const groupsOf = (...profits: number[]) => {
  const best = profits.map((_, at) => at).sort((one, other) => (profits[other] ?? 0) - (profits[one] ?? 0));
  const { groupOf } = groupByProfit(best.map((at) => profits[at] ?? 0));
  return profits.map((_, at) => groupOf[best.indexOf(at)]).join(' ');
};
const bestFirst = (profits: readonly number[]) => [...profits].sort((one, other) => other - one);

const someProfits = fc.array(fc.integer({ min: -1_000_000_00, max: 1_000_000_00 }), { maxLength: 60 });

describe('groups by profit', () => {
  it('are those that make 80 % of it, the next 15 %, the rest, and those that lose money', () => {
    expect(groupsOf(80, 15, 5)).toBe('A B C');
    expect(groupsOf(5, 15, 80)).toBe('C B A');
    expect(groupsOf(50, 40, 10)).toBe('A A B');
    expect(groupsOf(100)).toBe('A');
    expect(groupsOf(79, 15, 4, 2, 0, -1)).toBe('A A B C C LOSS');
    expect(groupsOf(0, 0)).toBe('C C');
    expect(groupsOf(-5, -7)).toBe('LOSS LOSS');
    expect(groupsOf()).toBe('');
  });

  it('have each card once, and add up to the profit of all', () => {
    fc.assert(
      fc.property(someProfits, (profits) => {
        const { groupOf, groups } = groupByProfit(bestFirst(profits));
        expect(groups.map(({ group }) => group)).toEqual(['A', 'B', 'C', 'LOSS']);
        expect(groupOf).toHaveLength(profits.length);
        expect(groups.reduce((sum, { profitKopecks }) => sum + profitKopecks, 0)).toBe(
          profits.reduce((sum, profit) => sum + profit, 0),
        );
        for (const { group, count } of groups) {
          expect(groupOf.filter((one) => one === group)).toHaveLength(count);
        }
      }),
    );
  });

  it('follow the profit: nobody in a lower group makes more than somebody in a higher one', () => {
    fc.assert(
      fc.property(someProfits, (profits) => {
        const { groupOf } = groupByProfit(bestFirst(profits));
        const ranks = groupOf.map((group) => ['A', 'B', 'C', 'LOSS'].indexOf(group));
        expect(ranks).toEqual([...ranks].sort((one, other) => one - other));
      }),
    );
  });

  it('have a curve from no card to all of them, each point of it what so many of the best make together', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -1_000, max: 1_000 }), { minLength: 1, maxLength: 400 }),
        (profits) => {
          const best = bestFirst(profits);
          const { curve } = groupByProfit(best);
          expect(curve.length).toBe(Math.min(60, profits.length) + 1);
          expect(curve[0]).toMatchObject({ count: 0, profitKopecks: 0 });
          expect(curve.at(-1)?.count).toBe(profits.length);
          for (const [index, { count, profitKopecks }] of curve.entries()) {
            expect(count).toBeGreaterThan(curve[index - 1]?.count ?? -1);
            expect(profitKopecks).toBe(best.slice(0, count).reduce((sum, profit) => sum + profit, 0));
          }
        },
      ),
    );
  });

  it('of no card have no curve', () => {
    expect(groupByProfit([]).curve).toEqual([]);
  });

  it('have a curve that says in which of them its last card is', () => {
    const { curve } = groupByProfit([79, 15, 4, 2, 0, -1]);
    expect(curve.map(({ count, group }) => `${count} ${group}`)).toEqual([
      '0 A',
      '1 A',
      '2 A',
      '3 B',
      '4 C',
      '5 C',
      '6 LOSS',
    ]);
  });
});
