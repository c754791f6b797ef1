import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cardOrderings, changesFilters, qualityFilters, stockFilters } from '#contract/card-list.ts';
import { cardStates } from '#contract/card-states.ts';
import { cardViewSchema } from '#contract/card-views.ts';
import {
  cardListQuery,
  cardListSearchParams,
  hasFilters,
  matchingFilter,
  parseCardListState,
  withoutFilters,
} from './card-list-address.ts';
import { USUAL_LOOK } from './card-list-look.ts';
import { wholeAddress } from './same-list.ts';
import { fromView, toView } from './view-state.ts';

const stateArbitrary = fc.record({
  state: fc.option(fc.constantFrom(...cardStates)),
  search: fc.string({ maxLength: 200 }),
  shopIds: fc.uniqueArray(fc.integer({ min: 1, max: 1e6 }), { maxLength: 5 }),
  subjectIds: fc.uniqueArray(fc.integer({ min: 1, max: 1e6 }), { maxLength: 5 }),
  brands: fc.array(fc.string({ minLength: 1, maxLength: 30 }), { maxLength: 5 }),
  stock: fc.option(fc.constantFrom(...stockFilters)),
  quality: fc.option(fc.constantFrom(...qualityFilters)),
  changes: fc.option(fc.constantFrom(...changesFilters)),
  ranges: fc.record(
    {
      priceFromKopecks: fc.integer({ min: 0, max: 1e10 }),
      priceToKopecks: fc.integer({ min: 0, max: 1e10 }),
      marginFromPercent: fc.integer({ min: -1000, max: 100 }),
      marginToPercent: fc.integer({ min: -1000, max: 100 }),
      updatedFrom: fc.constantFrom('2026-02-28', '2026-03-01'),
      updatedTo: fc.constantFrom('2026-02-28', '2026-03-01'),
      tag: fc.array(fc.string({ minLength: 1, maxLength: 15 }), { minLength: 1, maxLength: 3 }),
      wbTag: fc.array(fc.string({ minLength: 1, maxLength: 15 }), { minLength: 1, maxLength: 3 }),
    },
    { requiredKeys: [] },
  ),
  ordering: fc.constantFrom(...cardOrderings),
});

describe('the address of the card list', () => {
  it('restores every state that it wrote', () => {
    fc.assert(
      fc.property(stateArbitrary, (state) => {
        const address = cardListSearchParams(state).toString();
        expect(parseCardListState(new URLSearchParams(address))).toEqual(state);
      }),
    );
  });

  it('ignores what it does not know instead of failing', () => {
    const state = parseCardListState(
      new URLSearchParams(
        'state=BOGUS&shop=-1&shop=x&shop=7&ordering=drop&stock=all&priceToKopecks=1.5&updatedTo=2026-02-30',
      ),
    );
    expect(state.ranges).toEqual({});
    expect(state).toMatchObject({ state: null, shopIds: [7], ordering: '-updated_at', stock: null });
  });

  it('resets filters but keeps the state tab and the order', () => {
    fc.assert(
      fc.property(stateArbitrary, (state) => {
        const reset = withoutFilters(state);
        expect(hasFilters(reset)).toBe(false);
        expect(reset.state).toBe(state.state);
        expect(reset.ordering).toBe(state.ordering);
      }),
    );
  });

  it('asks the list for the same as it asks of «all that match»', () => {
    fc.assert(
      fc.property(stateArbitrary, (state) => {
        const { ordering, limit, offset, ...query } = cardListQuery(state, { limit: 50, offset: 100 });
        expect([ordering, limit, offset]).toEqual([state.ordering, '50', '100']);
        const filter = Object.entries(matchingFilter(state)).map(([name, value]) => [
          name,
          Array.isArray(value) ? value.map(String) : String(value),
        ]);
        expect(query).toEqual(Object.fromEntries(filter));
      }),
    );
  });

  it('is what a saved view says, also of a view that was sent and read', () => {
    fc.assert(
      fc.property(stateArbitrary, (state) => {
        const view = toView({ state, look: USUAL_LOOK });
        expect(fromView(view)).toEqual({ state, look: USUAL_LOOK });
        const named = cardViewSchema.parse({ id: 1, name: 'Вид', ...view });
        expect(wholeAddress(fromView(named))).toBe(wholeAddress({ state, look: USUAL_LOOK }));
      }),
    );
  });
});
