import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { searchVariants } from './search-variants.ts';

describe('what a word of a search may have been meant to be', () => {
  it.each([
    ['gkfnmt', 'платье'],
    ['rhe;rf', 'кружка'],
    [',jnbyrb', 'ботинки'],
    ['шзрщту', 'iphone'],
    ['rhe;rf-350', 'кружка-350'],
  ])('typed in the other layout: %s is %s', (typed, meant) => {
    expect(searchVariants(typed)).toContain(meant);
  });

  it.each([
    ['mb-77', 'мв-77'],
    ['мв-77', 'mb-77'],
    ['cупер', 'супер'],
    ['тop', 'top'],
  ])('with letters that look the same: %s is %s', (typed, meant) => {
    expect(searchVariants(typed)).toContain(meant);
  });

  it.each(['159206280', '12,5', '[;]'])('without letters is what it is: %s', (word) => {
    expect(searchVariants(word)).toEqual([word]);
  });

  it('is always the word itself first, never twice the same, and at most one of each kind', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."qw[;'.bэюжайе-1_%\\".split('')) }), (word) => {
        const variants = searchVariants(word);
        expect(variants[0]).toBe(word);
        expect(new Set(variants).size).toBe(variants.length);
        expect(variants.length).toBeLessThanOrEqual(5);
        for (const variant of variants) expect(variant).toHaveLength(word.length);
      }),
    );
  });
});
