import { assert, property, string } from 'fast-check';
import { expect, it } from 'vitest';
import { glyphOf } from './font.ts';
import { printableText } from './printable-text.ts';

it.each([
  ['Кружка «Утро» №1 — 450 мл, 990 ₽', 'Кружка «Утро» №1 — 450 мл, 990 ₽'],
  ['Ёлка и\u0306од', 'Ёлка йод'],
  ['Қазақ көйлегі', 'Қазақ көйлегі'],
  ['  два\n\tслова  ', 'два слова'],
  ['Кружка 😀🇷🇺👍🏽 белая', 'Кружка белая'],
  ['а\u0000б\u200bв\u202eг\ufeffд', 'абвгд'],
  ['половина \ud83d знака', 'половина знака'],
  ['Чай مرحبا 茶', 'Чай ? ?'],
])('%j is printed as %j', (text, printed) => {
  expect(printableText(text)).toBe(printed);
});

it('whatever comes, only characters that the font has are left, on one line', () => {
  assert(
    property(string({ unit: 'binary', maxLength: 400 }), (text) => {
      const printed = printableText(text);
      expect(Array.from(printed).filter((character) => glyphOf(character) === undefined)).toEqual([]);
      expect(printed).toBe(printed.trim());
    }),
  );
});
