import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { withOtherSpellings } from './other-spellings.ts';

it('codes stand in a text once more without what separates their parts, once', () => {
  const text = withOtherSpellings('кружка mug-350/б 350 мл 4607-001 1/2', []);
  expect(text).toBe('кружка mug-350/б 350 мл 4607-001 1/2 mug350б 4607001 350мл');
  expect(withOtherSpellings(text, [])).toBe(text);
});

it.each([
  ['dress-red', 'dressred'],
  ['mug 350', 'mug350'],
  ['b-1', undefined],
  ['кружка с очень длинным артикулом', undefined],
  // Its second and last letters are Latin.
  ['кpуг-5a', 'круг-5а круг5а'],
])('the article %s stands there as %s besides', (article, besides) => {
  expect(withOtherSpellings(`плед ${article}`, [article])).toBe(
    ['плед', article, ...(besides === undefined ? [] : [besides])].join(' '),
  );
});

it('what a text has besides is put there once, whatever the text', () => {
  const words = 'mug мug хl xl 350 4607 46-07 46-7 500 мл iphone 15 dress-red мв-77b 1,5 л, samsung сm'.split(
    ' ',
  );
  const some = fc.array(fc.constantFrom(...words), { maxLength: 7 }).map((all) => all.join(' '));
  fc.assert(
    fc.property(some, some, (text, article) => {
      const stored = withOtherSpellings(`${text} ${article}`, [article]);
      expect(withOtherSpellings(stored, [article])).toBe(stored);
      expect(stored.startsWith(`${text} ${article}`)).toBe(true);
    }),
    { numRuns: 2000 },
  );
});
