// Makes server/labels/label-font.ttf: Onest Medium as a plain TrueType font with the letters that sellers write in, whole
// enough to be put into a PDF as it is.
// Run once after a new release of the font:
// npm i --no-save subset-font@2.9.0 @expo-google-fonts/onest@0.4.2 && node scripts/label-font.mjs
import { readFileSync, writeFileSync } from 'node:fs';
import subsetFont from 'subset-font';

const SOURCE = 'node_modules/@expo-google-fonts/onest/500Medium/Onest_500Medium.ttf';
const TARGET = 'server/labels/label-font.ttf';

const letters = (...ranges) =>
  ranges
    .flatMap(([first, last = first]) =>
      Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)),
    )
    .join('');

// Latin with its accents, Cyrillic with that of neighbours, punctuation, currencies, signs of sizes.
const text = letters(
  [0x20, 0x7e],
  [0xa0, 0x17f],
  [0x2b9, 0x2bc],
  [0x400, 0x4ff],
  [0x2010, 0x2026],
  [0x2030],
  [0x2032, 0x2033],
  [0x2039, 0x203a],
  [0x20ac],
  [0x20b8],
  [0x20bd],
  [0x2116],
  [0x2122],
  [0x2212],
  [0x2264, 0x2265],
);
const options = { targetFormat: 'truetype', noLayoutClosure: true };
writeFileSync(TARGET, await subsetFont(readFileSync(SOURCE), text, options));
