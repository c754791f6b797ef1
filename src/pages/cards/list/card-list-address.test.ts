import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cardOrderings, changesFilters, qualityFilters, stockFilters } from '#contract/card-list.ts';
import { cardStates } from '#contract/cards.ts';
import { cardListSearchParams, hasFilters, parseCardListState, withoutFilters } from './card-list-address.ts';

const stateArbitrary = fc.record({
  state: fc.option(fc.constantFrom(...cardStates)),
  search: fc.string({ maxLength: 200 }),
  shopIds: fc.uniqueArray(fc.integer({ min: 1, max: 1e6 }), { maxLength: 5 }),
  subjectIds: fc.uniqueArray(fc.integer({ min: 1, max: 1e6 }), { maxLength: 5 }),
  brands: fc.array(fc.string({ minLength: 1, maxLength: 30 }), { maxLength: 5 }),
  stock: fc.option(fc.constantFrom(...stockFilters)),
  quality: fc.option(fc.constantFrom(...qualityFilters)),
  changes: fc.option(fc.constantFrom(...changesFilters)),
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
      new URLSearchParams('state=BOGUS&shop=-1&shop=x&shop=7&ordering=drop&stock=all'),
    );
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
});
