import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { cardContentSchema, type CardContent } from '#contract/cards.ts';
import { emptyCard } from '#offline/drafts/card-draft.ts';
import { tidyContent, validateContent } from './card-validation.ts';

// Letters in one character and in two («й» as it comes from file names of a Mac), an emoji, a flag.
const letter = fc.constantFrom('к', '\u0438\u0306', 'é', '👍', '🇷🇺');
const text = fc.array(letter, { minLength: 25, maxLength: 75 }).map((letters) => letters.join(''));

it('the form refuses exactly the texts that the server would refuse for their length', () => {
  fc.assert(
    fc.property(fc.constantFrom('title' as const, 'vendorCode' as const), text, (field, typed) => {
      const content: CardContent = tidyContent({
        ...emptyCard,
        title: 'Кружка',
        vendorCode: 'A-1',
        [field]: typed,
      });
      const isRefused = field in validateContent(content);
      expect(isRefused).toBe(!cardContentSchema.shape[field].safeParse(content[field]).success);
    }),
  );
});
