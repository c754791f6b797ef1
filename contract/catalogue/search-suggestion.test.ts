import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { suggestSearch } from './search-suggestion.ts';

const WORDS = [
  'платье',
  'плед',
  'кроссовки',
  'кружка',
  'кружево',
  'летнее',
  'mug-350',
  'iphone',
  'гибридный',
];

describe('what may have been meant by a search that found nothing', () => {
  it.each([
    ['плотье', 'платье'],
    ['плтаье', 'платье'],
    ['платье летгее', 'платье летнее'],
    ['кросовки', 'кроссовки'],
    ['красовки', 'кроссовки'],
    ['rhjcjdrb', 'кроссовки'],
    ['Кржука', 'кружка'],
    ['летне платте', 'летне платье'],
    ['ifone', undefined],
    ['iphnoe', 'iphone'],
    ['пщщд', undefined],
    ['пледд', 'плед'],
    ['гебредный', 'гибридный'],
    ['mug-351', undefined],
    ['платье', undefined],
    ['платье чайник', 'платье'],
    ['кросовки мужские', 'кроссовки'],
    ['кросовки 42', 'кроссовки 42'],
    ['чайник плед 5', 'плед 5'],
    ['чайник 5', undefined],
    ['плотье, летнее', 'платье летнее'],
    ['«кросовки»!', 'кроссовки'],
    ['gkjnmt, летнее', 'платье летнее'],
    ['', undefined],
  ])('%s is %s', (typed, meant) => {
    expect(suggestSearch(typed, WORDS)).toBe(meant);
  });

  it('is always made of words that are there, and never what was typed', () => {
    const letters = fc.string({
      unit: fc.constantFrom(...Array.from('платьекружк')),
      minLength: 1,
      maxLength: 9,
    });
    fc.assert(
      fc.property(fc.array(letters, { minLength: 1, maxLength: 3 }), (typed) => {
        const meant = suggestSearch(typed.join(' '), WORDS);
        if (meant === undefined) return;
        expect(meant).not.toBe(typed.join(' '));
        for (const word of meant.split(' ')) expect([...WORDS, ...typed]).toContain(word);
      }),
    );
  });

  it('one slip in a known word leads back to a word that is one slip away', () => {
    fc.assert(
      fc.property(fc.constantFrom('платье', 'кроссовки', 'гибридный'), fc.nat(), (word, at) => {
        const n = at % word.length;
        expect(suggestSearch(word.slice(0, n) + 'щ' + word.slice(n + 1), WORDS)).toBe(word);
      }),
    );
  });
});
