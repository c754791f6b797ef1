// Makes src/styles/fonts/*.woff2: Onest without the weights that nothing here is set in, cut into the letters that every
// screen has and the others. Prints the ranges that stand in src/styles/fonts.css.
// Run once after a new release of the font: npm i --no-save subset-font@2.9.0 && node scripts/slim-fonts.mjs
import { readFileSync, writeFileSync } from 'node:fs';
import subsetFont from 'subset-font';

const SOURCE = 'node_modules/@fontsource-variable/onest/files';
const TARGET = 'src/styles/fonts';
/** Text is 400, 500 or 600; 700 is what browsers take for bold. */
const WEIGHTS = { wght: { min: 400, max: 700 } };
/**
 * Kerning, digits of one width, marks over letters. Without `calt`, which draws ₽ for «*RUB*» and is a sixth of the first
 * file for it.
 */
const FEATURES = ['kern', 'tnum', 'ccmp', 'mark', 'mkmk'];

const LATIN = [
  [0x20, 0x7e],
  [0xa0],
  [0xab],
  [0xb0, 0xb3],
  [0xb7],
  [0xbb],
  [0xd7],
  [0x2013, 0x2014],
  [0x2018, 0x201a],
  [0x201c, 0x201e],
  [0x2022],
  [0x2026],
  [0x20ac],
  [0x2191],
  [0x2193],
  [0x2212],
];
const MORE_LATIN = [
  [0xa1, 0xaa],
  [0xac, 0xaf],
  [0xb4, 0xb6],
  [0xb8, 0xba],
  [0xbc, 0xd6],
  [0xd8, 0xff],
  [0x131],
  [0x152, 0x153],
  [0x2bb, 0x2bc],
  [0x2c6],
  [0x2da],
  [0x2dc],
  [0x304],
  [0x308],
  [0x329],
  [0x2039, 0x203a],
  [0x2044],
  [0x2122],
];
/** A stress mark is drawn with its letter, or by another font. */
const RUSSIAN = [[0x301], [0x401], [0x410, 0x44f], [0x451], [0x2116]];
const MORE_CYRILLIC = [[0x400], [0x402, 0x40f], [0x450], [0x452, 0x45f], [0x490, 0x491], [0x4b0, 0x4b1]];

await slim('latin', 'latin', LATIN);
await slim('latin', 'latin-more', MORE_LATIN);
await slim('cyrillic', 'russian', RUSSIAN);
await slim('cyrillic', 'cyrillic-more', MORE_CYRILLIC);

async function slim(from, to, ranges) {
  const letters = ranges.flatMap(([first, last = first]) =>
    Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)),
  );
  const options = { targetFormat: 'woff2', variationAxes: WEIGHTS, keepFeatures: FEATURES };
  const font = await subsetFont(
    readFileSync(`${SOURCE}/onest-${from}-wght-normal.woff2`),
    letters.join(''),
    options,
  );
  writeFileSync(`${TARGET}/onest-${to}.woff2`, font);
  const range = ranges.map((codes) => `U+${codes.map(hex).join('-')}`).join(', ');
  process.stdout.write(`onest-${to}.woff2, ${font.length} bytes, unicode-range: ${range}\n`);
}

function hex(code) {
  return code.toString(16).toUpperCase().padStart(4, '0');
}
