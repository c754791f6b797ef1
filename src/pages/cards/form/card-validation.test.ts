import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { cardContentSchema, type CardContent } from '#contract/cards.ts';
import { emptyCard } from '#offline/drafts/card-draft.ts';
import { tidyContent, validateChange, validateContent } from './card-validation.ts';

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

it('what is beyond what a card takes is said at its place, in words, before anything is sent', () => {
  const values = (length: number) => ({ id: 14, values: ['к'.repeat(length)] });
  expect(
    validateChange({
      brand: 'Б'.repeat(101),
      dimensions: { lengthCm: 999_999, widthCm: 10, heightCm: 1000, weightKg: 1000.5 },
      characteristics: [{ id: 7, values: ['белый'] }, values(501)],
      sizes: [{ techSize: '', wbSize: '', skus: ['1'.repeat(51)] }],
      costPriceKopecks: 100_000_000_01,
    }),
  ).toEqual({
    brand: 'Не длиннее 100 символов',
    'dimensions.lengthCm': 'Не больше 1000',
    'dimensions.weightKg': 'Не больше 1000',
    'characteristics.14': 'Не больше 50 значений, и каждое не длиннее 500 символов',
    sizes: expect.stringContaining('не длиннее 50 символов'),
    costPriceKopecks: expect.stringMatching(/^Не больше 100\s000\s000\s₽$/),
  });
  expect(validateChange({ brand: 'Б'.repeat(100), characteristics: [values(500)] })).toEqual({});
});
