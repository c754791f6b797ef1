// Makes src/styles/fonts/*.woff2: Onest without the weights that nothing here is set in, a third lighter.
// Run once after a new release of the font: npm i --no-save subset-font@2.9.0 && node scripts/slim-fonts.mjs
import { readFileSync, writeFileSync } from 'node:fs';
import subsetFont from 'subset-font';

const SOURCE = 'node_modules/@fontsource-variable/onest/files';
const TARGET = 'src/styles/fonts';
/** Text is 400, 500 or 600; 700 is what browsers take for bold. */
const WEIGHTS = { wght: { min: 400, max: 700 } };

const letters = (...ranges) =>
  ranges
    .flatMap(([first, last = first]) =>
      Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)),
    )
    .join('');

// The same ranges as in src/styles/fonts.css.
const latin = letters(
  [0x20, 0xff],
  [0x131],
  [0x152, 0x153],
  [0x2bb, 0x2bc],
  [0x2c6],
  [0x2da],
  [0x2dc],
  [0x304],
  [0x308],
  [0x329],
  [0x2000, 0x206f],
  [0x20ac],
  [0x2122],
  [0x2191],
  [0x2193],
  [0x2212],
  [0x2215],
  [0xfeff],
  [0xfffd],
);
const cyrillic = letters([0x301], [0x400, 0x45f], [0x490, 0x491], [0x4b0, 0x4b1], [0x2116]);

await slim('onest-latin-wght-normal.woff2', 'onest-latin.woff2', latin);
await slim('onest-cyrillic-wght-normal.woff2', 'onest-cyrillic.woff2', cyrillic);

async function slim(from, to, text) {
  const options = { targetFormat: 'woff2', variationAxes: WEIGHTS };
  writeFileSync(`${TARGET}/${to}`, await subsetFont(readFileSync(`${SOURCE}/${from}`), text, options));
}
