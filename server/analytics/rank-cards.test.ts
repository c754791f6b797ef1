import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnsOf } from './card-columns.ts';
import { cardSumsOf } from './card-sums.ts';
import { NO_LINES } from './profit-engine.ts';
import { rankCards, type CardOrdering } from './rank-cards.ts';

const ORDERINGS = {
  profit: (card) => card.profitKopecks,
  revenue: (card) => card.revenueKopecks,
  margin: (card) => card.marginShare,
  orders: (card) => card.orders,
} satisfies Record<string, (card: ReturnType<ReturnType<typeof columnsOf>['totalsOf']>) => number | null>;

/** The first card of each shop may be what belongs to no card. */
const anyShops = fc.array(
  fc.array(
    fc.record({
      revenueKopecks: fc.constantFrom(0, 100, 200),
      forPayKopecks: fc.constantFrom(-50, 0, 50, 100),
      orders: fc.nat(2),
    }),
    { maxLength: 12 },
  ),
  { maxLength: 3 },
);
const cardsOf = (shops: typeof anyShops extends fc.Arbitrary<infer Shops> ? Shops : never, first: number) =>
  columnsOf(
    shops.map((rows, index) => ({
      shopId: index + 1,
      cards: cardSumsOf(
        rows.map((lines, at) => ({ nmId: first + at, vendorCode: '', lines: { ...NO_LINES, ...lines } })),
      ),
    })),
  );

describe('cards in order', () => {
  it('stand by what is asked, equal ones by shop and number, those without a margin last', () => {
    fc.assert(
      fc.property(anyShops, (shops) => {
        const columns = cardsOf(shops, 1);
        const { inOrder } = rankCards(columns);
        for (const [name, valueOf] of Object.entries(ORDERINGS))
          for (const direction of [1, -1]) {
            const ordering = `${direction < 0 ? '-' : ''}${name}` as CardOrdering;
            const cards = Array.from({ length: columns.count }, (_, at) => ({
              at,
              value: valueOf(columns.totalsOf(at)),
            }));
            const expected = cards.toSorted((one, other) =>
              one.value === other.value
                ? one.at - other.at
                : one.value === null || other.value === null
                  ? Number(one.value === null) - Number(other.value === null)
                  : direction * (one.value - other.value),
            );
            expect([...inOrder(ordering)]).toEqual(expected.map(({ at }) => at));
          }
      }),
    );
  });

  it('are parted with what shops without cards were charged, and without', () => {
    fc.assert(
      fc.property(anyShops, (shops) => {
        const columns = cardsOf(shops, 0);
        const { groupsOf } = rankCards(columns);
        const countOf = (withShopRows: boolean) =>
          groupsOf({ withShopRows }).groups.reduce((sum, { count }) => sum + count, 0);
        const shopRows = shops.filter((rows) => rows.length > 0).length;
        expect([countOf(true), countOf(false)]).toEqual([columns.count, columns.count - shopRows]);
        for (let at = 0; at < columns.count; at += 1)
          expect(columns.isShopRow(at)).toBe(columns.placeOf(at).nmId === 0);
      }),
    );
  });
});
