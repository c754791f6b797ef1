import { glyphOf } from './font.ts';

/** Stands for what the font does not have, once for a run of it. */
const UNKNOWN = '?';
const MAX_LENGTH = 300;

/** Controls, halves of characters, marks of direction, joiners, selectors of variants: nothing that ink shows. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu;
const PICTURES = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\u20e3]/gu;

/** A card's text as one line of characters that the font has. Pictures are left out: a «?» in their place says nothing. */
export function printableText(text: string): string {
  const tidy = text
    .slice(0, MAX_LENGTH)
    .normalize('NFC')
    .replace(/[\t-\r\p{Z}]+/gu, ' ')
    .replace(INVISIBLE, '')
    .replace(PICTURES, (picture) => (glyphOf(picture) === undefined ? '' : picture));
  let printable = '';
  for (const character of tidy) {
    if (glyphOf(character) !== undefined) printable += character;
    else if (!printable.endsWith(UNKNOWN)) printable += UNKNOWN;
  }
  return printable.replace(/ +/g, ' ').trim();
}
