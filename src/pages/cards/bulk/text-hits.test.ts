import fc from 'fast-check';
import { expect, it } from 'vitest';
import { replacedParts } from '#contract/find-and-replace.ts';
import { EMPTY_REPLACEMENT } from './replacement-draft.ts';
import { hitsOf } from './text-hits.ts';

const replacement = { ...EMPTY_REPLACEMENT, find: 'кружка', replacement: 'чашка' };

it('marks every place that is found, in both texts', () => {
  expect(hitsOf('Кружка и кружка', 'Чашка и чашка', replacement, 40)).toEqual({
    was: [
      { text: 'Кружка', isHit: true },
      { text: ' и ', isHit: false },
      { text: 'кружка', isHit: true },
    ],
    is: [
      { text: 'Чашка', isHit: true },
      { text: ' и ', isHit: false },
      { text: 'чашка', isHit: true },
    ],
  });
});

it('leaves of a long text what stands around the places', () => {
  const text = `${'а'.repeat(50)} кружка ${'б'.repeat(50)} кружка ${'в'.repeat(50)}`;
  const shown = hitsOf(text, text.replaceAll('кружка', 'чашка'), replacement, 3);
  expect(shown?.is.map((part) => part.text)).toEqual(['…аа ', 'чашка', ' бб…бб ', 'чашка', ' вв…']);
});

it('marks what is taken away though the blanks beside it were tidied', () => {
  const shown = hitsOf('Синяя кружка', 'Синяя', { ...replacement, replacement: '' }, 40);
  expect(shown?.was).toEqual([
    { text: 'Синяя ', isHit: false },
    { text: 'кружка', isHit: true },
  ]);
  expect(shown?.is).toEqual([{ text: 'Синяя ', isHit: false }]);
});

it('guesses nothing of a text that came to something else', () => {
  expect(hitsOf('Кружка', 'Стакан', replacement, 40)).toBeNull();
});

it('parts are the whole text, whatever is looked for', () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.string({ minLength: 1, maxLength: 3 }),
      fc.boolean(),
      (text, find, isWholeWord) => {
        const parts = replacedParts(text, { ...replacement, find, isWholeWord });
        expect(parts.map((part) => part.before).join('')).toBe(text);
        if (!isWholeWord && text.includes(find)) expect(parts.some((part) => part.isHit)).toBe(true);
      },
    ),
  );
});
